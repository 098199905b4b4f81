/* From PTX to the engine's program: comparisons and selections. */
#include "ptx_translate.h"

static const struct ptx_type predicate = { PTX_PREDICATE, 1 };

/* A comparison of integers or of real numbers; what is not there for a kind has no op, or no order. */
struct comparison {
    const char *word;
    enum lint_op of_signed, of_unsigned;
    bool is_swapped;
    unsigned orders;
};

static const struct comparison comparisons[] = {
    { ".eq", LINT_EQ, LINT_EQ, false, LINT_EQUAL },
    { ".ne", LINT_NE, LINT_NE, false, LINT_LESS | LINT_GREATER },
    { ".lt", LINT_LT_S, LINT_LT_U, false, LINT_LESS },
    { ".le", LINT_LE_S, LINT_LE_U, false, LINT_LESS | LINT_EQUAL },
    { ".gt", LINT_LT_S, LINT_LT_U, true, LINT_GREATER },
    { ".ge", LINT_LE_S, LINT_LE_U, true, LINT_GREATER | LINT_EQUAL },
    { ".lo", LINT_LT_U, LINT_LT_U, false, 0 },
    { ".ls", LINT_LE_U, LINT_LE_U, false, 0 },
    { ".hi", LINT_LT_U, LINT_LT_U, true, 0 },
    { ".hs", LINT_LE_U, LINT_LE_U, true, 0 },
    { ".equ", LINT_COPY, LINT_COPY, false, LINT_EQUAL | LINT_UNORDERED },
    { ".neu", LINT_COPY, LINT_COPY, false, LINT_LESS | LINT_GREATER | LINT_UNORDERED },
    { ".ltu", LINT_COPY, LINT_COPY, false, LINT_LESS | LINT_UNORDERED },
    { ".leu", LINT_COPY, LINT_COPY, false, LINT_LESS | LINT_EQUAL | LINT_UNORDERED },
    { ".gtu", LINT_COPY, LINT_COPY, false, LINT_GREATER | LINT_UNORDERED },
    { ".geu", LINT_COPY, LINT_COPY, false, LINT_GREATER | LINT_EQUAL | LINT_UNORDERED },
    { ".num", LINT_COPY, LINT_COPY, false, LINT_LESS | LINT_EQUAL | LINT_GREATER },
    { ".nan", LINT_COPY, LINT_COPY, false, LINT_UNORDERED },
};

static const struct comparison *take_comparison(struct ptx_translator *t)
{
    for (size_t i = 0; i < PTX_COUNT(comparisons); i++)
        if (lint_ptx_take(t, comparisons[i].word))
            return &comparisons[i];
    lint_ptx_refuse(t, "it does not say how to compare");
    return &comparisons[0];
}

/* Where the answer is put; LINT_NONE: into a fresh slot. */
static uint32_t compare(struct ptx_translator *t, const struct comparison *comparison, struct ptx_type type,
                        uint32_t result)
{
    const uint32_t a = lint_ptx_value(t, 1, type), b = lint_ptx_value(t, 2, type);
    const enum lint_op op = type.kind == PTX_SIGNED ? comparison->of_signed : comparison->of_unsigned;

    if (result == LINT_NONE)
        result = lint_ptx_slot(t);
    if (type.kind == PTX_FLOAT) {
        if (comparison->orders == 0)
            lint_ptx_refuse(t, "\"%s\" is for integers", comparison->word);
        lint_ptx_emit(t, &(struct lint_instruction){ .op = LINT_COMPARE_F,
                                                     .bits = (uint8_t)type.bits,
                                                     .result = result,
                                                     .a = a,
                                                     .b = b,
                                                     .c = LINT_NONE,
                                                     .detail = LINT_NONE,
                                                     .immediate = comparison->orders });
        return result;
    }
    if (op == LINT_COPY)
        lint_ptx_refuse(t, "\"%s\" is for real numbers", comparison->word);
    lint_ptx_put2(t, result, op, type.bits, comparison->is_swapped ? b : a, comparison->is_swapped ? a : b);
    return result;
}

