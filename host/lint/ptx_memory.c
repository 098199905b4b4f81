/* From PTX to the engine's program: moves, loads, stores, atomics and copies. */
#include "ptx_translate.h"

/* Words on caches and on who else may look: nothing here depends on them. */
static const char *const cache_words[] = {
    ".ca",      ".cg",      ".cs", ".lu",  ".cv",      ".wb",  ".wt",  ".nc",      ".weak", ".relaxed", ".acquire",
    ".release", ".acq_rel", ".sc", ".cta", ".cluster", ".gpu", ".sys", ".unified", ".mmio", ".noftz"
};

struct memory_words {
    enum ptx_space space;
    bool is_volatile, is_atomic;
    unsigned count; /* of elements */
};

static bool has_word(const struct ptx_translator *t, const char *word)
{
    for (size_t i = 0; i < t->word_count; i++)
        if (lint_ptx_is(t->words[i].text, word))
            return true;
    return false;
}

static enum ptx_space take_space(struct ptx_translator *t)
{
    static const char *const words[] = { ".global", ".shared", ".shared::cta",  ".local",
                                         ".const",  ".param",  ".param::entry", ".param::func" };
    static const enum ptx_space spaces[] = { PTX_GLOBAL, PTX_SHARED, PTX_SHARED, PTX_LOCAL,
                                             PTX_CONST,  PTX_PARAM,  PTX_PARAM,  PTX_PARAM };
    const int which = lint_ptx_take_one(t, words, PTX_COUNT(words));

    return which < 0 ? PTX_GENERIC : spaces[which];
}

static struct memory_words take_memory_words(struct ptx_translator *t)
{
    static const char *const vectors[] = { ".v2", ".v4", ".v8" };
    struct memory_words words = { .is_atomic = has_word(t, ".relaxed") || has_word(t, ".acquire") ||
                                               has_word(t, ".release") || has_word(t, ".sc") };
    int vector;

    words.is_volatile = lint_ptx_take(t, ".volatile");
    words.space = take_space(t);
    vector = lint_ptx_take_one(t, vectors, PTX_COUNT(vectors));
    words.count = vector < 0 ? 1 : 2u << vector;
    lint_ptx_ignore(t, cache_words, PTX_COUNT(cache_words));
    lint_ptx_ignore_starting(t, ".L1::");
    lint_ptx_ignore_starting(t, ".L2::");
    lint_ptx_ignore_starting(t, ".level::");
    return words;
}

static uint32_t make_access(struct ptx_translator *t, const struct memory_words *words, unsigned bits)
{
    return lint_program_access(t->program, &(struct lint_access){ .space = lint_ptx_space(words->space),
                                                                  .align = words->count * bits / 8,
                                                                  .is_atomic = words->is_atomic,
                                                                  .is_volatile = words->is_volatile });
}

/* Element `number` of a vector operand; the operand itself where it is none. */
static const struct ptx_operand *part_of(struct ptx_translator *t, const struct ptx_operand *operand, unsigned number)
{
    return operand->kind == PTX_VECTOR ? lint_ptx_element(t, operand, number) : operand;
}

static void check_vector(struct ptx_translator *t, const struct ptx_operand *operand, unsigned count)
{
    const unsigned there = operand->kind == PTX_VECTOR ? operand->count : 1;

    if (there != count)
        lint_ptx_refuse(t, "%u registers where %u belong", there, count);
}

/* A memory type has a size; predicates are not in memory. */
static struct ptx_type take_memory_type(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    if (type.kind == PTX_PREDICATE)
        lint_ptx_refuse(t, "predicates are not in memory");
    return type;
}

static bool is_whole_register(const struct ptx_translator *t, const struct ptx_operand *operand, unsigned bits)
{
    return operand->kind == PTX_REGISTER && t->frame->function->registers[operand->index].type.bits == bits;
}

