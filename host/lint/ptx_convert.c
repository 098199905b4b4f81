/* From PTX to the engine's program: cvt and the choice of address spaces. */
#include "memory.h"
#include "ptx_translate.h"

/* How a conversion rounds, and whether to a whole number. */
struct rounding_word {
    const char *word;
    enum lint_rounding rounding;
    bool to_integer;
    enum lint_op op; /* to a whole number of the same type */
};

static const struct rounding_word rounding_words[] = {
    { ".rn", LINT_TO_NEAREST, false, LINT_COPY },   { ".rz", LINT_TO_ZERO, false, LINT_COPY },
    { ".rm", LINT_DOWN, false, LINT_COPY },         { ".rp", LINT_UP, false, LINT_COPY },
    { ".rni", LINT_TO_NEAREST, true, LINT_RINT_F }, { ".rzi", LINT_TO_ZERO, true, LINT_TRUNC_F },
    { ".rmi", LINT_DOWN, true, LINT_FLOOR_F },      { ".rpi", LINT_UP, true, LINT_CEIL_F },
};

static const struct rounding_word *take_rounding(struct ptx_translator *t)
{
    for (size_t i = 0; i < PTX_COUNT(rounding_words); i++)
        if (lint_ptx_take(t, rounding_words[i].word))
            return &rounding_words[i];
    return NULL;
}

static enum lint_kind kind_of(struct ptx_type type)
{
    return type.kind == PTX_FLOAT ? LINT_FLOAT : type.kind == PTX_SIGNED ? LINT_SIGNED : LINT_UNSIGNED;
}

/* Between integers: plain steps, which the study of addresses can follow. */
static uint32_t integer_to_integer(struct ptx_translator *t, struct ptx_type to, struct ptx_type from, uint32_t value)
{
    if (from.kind == PTX_SIGNED && to.bits > from.bits)
        return lint_ptx_sign_extend(t, from.bits, to.bits, value);
    return to.bits < from.bits ? lint_ptx_mask(t, to.bits, value) : value;
}

static uint32_t converted(struct ptx_translator *t, struct ptx_type to, struct ptx_type from, bool saturates,
                          uint32_t value)
{
    const struct rounding_word *const rounding = take_rounding(t);
    const struct lint_conversion conversion = {
        .from = kind_of(from),
        .to = kind_of(to),
        .from_bits = from.bits,
        .to_bits = to.bits,
        .rounding = rounding ? rounding->rounding : LINT_TO_NEAREST,
        .saturate = to.kind != PTX_FLOAT && (saturates || from.kind == PTX_FLOAT),
    };

    if (from.kind != PTX_FLOAT && to.kind != PTX_FLOAT)
        return saturates ? lint_ptx_convert(t, &conversion, value) : integer_to_integer(t, to, from, value);
    if (from.kind == PTX_FLOAT && to.kind == PTX_FLOAT && from.bits == to.bits) {
        if (rounding && rounding->to_integer)
            return lint_ptx_do1(t, rounding->op, to.bits, value);
        return value;
    }
    if (rounding && rounding->to_integer && to.kind == PTX_FLOAT)
        lint_ptx_refuse(t, "it rounds to a whole number of another size");
    if (from.kind == PTX_FLOAT && to.kind != PTX_FLOAT && !(rounding && rounding->to_integer))
        lint_ptx_refuse(t, "it does not say how to round to an integer");
    return lint_ptx_convert(t, &conversion, value);
}

void lint_ptx_op_cvt(struct ptx_translator *t)
{
    const bool saturates = lint_ptx_take(t, ".sat");
    const struct ptx_type to = lint_ptx_take_type(t), from = lint_ptx_take_type(t);
    uint32_t value = lint_ptx_value(t, 1, from);

    (void)lint_ptx_take(t, ".ftz");
    if (to.kind == PTX_PREDICATE || from.kind == PTX_PREDICATE)
        lint_ptx_refuse(t, "predicates are not converted");
    value = converted(t, to, from, saturates, value);
    if (saturates && to.kind == PTX_FLOAT)
        value = lint_ptx_saturate_float(t, to.bits, value);
    lint_ptx_store_result(t, lint_ptx_operand(t, 0), to, value);
}

static enum ptx_space take_space(struct ptx_translator *t)
{
    static const char *const words[] = { ".global", ".shared", ".shared::cta", ".local",
                                         ".const",  ".param",  ".param::entry" };
    static const enum ptx_space spaces[] = { PTX_GLOBAL, PTX_SHARED, PTX_SHARED, PTX_LOCAL,
                                             PTX_CONST,  PTX_PARAM,  PTX_PARAM };
    const int which = lint_ptx_take_one(t, words, PTX_COUNT(words));

    if (which < 0)
        lint_ptx_refuse(t, "it names no space that we know");
    return which < 0 ? PTX_GENERIC : spaces[which];
}

/*
 * Addresses tell their space, so generic ones are the same as those of a space. Only where a program keeps addresses
 * of local memory in 32 bits has the tag to be put back.
 */
void lint_ptx_op_cvta(struct ptx_translator *t)
{
    const bool from_generic = lint_ptx_take(t, ".to");
    const enum ptx_space space = take_space(t);
    const struct ptx_type type = lint_ptx_take_type(t);
    const uint32_t value = lint_ptx_value(t, 1, type), result = lint_ptx_result(t, 0, type);

    if (!from_generic && t->has_short_addresses && type.bits == 64 && (space == PTX_SHARED || space == PTX_LOCAL))
        lint_ptx_put2(t, result, LINT_OR, 64, value, lint_ptx_constant(t, lint_address_tag(lint_ptx_space(space))));
    else
        lint_ptx_put1(t, result, LINT_COPY, type.bits, value);
}

void lint_ptx_op_isspacep(struct ptx_translator *t)
{
    const enum ptx_space space = take_space(t);
    const struct ptx_type type = { PTX_UNSIGNED, 64 };
    const uint32_t tag = lint_ptx_do2(t, LINT_LSHR, 64, lint_ptx_value(t, 1, type), lint_ptx_constant(t, 60));

    if (space == PTX_CONST || space == PTX_PARAM)
        lint_ptx_refuse(t, "constants cannot be told from global memory by their address");
    lint_ptx_put2(t, lint_ptx_result(t, 0, (struct ptx_type){ PTX_PREDICATE, 1 }), LINT_EQ, 64, tag,
                  lint_ptx_constant(t, lint_address_tag(lint_ptx_space(space)) >> 60));
}