/* ".and": the answer and a predicate make the result. LINT_COPY: there is none. */
static enum lint_op take_combination(struct ptx_translator *t)
{
    static const char *const words[] = { ".and", ".or", ".xor" };
    static const enum lint_op combinations[] = { LINT_AND, LINT_OR, LINT_XOR };
    const int which = lint_ptx_take_one(t, words, PTX_COUNT(words));

    if ((which >= 0) != (lint_ptx_count(t) == 4))
        lint_ptx_refuse(t, "a third source goes with .and, .or and .xor alone");
    return which < 0 ? LINT_COPY : combinations[which];
}

void lint_ptx_op_setp(struct ptx_translator *t)
{
    const struct comparison *const comparison = take_comparison(t);
    const enum lint_op combination = take_combination(t);
    const struct ptx_type type = lint_ptx_take_type(t);
    const struct ptx_operand *const results = lint_ptx_operand(t, 0);
    const bool is_pair = results->kind == PTX_PAIR;
    uint32_t answer, opposite, third;

    (void)lint_ptx_take(t, ".ftz");
    if (!is_pair && combination == LINT_COPY) {
        (void)compare(t, comparison, type, lint_ptx_result(t, 0, predicate));
        return;
    }
    answer = compare(t, comparison, type, LINT_NONE);
    opposite = lint_ptx_do2(t, LINT_XOR, 1, answer, lint_ptx_constant(t, 1));
    if (combination != LINT_COPY) {
        third = lint_ptx_value(t, 3, predicate);
        answer = lint_ptx_do2(t, combination, 1, answer, third);
        opposite = lint_ptx_do2(t, combination, 1, opposite, third);
    }
    lint_ptx_put1(t, lint_ptx_result_of(t, is_pair ? lint_ptx_element(t, results, 0) : results, predicate), LINT_COPY,
                  1, answer);
    if (is_pair)
        lint_ptx_put1(t, lint_ptx_result_of(t, lint_ptx_element(t, results, 1), predicate), LINT_COPY, 1, opposite);
}

/* True is all ones, or 1.0. */
void lint_ptx_op_set(struct ptx_translator *t)
{
    const struct comparison *const comparison = take_comparison(t);
    const enum lint_op combination = take_combination(t);
    const struct ptx_type to = lint_ptx_take_type(t), type = lint_ptx_take_type(t);
    uint32_t answer = compare(t, comparison, type, LINT_NONE);

    (void)lint_ptx_take(t, ".ftz");
    if (to.bits != 32)
        lint_ptx_refuse(t, "its result has 32 bits");
    if (combination != LINT_COPY)
        answer = lint_ptx_do2(t, combination, 1, answer, lint_ptx_value(t, 3, predicate));
    lint_ptx_put3(t, lint_ptx_result(t, 0, to), LINT_SELECT, 32, answer,
                  lint_ptx_constant(t, to.kind == PTX_FLOAT ? 0x3f800000 : UINT32_MAX), lint_ptx_constant(t, 0));
}

void lint_ptx_op_selp(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t);

    lint_ptx_put3(t, lint_ptx_result(t, 0, type), LINT_SELECT, type.bits, lint_ptx_value(t, 3, predicate),
                  lint_ptx_value(t, 1, type), lint_ptx_value(t, 2, type));
}

/* By the sign of a third source. */
void lint_ptx_op_slct(struct ptx_translator *t)
{
    const struct ptx_type type = lint_ptx_take_type(t), third = lint_ptx_take_type(t);
    const uint32_t c = lint_ptx_value(t, 3, third), zero = lint_ptx_constant(t, 0);
    uint32_t is_positive;

    (void)lint_ptx_take(t, ".ftz");
    if (third.kind == PTX_FLOAT)
        is_positive = lint_ptx_compare_float(t, third.bits, LINT_GREATER | LINT_EQUAL, c, zero);
    else
        is_positive = lint_ptx_do2(t, LINT_LE_S, third.bits, zero, c);
    lint_ptx_put3(t, lint_ptx_result(t, 0, type), LINT_SELECT, type.bits, is_positive, lint_ptx_value(t, 1, type),
                  lint_ptx_value(t, 2, type));
}