static void load(struct ptx_translator *t, const struct memory_words *words, struct ptx_type type, uint32_t address)
{
    const struct ptx_operand *const results = lint_ptx_operand(t, 0);
    const bool is_direct = words->count == 1 && is_whole_register(t, results, type.bits);
    const uint32_t values = is_direct ? lint_ptx_result(t, 0, type) : lint_program_slots(t->program, words->count);

    lint_ptx_emit(t, &(struct lint_instruction){ .op = LINT_LOAD,
                                                 .bits = (uint8_t)type.bits,
                                                 .count = words->count,
                                                 .result = values,
                                                 .a = address,
                                                 .b = LINT_NONE,
                                                 .c = LINT_NONE,
                                                 .detail = make_access(t, words, type.bits) });
    for (unsigned i = 0; i < words->count && !is_direct; i++)
        lint_ptx_store_result(t, part_of(t, results, i), type, values + i);
}

/* A parameter's parts have slots; one whose address is computed is memory like any other. */
static void load_parameter(struct ptx_translator *t, const struct memory_words *words, struct ptx_type type)
{
    const struct ptx_operand *const results = lint_ptx_operand(t, 0), *const address = lint_ptx_operand(t, 1);

    for (unsigned i = 0; i < words->count; i++)
        lint_ptx_store_result(t, part_of(t, results, i), type,
                              lint_ptx_parameter_value(t, address, type.bits, i * type.bits / 8));
}

void lint_ptx_op_ld(struct ptx_translator *t)
{
    const struct memory_words words = take_memory_words(t);
    const struct ptx_type type = take_memory_type(t);
    const struct ptx_operand *const address = lint_ptx_operand(t, 1);

    check_vector(t, lint_ptx_operand(t, 0), words.count);
    if (t->status != CLSMEM_OK)
        return;
    if (words.space == PTX_PARAM && address->kind == PTX_VARIABLE && address->is_address &&
        lint_ptx_has_parameter_slots(t, address))
        load_parameter(t, &words, type);
    else
        load(t, &words, type, lint_ptx_address(t, 1));
}

/* A load of what all lanes read from one address: another instruction, the same memory. */
void lint_ptx_op_ldu(struct ptx_translator *t)
{
    lint_ptx_op_ld(t);
}

/* A char passes as an int whose other bits nobody looks at. */
static void store_parameter(struct ptx_translator *t, const struct memory_words *words, struct ptx_type type)
{
    const struct ptx_operand *const address = lint_ptx_operand(t, 0), *const sources = lint_ptx_operand(t, 1);
    struct ptx_variable *const variable = &t->module->variables[address->index];

    if (words->count != 1 || address->offset != 0 || type.bits > variable->type.bits ||
        variable->parameter != LINT_NONE)
        lint_ptx_refuse(t, "it does not fit \"%.*s\"", PTX_SHOW(variable->name));
    else
        lint_ptx_put1(t, lint_ptx_passing_slot(t, variable), LINT_COPY, type.bits,
                      lint_ptx_value_of(t, part_of(t, sources, 0), type));
}

static void store(struct ptx_translator *t, const struct memory_words *words, struct ptx_type type)
{
    const struct ptx_operand *const sources = lint_ptx_operand(t, 1);
    uint32_t values = LINT_NONE;

    if (words->count == 1) {
        values = lint_ptx_value_of(t, part_of(t, sources, 0), type);
    } else {
        values = lint_program_slots(t->program, words->count);
        for (unsigned i = 0; i < words->count; i++)
            lint_ptx_put1(t, values + i, LINT_COPY, type.bits, lint_ptx_value_of(t, part_of(t, sources, i), type));
    }
    lint_ptx_emit(t, &(struct lint_instruction){ .op = LINT_STORE,
                                                 .bits = (uint8_t)type.bits,
                                                 .count = words->count,
                                                 .result = LINT_NONE,
                                                 .a = lint_ptx_address(t, 0),
                                                 .b = values,
                                                 .c = LINT_NONE,
                                                 .detail = make_access(t, words, type.bits) });
}

