/*
 * Linear forms by looking through the instructions that make addresses; alignments by a fixed point. A slot that is
 * written in several places has versions: its value where a block begins, or what one instruction made of it. Values
 * where blocks begin are aligned as what any block leaves in the slot, and what others make, each as it is.
 */
#include "linear.h"

#include <stdlib.h>
#include <string.h>

#include "jump.h"
#include "reach.h"

/* log2 of the largest alignment that is of use. */
#define MOST_ALIGN_LOG2 4
#define SEVERAL (LINT_NONE - 1)
#define MOVED (LINT_NONE - 2) /* on edges alone: a value stays until its loop comes round */
/* A version that an instruction made; without it, the number of a block and 1. */
#define MADE 0x80000000u
/* Addresses are made in few steps; what takes more is taken as it is. */
#define MOST_DEPTH 24
#define MOST_STEPS 200

struct lint_linear {
    const struct lint_program *program;
    uint32_t *definitions; /* per slot: the one instruction that writes it; LINT_NONE: none does; SEVERAL; MOVED */
    uint32_t *arrays;      /* per slot: the local array whose address it is; LINT_NONE */
    uint64_t *bases;       /* per array of the program: where it lies */
    struct lint_reach reach;
    /* log2, where arrays lie and as declared: per slot where blocks begin, and per instruction of its result */
    uint8_t *aligns[2], *results[2];
};

static int compare_terms(const struct lint_term *a, const struct lint_term *b)
{
    if (a->slot != b->slot)
        return a->slot < b->slot ? -1 : 1;
    return a->version < b->version ? -1 : a->version > b->version;
}

bool lint_form_differs_by_constant(const struct lint_form *a, const struct lint_form *b)
{
    if (a->term_count != b->term_count)
        return false;
    for (size_t i = 0; i < a->term_count; i++)
        if (compare_terms(&a->terms[i], &b->terms[i]) != 0 || a->terms[i].coefficient != b->terms[i].coefficient)
            return false;
    return true;
}

static struct lint_form constant_form(int64_t value)
{
    return (struct lint_form){ .constant = value, .declared_align = 1u << MOST_ALIGN_LOG2 };
}

