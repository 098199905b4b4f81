/* Linear forms by looking through the instructions that make addresses; alignments by a fixed point over all slots. */
#include "linear.h"

#include <stdlib.h>
#include <string.h>

#include "jump.h"

/* log2 of the largest alignment that is of use. */
#define MOST_ALIGN_LOG2 4
#define SEVERAL (LINT_NONE - 1)
/* Addresses are made in few steps; what takes more is taken as it is. */
#define MOST_DEPTH 24
#define MOST_STEPS 200

struct lint_linear {
    const struct lint_program *program;
    uint32_t *definitions; /* per slot: the one instruction that writes it; LINT_NONE: none does; SEVERAL */
    uint32_t *arrays;      /* per slot: the local array whose address it is; LINT_NONE */
    uint64_t *bases;       /* per array of the program: where it lies */
    uint8_t *aligns[2];    /* per slot: log2, where arrays lie and as declared */
    unsigned unrolling;
};

bool lint_form_differs_by_constant(const struct lint_form *a, const struct lint_form *b)
{
    if (a->term_count != b->term_count)
        return false;
    for (size_t i = 0; i < a->term_count; i++)
        if (a->terms[i].slot != b->terms[i].slot || a->terms[i].coefficient != b->terms[i].coefficient)
            return false;
    return true;
}

static struct lint_form constant_form(int64_t value)
{
    return (struct lint_form){ .constant = value, .declared_align = 1u << MOST_ALIGN_LOG2 };
}