void lint_ptx_op_st(struct ptx_translator *t)
{
    const struct memory_words words = take_memory_words(t);
    const struct ptx_type type = take_memory_type(t);
    const struct ptx_operand *const address = lint_ptx_operand(t, 0);

    check_vector(t, lint_ptx_operand(t, 1), words.count);
    if (t->status != CLSMEM_OK)
        return;
    if (words.space == PTX_PARAM && address->kind == PTX_VARIABLE && address->is_address &&
        lint_ptx_has_parameter_slots(t, address))
        store_parameter(t, &words, type);
    else
        store(t, &words, type);
}

/* {a, b} from one register, the lowest bits first. */
static void unpack(struct ptx_translator *t, struct ptx_type type)
{
    const struct ptx_operand *const results = lint_ptx_operand(t, 0);
    const struct ptx_type part_type = { PTX_BITS, type.bits / (results->count ? results->count : 1) };
    const uint32_t value = lint_ptx_value(t, 1, type);
    uint32_t parts[8];

    if ((results->count != 2 && results->count != 4) || part_type.bits < 8) {
        lint_ptx_refuse(t, "%lu registers", (unsigned long)results->count);
        return;
    }
    for (uint32_t i = 0; i < results->count; i++)
        parts[i] = lint_ptx_mask(
            t, part_type.bits,
            i == 0 ? value : lint_ptx_do2(t, LINT_LSHR, type.bits, value, lint_ptx_constant(t, i * part_type.bits)));
    for (uint32_t i = 0; i < results->count; i++)
        lint_ptx_store_result(t, lint_ptx_element(t, results, i), part_type, parts[i]);
}

static void pack(struct ptx_translator *t, struct ptx_type type)
{
    const struct ptx_operand *const sources = lint_ptx_operand(t, 1);
    const struct ptx_type part_type = { PTX_BITS, type.bits / (sources->count ? sources->count : 1) };
    uint32_t value;

    if ((sources->count != 2 && sources->count != 4) || part_type.bits < 8) {
        lint_ptx_refuse(t, "%lu registers", (unsigned long)sources->count);
        return;
    }
    value = lint_ptx_value_of(t, lint_ptx_element(t, sources, 0), part_type);
    for (uint32_t i = 1; i < sources->count; i++) {
        const uint32_t part = lint_ptx_value_of(t, lint_ptx_element(t, sources, i), part_type);

        value = lint_ptx_do2(t, LINT_OR, type.bits, value,
                             lint_ptx_do2(t, LINT_SHL, type.bits, part, lint_ptx_constant(t, i * part_type.bits)));
    }
    lint_ptx_put1(t, lint_ptx_result(t, 0, type), LINT_COPY, type.bits, value);
}

void lint_ptx_op_mov(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    if (lint_ptx_operand(t, 0)->kind == PTX_VECTOR)
        unpack(t, type);
    else if (lint_ptx_operand(t, 1)->kind == PTX_VECTOR)
        pack(t, type);
    else
        lint_ptx_put1(t, lint_ptx_result(t, 0, type), LINT_COPY, type.bits, lint_ptx_value(t, 1, type));
}

/* By kind: bits and unsigned, signed, float. */
static const struct atomic_word {
    const char *word;
    int of_unsigned, of_signed, of_float; /* -1: there is none */
} atomic_words[] = {
    { ".add", LINT_ATOMIC_ADD, LINT_ATOMIC_ADD, LINT_ATOMIC_ADD_F },
    { ".exch", LINT_ATOMIC_EXCHANGE, LINT_ATOMIC_EXCHANGE, LINT_ATOMIC_EXCHANGE },
    { ".and", LINT_ATOMIC_AND, LINT_ATOMIC_AND, -1 },
    { ".or", LINT_ATOMIC_OR, LINT_ATOMIC_OR, -1 },
    { ".xor", LINT_ATOMIC_XOR, LINT_ATOMIC_XOR, -1 },
    { ".min", LINT_ATOMIC_MIN_U, LINT_ATOMIC_MIN_S, LINT_ATOMIC_MIN_F },
    { ".max", LINT_ATOMIC_MAX_U, LINT_ATOMIC_MAX_S, LINT_ATOMIC_MAX_F },
    { ".inc", LINT_ATOMIC_INC_WRAP, -1, -1 },
    { ".dec", LINT_ATOMIC_DEC_WRAP, -1, -1 },
};