static struct lint_form slot_form(uint32_t slot, uint32_t version)
{
    return (struct lint_form){
        .declared_align = 1u << MOST_ALIGN_LOG2,
        .term_count = 1,
        .terms = { { .slot = slot, .version = version, .coefficient = 1 } },
    };
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* a + factor * b; false where the terms do not fit. */
static bool add_forms(struct lint_form *a, const struct lint_form *b, int64_t factor)
{
    struct lint_form sum = {
        .constant = (int64_t)((uint64_t)a->constant + (uint64_t)b->constant * (uint64_t)factor),
        .declared_align = least(a->declared_align, b->declared_align),
    };
    size_t i = 0, j = 0;

    while (i < a->term_count || j < b->term_count) {
        const int order = i == a->term_count ? 1 : j == b->term_count ? -1 : compare_terms(&a->terms[i], &b->terms[j]);
        const bool take_a = order <= 0, take_b = order >= 0;
        struct lint_term term = take_a ? a->terms[i] : b->terms[j];
        uint64_t coefficient = 0;

        if (take_a)
            coefficient += (uint64_t)a->terms[i++].coefficient;
        if (take_b)
            coefficient += (uint64_t)b->terms[j++].coefficient * (uint64_t)factor;
        term.coefficient = (int64_t)coefficient;
        if (term.coefficient == 0)
            continue;
        if (sum.term_count == LINT_MOST_TERMS)
            return false;
        sum.terms[sum.term_count++] = term;
    }
    *a = sum;
    return true;
}

static int64_t extend(uint64_t value, unsigned bits)
{
    return bits >= 64 ? (int64_t)value : (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static bool is_constant(uint32_t slot)
{
    return slot >= LINT_FIRST_CONSTANT && slot != LINT_NONE;
}

static int64_t constant_value(const struct lint_linear *linear, uint32_t slot, unsigned bits)
{
    return extend(linear->program->constants[slot - LINT_FIRST_CONSTANT], bits);
}

/* How far the search for one form has come. */
struct walk {
    const struct lint_linear *linear;
    unsigned depth, steps;
};

static struct lint_form form_of(struct walk *walk, uint32_t number, unsigned which, unsigned bits);

/* The form of what an instruction computes; false where it is not linear. */
static bool look_through(struct walk *walk, uint32_t number, struct lint_form *form)
{
    const struct lint_linear *const linear = walk->linear;
    const struct lint_instruction *const instruction = &linear->program->instructions[number];
    const unsigned bits = instruction->bits;
    const struct lint_conversion conversion = lint_conversion_unpack(instruction->immediate);
    struct lint_form other;

    *form = form_of(walk, number, 0, bits);
    switch (instruction->op) {
    case LINT_COPY:
    case LINT_SIGN_EXTEND:
    case LINT_MASK:
        return true;
    case LINT_CONVERT:
        return conversion.from != LINT_FLOAT && conversion.to != LINT_FLOAT && conversion.to_bits >= 32;
    case LINT_ADD:
        other = form_of(walk, number, 1, bits);
        return add_forms(form, &other, 1);
    case LINT_SUB:
        other = form_of(walk, number, 1, bits);
        return add_forms(form, &other, -1);
    case LINT_INDEX:
        other = form_of(walk, number, 1, bits);
        *form = form_of(walk, number, 0, 64);
        return add_forms(form, &other, instruction->immediate);
    case LINT_MUL:
        other = *form;
        if (is_constant(instruction->b)) {
            *form = constant_form(0);
            return add_forms(form, &other, constant_value(linear, instruction->b, bits));
        }
        if (!is_constant(instruction->a))
            return false;
        other = form_of(walk, number, 1, bits);
        *form = constant_form(0);
        return add_forms(form, &other, constant_value(linear, instruction->a, bits));
    case LINT_SHL:
        if (!is_constant(instruction->b) || (uint64_t)constant_value(linear, instruction->b, bits) > 40)
            return false;
        other = *form;
        *form = constant_form(0);
        return add_forms(form, &other, (int64_t)1 << constant_value(linear, instruction->b, bits));
    default:
        return false;
    }
}

/* Of a slot whose value was made by `maker`, an instruction, or is there where `block` begins (maker LINT_NONE). */
static struct lint_form form_of_slot(struct walk *walk, uint32_t slot, unsigned bits, uint32_t maker, uint32_t block)
{
    const struct lint_linear *const linear = walk->linear;
    const bool is_several = slot < linear->program->slot_count && linear->definitions[slot] == SEVERAL;
    struct lint_form form;
    bool is_linear;

    if (is_constant(slot))
        return constant_form(constant_value(linear, slot, bits));
    if (slot >= linear->program->slot_count)
        return slot_form(slot, 0);
    if (linear->arrays[slot] != LINT_NONE) {
        form = constant_form((int64_t)linear->bases[linear->arrays[slot]]);
        form.declared_align = linear->program->arrays[linear->arrays[slot]].align;
        return form;
    }
    if (maker == LINT_NONE && is_several)
        return slot_form(slot, block + 1);
    if (maker == LINT_NONE)
        maker = linear->definitions[slot];
    if (maker == LINT_NONE || maker == MOVED)
        return slot_form(slot, 0);
    if (walk->depth == MOST_DEPTH || walk->steps++ >= MOST_STEPS || linear->program->instructions[maker].count != 1)
        return slot_form(slot, is_several ? MADE | maker : 0);
    walk->depth++;
    is_linear = look_through(walk, maker, &form);
    walk->depth--;
    return is_linear ? form : slot_form(slot, is_several ? MADE | maker : 0);
}

/* Of an instruction's operand a (0) or b (1). */
static struct lint_form form_of(struct walk *walk, uint32_t number, unsigned which, unsigned bits)
{
    const struct lint_linear *const linear = walk->linear;
    const struct lint_instruction *const instruction = &linear->program->instructions[number];

    return form_of_slot(walk, which ? instruction->b : instruction->a, bits, linear->reach.operands[number][which],
                        linear->reach.blocks[number]);
}

struct lint_form lint_linear_form(const struct lint_linear *linear, uint32_t instruction)
{
    struct walk walk = { .linear = linear };

    return form_of(&walk, instruction, 0, 64);
}

static unsigned trailing_zeros(uint64_t value)
{
    unsigned zeros = 0;

    while (zeros < MOST_ALIGN_LOG2 && !(value >> zeros & 1))
        zeros++;
    return zeros;
}

static unsigned align_of_operand(const struct lint_linear *linear, bool declared, uint32_t number, unsigned which)
{
    const struct lint_instruction *const instruction = &linear->program->instructions[number];
    const uint32_t slot = which ? instruction->b : instruction->a, maker = linear->reach.operands[number][which];

    if (is_constant(slot))
        return trailing_zeros(linear->program->constants[slot - LINT_FIRST_CONSTANT]);
    if (slot >= linear->program->slot_count)
        return 0;
    return maker == LINT_NONE ? linear->aligns[declared][slot] : linear->results[declared][maker];
}

static unsigned align_of_terms(const struct lint_linear *linear, bool declared, const struct lint_form *form)
{
    unsigned align = MOST_ALIGN_LOG2;

    for (size_t i = 0; i < form->term_count; i++) {
        const struct lint_term *const term = &form->terms[i];
        const unsigned own = term->version & MADE      ? linear->results[declared][term->version & ~MADE]
                             : term->slot == LINT_NONE ? 0u
                                                       : linear->aligns[declared][term->slot];

        align = least(align, own + trailing_zeros((uint64_t)term->coefficient));
    }
    return align;
}

unsigned lint_linear_align(const struct lint_linear *linear, const struct lint_form *form, bool declared)
{
    const unsigned align = 1u << align_of_terms(linear, declared, form);

    return declared ? least(align, form->declared_align) : align;
}

/* What divides an instruction's result, by what divides its operands. */
static unsigned align_of_result(const struct lint_linear *linear, bool declared, uint32_t number)
{
    const struct lint_instruction *const instruction = &linear->program->instructions[number];
    const unsigned a = align_of_operand(linear, declared, number, 0);
    const unsigned b = align_of_operand(linear, declared, number, 1);

    switch (instruction->op) {
    case LINT_COPY:
    case LINT_SIGN_EXTEND:
    case LINT_MASK:
        return a;
    case LINT_ADD:
    case LINT_SUB:
    case LINT_OR:
    case LINT_XOR:
    case LINT_MIN_U:
    case LINT_MIN_S:
    case LINT_MAX_U:
    case LINT_MAX_S:
    case LINT_REM_U:
    case LINT_REM_S:
        return least(a, b);
    case LINT_AND:
        return a > b ? a : b;
    case LINT_MUL:
        return least(MOST_ALIGN_LOG2, a + b);
    case LINT_INDEX:
        return least(a, b + trailing_zeros((uint64_t)instruction->immediate));
    case LINT_SHL:
        return is_constant(instruction->b)
                   ? least(MOST_ALIGN_LOG2, a + (unsigned)(constant_value(linear, instruction->b, 64) & 63))
                   : a;
    case LINT_SELECT:
    case LINT_SELECT_ONE:
        return least(b, is_constant(instruction->c)
                            ? trailing_zeros(linear->program->constants[instruction->c - LINT_FIRST_CONSTANT])
                        : instruction->c < linear->program->slot_count ? linear->aligns[declared][instruction->c]
                                                                       : 0);
    case LINT_CONVERT: {
        const struct lint_conversion conversion = lint_conversion_unpack(instruction->immediate);

        return conversion.from != LINT_FLOAT && conversion.to != LINT_FLOAT ? a : 0;
    }
    default:
        return 0;
    }
}

static bool lower(uint8_t *align, unsigned to)
{
    if (*align <= to)
        return false;
    *align = (uint8_t)to;
    return true;
}

/* Whether the form is what a slot holds where a block begins, and a constant: a step of a loop's variable. */
static bool is_step(const struct lint_linear *linear, const struct lint_form *form, uint32_t slot, uint32_t block)
{
    return slot < linear->program->slot_count && linear->definitions[slot] != LINT_NONE &&
           linear->definitions[slot] >= MOVED && form->term_count == 1 && form->terms[0].slot == slot &&
           form->terms[0].coefficient == 1 &&
           form->terms[0].version == (linear->definitions[slot] == MOVED ? 0 : block + 1);
}

static bool lower_by_instruction(const struct lint_linear *linear, bool declared, uint32_t number)
{
    const struct lint_instruction *const instruction = &linear->program->instructions[number];
    const uint32_t slot = instruction->result, block = linear->reach.blocks[number];
    struct walk walk = { .linear = linear };
    struct lint_form form;
    bool is_lower;

    if (instruction->op == LINT_STORE || slot >= linear->program->slot_count)
        return false;
    is_lower = lower(&linear->results[declared][number],
                     instruction->count == 1 ? align_of_result(linear, declared, number) : 0);
    for (uint32_t e = 1; e < instruction->count && slot + e < linear->program->slot_count; e++)
        is_lower |= lower(&linear->aligns[declared][slot + e], 0);
    if (!linear->reach.is_last[number])
        return is_lower;
    form = form_of_slot(&walk, slot, instruction->bits, number, block);
    return lower(&linear->aligns[declared][slot], is_step(linear, &form, slot, block)
                                                      ? trailing_zeros((uint64_t)form.constant)
                                                      : linear->results[declared][number]) ||
           is_lower;
}

static bool lower_by_move(const struct lint_linear *linear, bool declared, uint32_t number)
{
    const struct lint_move *const move = &linear->program->moves[number];
    const uint32_t block = linear->reach.move_blocks[number];
    struct walk walk = { .linear = linear };
    struct lint_form form;
    unsigned align;

    if (block == LINT_NONE || move->to >= linear->program->slot_count)
        return false;
    form = form_of_slot(&walk, move->from, 64, linear->reach.moves[number], block);
    align = trailing_zeros((uint64_t)form.constant);
    if (!is_step(linear, &form, move->to, block))
        align = least(align, align_of_terms(linear, declared, &form));
    return lower(&linear->aligns[declared][move->to], align);
}

/* Slots that something outside of the instructions sets. */
static void set_roots(const struct lint_linear *linear, uint8_t *aligns, bool declared)
{
    const struct lint_program *const program = linear->program;

    for (uint32_t slot = 0; slot < program->slot_count; slot++)
        aligns[slot] = linear->definitions[slot] == LINT_NONE ? 0 : MOST_ALIGN_LOG2;
    for (size_t i = 0; i < program->parameter_slot_count; i++) {
        const struct lint_parameter *const parameter = &program->parameters[program->parameter_slots[i].parameter];

        if (parameter->kind == LINT_LOCAL_BUFFER)
            aligns[program->parameter_slots[i].slot] =
                (uint8_t)trailing_zeros(parameter->align ? parameter->align : 4);
    }
    for (size_t i = 0; i < program->array_slot_count; i++) {
        const uint32_t a = program->array_slots[i][0];
        const uint64_t align = program->arrays[a].align ? program->arrays[a].align : 1;

        aligns[program->array_slots[i][1]] =
            (uint8_t)trailing_zeros(declared || program->arrays[a].space != LINT_LOCAL ? align : linear->bases[a]);
    }
}

static void find_aligns(const struct lint_linear *linear, bool declared)
{
    const struct lint_program *const program = linear->program;
    bool is_lower = true;

    set_roots(linear, linear->aligns[declared], declared);
    memset(linear->results[declared], MOST_ALIGN_LOG2, program->instruction_count + 1);
    while (is_lower) {
        is_lower = false;
        for (uint32_t i = 0; i < program->instruction_count; i++)
            is_lower |= lower_by_instruction(linear, declared, i);
        for (uint32_t i = 0; i < program->move_count; i++)
            is_lower |= lower_by_move(linear, declared, i);
    }
}

static void define(struct lint_linear *linear, uint32_t slot, uint32_t count, uint32_t definition)
{
    for (uint32_t e = 0; e < count; e++)
        if (slot + e < linear->program->slot_count)
            linear->definitions[slot + e] =
                linear->definitions[slot + e] == LINT_NONE || linear->definitions[slot + e] == definition ? definition
                                                                                                          : SEVERAL;
}

static void find_definitions(struct lint_linear *linear)
{
    const struct lint_program *const program = linear->program;

    for (size_t i = 0; i < program->instruction_count; i++) {
        const struct lint_instruction *const instruction = &program->instructions[i];

        if (instruction->result != LINT_NONE && !is_constant(instruction->result) && instruction->op != LINT_STORE)
            define(linear, instruction->result, instruction->op == LINT_COMPARE_EXCHANGE ? 2 : instruction->count,
                   (uint32_t)i);
    }
    /* Moves are definitions that cannot be looked through. */
    for (size_t i = 0; i < program->move_count; i++)
        define(linear, program->moves[i].to, 1, MOVED);
    for (size_t i = 0; i < program->barrier_count; i++)
        if (program->barriers[i].call.collective != LINT_COLLECTIVE_NONE)
            define(linear, program->barriers[i].result, program->barriers[i].count, SEVERAL);
}

/* As engine.c lays them out, and as NVIDIA's assembler does. */
static void place_arrays(struct lint_linear *linear)
{
    const struct lint_program *const program = linear->program;
    uint64_t local_bytes = 0;

    for (uint32_t a = 0; a < program->array_count; a++) {
        const struct lint_array *const array = &program->arrays[a];
        const uint64_t align = array->align ? array->align : 1;

        linear->bases[a] = 0;
        if (array->space != LINT_LOCAL)
            continue;
        linear->bases[a] = (local_bytes + align - 1) / align * align;
        local_bytes = linear->bases[a] + array->bytes;
    }
    for (size_t i = 0; i < program->array_slot_count; i++)
        if (program->arrays[program->array_slots[i][0]].space == LINT_LOCAL)
            linear->arrays[program->array_slots[i][1]] = program->array_slots[i][0];
}

enum clsmem_status lint_linear_new(const struct lint_program *program, struct lint_linear **linear)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t slots = program->slot_count + 1;
    struct lint_linear *made = NULL;

    *linear = NULL;
    CHECK_ALLOC(made, sizeof *made);
    *made = (struct lint_linear){ .program = program };
    CHECK_ALLOC(made->definitions, slots * sizeof *made->definitions);
    CHECK_ALLOC(made->arrays, slots * sizeof *made->arrays);
    CHECK_ALLOC(made->bases, (program->array_count + 1) * sizeof *made->bases);
    CHECK_ALLOC(made->aligns[0], slots);
    CHECK_ALLOC(made->aligns[1], slots);
    CHECK_ALLOC(made->results[0], program->instruction_count + 1);
    CHECK_ALLOC(made->results[1], program->instruction_count + 1);
    CHECK(lint_reach_find(program, &made->reach));
    memset(made->definitions, 0xff, slots * sizeof *made->definitions);
    memset(made->aligns[0], 0, slots);
    memset(made->aligns[1], 0, slots);
    memset(made->arrays, 0xff, slots * sizeof *made->arrays);
    place_arrays(made);
    find_definitions(made);
    find_aligns(made, false);
    find_aligns(made, true);
    *linear = made;
    made = NULL;
out:
    lint_linear_release(made);
    return status;
}

void lint_linear_release(struct lint_linear *linear)
{
    if (!linear)
        return;
    free(linear->definitions);
    free(linear->arrays);
    free(linear->bases);
    free(linear->aligns[0]);
    free(linear->aligns[1]);
    free(linear->results[0]);
    free(linear->results[1]);
    lint_reach_release(&linear->reach);
    free(linear);
}