static struct lint_form slot_form(uint32_t slot)
{
    return (struct lint_form){
        .declared_align = 1u << MOST_ALIGN_LOG2,
        .term_count = 1,
        .terms = { { slot, 1 } },
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
        const bool take_a = j == b->term_count || (i < a->term_count && a->terms[i].slot <= b->terms[j].slot);
        const bool take_b = i == a->term_count || (j < b->term_count && b->terms[j].slot <= a->terms[i].slot);
        struct lint_term term = { take_a ? a->terms[i].slot : b->terms[j].slot, 0 };
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

static struct lint_form form_of(struct walk *walk, uint32_t slot, unsigned bits);

/* The form of what an instruction computes; false where it is not linear. */
static bool look_through(struct walk *walk, const struct lint_instruction *instruction, struct lint_form *form)
{
    const struct lint_linear *const linear = walk->linear;
    const unsigned bits = instruction->bits;
    const struct lint_conversion conversion = lint_conversion_unpack(instruction->immediate);
    struct lint_form other;

    *form = form_of(walk, instruction->a, bits);
    switch (instruction->op) {
    case LINT_COPY:
    case LINT_SIGN_EXTEND:
    case LINT_MASK:
        return true;
    case LINT_CONVERT:
        return conversion.from != LINT_FLOAT && conversion.to != LINT_FLOAT && conversion.to_bits >= 32;
    case LINT_ADD:
        other = form_of(walk, instruction->b, bits);
        return add_forms(form, &other, 1);
    case LINT_SUB:
        other = form_of(walk, instruction->b, bits);
        return add_forms(form, &other, -1);
    case LINT_INDEX:
        other = form_of(walk, instruction->b, bits);
        *form = form_of(walk, instruction->a, 64);
        return add_forms(form, &other, instruction->immediate);
    case LINT_MUL:
        other = *form;
        if (is_constant(instruction->b)) {
            *form = constant_form(0);
            return add_forms(form, &other, constant_value(linear, instruction->b, bits));
        }
        if (!is_constant(instruction->a))
            return false;
        other = form_of(walk, instruction->b, bits);
        *form = constant_form(0);
        return add_forms(form, &other, constant_value(linear, instruction->a, bits));
    case LINT_SHL:
        if (!is_constant(instruction->b) || (uint64_t)constant_value(linear, instruction->b, bits) > 40)
            return false;
        other = *form;
        *form = constant_form(0);
        return add_forms(form, &other, (int64_t)1 << constant_value(linear, instruction->b, bits));
    case LINT_OR:
        /* A sum, where the constant fills bits that are known to be 0. */
        if (!is_constant(instruction->b) || form->constant != 0)
            return false;
        other = constant_form(constant_value(linear, instruction->b, bits));
        return other.constant >= 0 && other.constant < (int64_t)lint_linear_align(linear, form, false) &&
               add_forms(form, &other, 1);
    default:
        return false;
    }
}

static struct lint_form form_of(struct walk *walk, uint32_t slot, unsigned bits)
{
    const struct lint_linear *const linear = walk->linear;
    struct lint_form form;
    uint32_t definition;
    bool is_linear;

    if (is_constant(slot))
        return constant_form(constant_value(linear, slot, bits));
    if (slot < linear->program->slot_count && linear->arrays[slot] != LINT_NONE) {
        form = constant_form((int64_t)linear->bases[linear->arrays[slot]]);
        form.declared_align = linear->program->arrays[linear->arrays[slot]].align;
        return form;
    }
    if (slot == LINT_NONE || walk->depth == MOST_DEPTH || walk->steps++ >= MOST_STEPS)
        return slot_form(slot);
    definition = linear->definitions[slot];
    if (definition >= SEVERAL || linear->program->instructions[definition].count != 1)
        return slot_form(slot);
    walk->depth++;
    is_linear = look_through(walk, &linear->program->instructions[definition], &form);
    walk->depth--;
    return is_linear ? form : slot_form(slot);
}

struct lint_form lint_linear_form(const struct lint_linear *linear, uint32_t slot)
{
    struct walk walk = { .linear = linear };

    return form_of(&walk, slot, 64);
}

static unsigned trailing_zeros(uint64_t value)
{
    unsigned zeros = 0;

    while (zeros < MOST_ALIGN_LOG2 && !(value >> zeros & 1))
        zeros++;
    return zeros;
}

static unsigned align_of_slot(const struct lint_linear *linear, const uint8_t *aligns, uint32_t slot)
{
    if (is_constant(slot))
        return trailing_zeros(linear->program->constants[slot - LINT_FIRST_CONSTANT]);
    return slot == LINT_NONE ? 0 : aligns[slot];
}

static unsigned align_of_terms(const uint8_t *aligns, const struct lint_form *form)
{
    unsigned align = MOST_ALIGN_LOG2;

    for (size_t i = 0; i < form->term_count; i++)
        align = least(align, aligns[form->terms[i].slot] + trailing_zeros((uint64_t)form->terms[i].coefficient));
    return align;
}

unsigned lint_linear_align(const struct lint_linear *linear, const struct lint_form *form, bool declared)
{
    const unsigned align = 1u << align_of_terms(linear->aligns[declared], form);

    return declared ? least(align, form->declared_align) : align;
}

/* What divides an instruction's result, by what divides its operands. */
static unsigned align_of_result(const struct lint_linear *linear, const uint8_t *aligns,
                                const struct lint_instruction *instruction)
{
    const unsigned a = align_of_slot(linear, aligns, instruction->a);
    const unsigned b = align_of_slot(linear, aligns, instruction->b);

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
        return least(b, align_of_slot(linear, aligns, instruction->c));
    case LINT_CONVERT: {
        const struct lint_conversion conversion = lint_conversion_unpack(instruction->immediate);

        return conversion.from != LINT_FLOAT && conversion.to != LINT_FLOAT ? a : 0;
    }
    default:
        return 0;
    }
}

static bool lower(uint8_t *aligns, uint32_t slot, unsigned align)
{
    if (aligns[slot] <= align)
        return false;
    aligns[slot] = (uint8_t)align;
    return true;
}

/* A step of a loop variable: the form is the variable and a constant. */
static bool is_step(const struct lint_form *form, uint32_t variable)
{
    return form->term_count == 1 && form->terms[0].slot == variable && form->terms[0].coefficient == 1;
}

static bool lower_by_instruction(const struct lint_linear *linear, uint8_t *aligns,
                                 const struct lint_instruction *instruction)
{
    bool is_lower = false;
    unsigned align = align_of_result(linear, aligns, instruction);

    /* A register that is stepped in place. */
    if ((instruction->op == LINT_ADD || instruction->op == LINT_INDEX) && instruction->a == instruction->result &&
        is_constant(instruction->b)) {
        const int64_t step = constant_value(linear, instruction->b, instruction->bits) *
                             (instruction->op == LINT_INDEX ? instruction->immediate : 1);

        align = trailing_zeros((uint64_t)step * linear->unrolling);
    }
    if (instruction->op == LINT_STORE || instruction->result == LINT_NONE || is_constant(instruction->result))
        return false;
    for (uint32_t e = 0; e < instruction->count && e < 128; e++)
        if (instruction->result + e < linear->program->slot_count)
            is_lower |= lower(aligns, instruction->result + e, instruction->count == 1 ? align : 0);
    return is_lower;
}

static bool lower_by_move(const struct lint_linear *linear, uint8_t *aligns, const struct lint_move *move)
{
    const struct lint_form form = lint_linear_form(linear, move->from);

    if (is_step(&form, move->to))
        return lower(aligns, move->to, trailing_zeros((uint64_t)form.constant * linear->unrolling));
    return lower(aligns, move->to, align_of_slot(linear, aligns, move->from));
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

static void find_aligns(const struct lint_linear *linear, uint8_t *aligns, bool declared)
{
    const struct lint_program *const program = linear->program;
    bool is_lower = true;

    set_roots(linear, aligns, declared);
    while (is_lower) {
        is_lower = false;
        for (size_t i = 0; i < program->instruction_count; i++)
            is_lower |= lower_by_instruction(linear, aligns, &program->instructions[i]);
        for (size_t i = 0; i < program->move_count; i++)
            is_lower |= lower_by_move(linear, aligns, &program->moves[i]);
    }
}

static void define(struct lint_linear *linear, uint32_t slot, uint32_t count, uint32_t definition)
{
    for (uint32_t e = 0; e < count; e++)
        if (slot + e < linear->program->slot_count)
            linear->definitions[slot + e] = linear->definitions[slot + e] == LINT_NONE ? definition : SEVERAL;
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
    /* A move is a definition that cannot be looked through. */
    for (size_t i = 0; i < program->move_count; i++)
        define(linear, program->moves[i].to, 1, SEVERAL);
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

enum clsmem_status lint_linear_new(const struct lint_program *program, unsigned unrolling, struct lint_linear **linear)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t slots = program->slot_count + 1;
    struct lint_linear *made = NULL;

    *linear = NULL;
    CHECK_ALLOC(made, sizeof *made);
    *made = (struct lint_linear){ .program = program, .unrolling = unrolling };
    CHECK_ALLOC(made->definitions, slots * sizeof *made->definitions);
    CHECK_ALLOC(made->arrays, slots * sizeof *made->arrays);
    CHECK_ALLOC(made->bases, (program->array_count + 1) * sizeof *made->bases);
    CHECK_ALLOC(made->aligns[0], slots);
    CHECK_ALLOC(made->aligns[1], slots);
    memset(made->definitions, 0xff, slots * sizeof *made->definitions);
    memset(made->aligns[0], 0, slots);
    memset(made->aligns[1], 0, slots);
    memset(made->arrays, 0xff, slots * sizeof *made->arrays);
    place_arrays(made);
    find_definitions(made);
    find_aligns(made, made->aligns[0], false);
    find_aligns(made, made->aligns[1], true);
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
    free(linear);
}