static int take_atomic(struct ptx_translator *t, struct ptx_type type)
{
    for (size_t i = 0; i < PTX_COUNT(atomic_words); i++) {
        int which;

        if (!lint_ptx_take(t, atomic_words[i].word))
            continue;
        which = type.kind == PTX_FLOAT    ? atomic_words[i].of_float
                : type.kind == PTX_SIGNED ? atomic_words[i].of_signed
                                          : atomic_words[i].of_unsigned;
        if (which < 0)
            lint_ptx_refuse(t, "an atomic of a type that has none");
        return which;
    }
    lint_ptx_refuse(t, "an atomic that we do not have");
    return -1;
}

static struct ptx_type take_atomic_type(struct ptx_translator *t, unsigned vector)
{
    const struct ptx_type type = take_memory_type(t);

    if (type.bits < 32 || vector != 1)
        lint_ptx_refuse(t, "atomics of 16 bits and of vectors are not supported");
    return type;
}

/* `first`: of the operands behind the result, if there is one. */
static void compare_exchange(struct ptx_translator *t, const struct memory_words *words, struct ptx_type type,
                             bool is_unused)
{
    const uint32_t old = lint_program_slots(t->program, 2);

    lint_ptx_emit(
        t, &(struct lint_instruction){
               .op = LINT_COMPARE_EXCHANGE,
               .bits = (uint8_t)type.bits,
               .result = old,
               .a = lint_ptx_address(t, 1),
               .b = lint_ptx_value(t, 2, type),
               .c = lint_ptx_value(t, 3, type),
               .detail = lint_program_access(t->program, &(struct lint_access){ .space = lint_ptx_space(words->space),
                                                                                .align = type.bits / 8,
                                                                                .is_atomic = true,
                                                                                .is_volatile = words->is_volatile,
                                                                                .result_unused = is_unused }) });
    lint_ptx_put1(t, lint_ptx_result(t, 0, type), LINT_COPY, type.bits, old);
}

static void atomic(struct ptx_translator *t, const struct memory_words *words, struct ptx_type type, int which,
                   uint32_t result)
{
    const uint32_t first = lint_ptx_starts(t->statement->name, "atom") ? 1 : 0;

    lint_ptx_emit(t, &(struct lint_instruction){
                         .op = LINT_ATOMIC,
                         .bits = (uint8_t)type.bits,
                         .result = result,
                         .a = lint_ptx_address(t, first),
                         .b = lint_ptx_value(t, first + 1, type),
                         .c = LINT_NONE,
                         .detail = lint_program_access(
                             t->program, &(struct lint_access){ .space = lint_ptx_space(words->space),
                                                                .align = type.bits / 8,
                                                                .is_atomic = true,
                                                                .is_volatile = words->is_volatile,
                                                                .atomic = (enum lint_atomic)which,
                                                                .result_unused = result == LINT_NONE }) });
}

static bool is_read(const struct ptx_translator *t, const struct ptx_operand *operand)
{
    return operand->kind == PTX_REGISTER && t->frame->function->registers[operand->index].is_read;
}

void lint_ptx_op_atom(struct ptx_translator *t)
{
    const struct memory_words words = take_memory_words(t);
    const bool is_exchange = lint_ptx_take(t, ".cas");
    const struct ptx_type type = take_atomic_type(t, words.count);
    const uint32_t result = lint_ptx_result(t, 0, type);
    const bool is_unused = !is_read(t, lint_ptx_operand(t, 0));
    int which;

    if (lint_ptx_count(t) < 3u + is_exchange)
        lint_ptx_refuse(t, "an operand is missing");
    if (is_exchange) {
        compare_exchange(t, &words, type, is_unused);
        return;
    }
    which = take_atomic(t, type);
    if (t->status == CLSMEM_OK)
        atomic(t, &words, type, which, is_unused ? LINT_NONE : result);
}

/* An atomic without a result. */
void lint_ptx_op_red(struct ptx_translator *t)
{
    const bool is_async = lint_ptx_take(t, ".async");
    const struct memory_words words = take_memory_words(t);
    const struct ptx_type type = take_atomic_type(t, words.count);
    const int which = take_atomic(t, type);

    if (is_async)
        lint_ptx_refuse(t, "barriers in memory are not supported");
    if (t->status == CLSMEM_OK)
        atomic(t, &words, type, which, LINT_NONE);
}

/* cp.async.ca.shared.global [to], [from], bytes: what it does, it has done at the barrier at the latest. */
static void async_copy(struct ptx_translator *t)
{
    const uint64_t bytes = lint_ptx_integer(t, 2);
    const struct memory_words from = { .space = PTX_GLOBAL, .count = bytes == 16 ? 4 : bytes == 8 ? 2 : 1 };
    const struct memory_words to = { .space = PTX_SHARED, .count = from.count };
    const uint32_t values = lint_program_slots(t->program, from.count);

    if (!(lint_ptx_take(t, ".shared") || lint_ptx_take(t, ".shared::cta")) || !lint_ptx_take(t, ".global"))
        lint_ptx_refuse(t, "we know copies from global to local memory");
    if (bytes != 4 && bytes != 8 && bytes != 16)
        lint_ptx_refuse(t, "a copy of %llu bytes", (unsigned long long)bytes);
    if (lint_ptx_count(t) > 3 && lint_ptx_integer(t, 3) != bytes)
        lint_ptx_refuse(t, "copies that fill up with zeros are not supported");
    lint_ptx_emit(t, &(struct lint_instruction){ .op = LINT_LOAD,
                                                 .bits = 32,
                                                 .count = from.count,
                                                 .result = values,
                                                 .a = lint_ptx_address(t, 1),
                                                 .b = LINT_NONE,
                                                 .c = LINT_NONE,
                                                 .detail = make_access(t, &from, 32) });
    lint_ptx_emit(t, &(struct lint_instruction){ .op = LINT_STORE,
                                                 .bits = 32,
                                                 .count = to.count,
                                                 .result = LINT_NONE,
                                                 .a = lint_ptx_address(t, 0),
                                                 .b = values,
                                                 .c = LINT_NONE,
                                                 .detail = make_access(t, &to, 32) });
}

void lint_ptx_op_cp(struct ptx_translator *t)
{
    static const char *const waits[] = { ".commit_group", ".wait_group", ".wait_all" };

    if (!lint_ptx_take(t, ".async"))
        lint_ptx_refuse(t, "we know cp.async alone");
    if (lint_ptx_take_one(t, waits, PTX_COUNT(waits)) >= 0)
        return;
    lint_ptx_ignore(t, cache_words, PTX_COUNT(cache_words));
    lint_ptx_ignore_starting(t, ".L2::");
    if (lint_ptx_count(t) < 3)
        lint_ptx_refuse(t, "an operand is missing");
    if (t->status == CLSMEM_OK)
        async_copy(t);
}

/* Advice to caches. */
void lint_ptx_op_prefetch(struct ptx_translator *t)
{
    (void)take_space(t);
    lint_ptx_ignore_starting(t, ".L1");
    lint_ptx_ignore_starting(t, ".L2");
    (void)lint_ptx_address(t, 0);
}

void lint_ptx_op_prefetchu(struct ptx_translator *t)
{
    lint_ptx_op_prefetch(t);
}
