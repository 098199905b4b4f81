/* From PTX to the engine's program: special registers. */
#include "ptx_translate.h"

enum special_kind {
    SPECIAL_ID,       /* `number`: enum lint_id, `dimension` */
    SPECIAL_SCALAR,   /* `number`: enum lint_scalar_id */
    SPECIAL_CONSTANT, /* `number` */
    SPECIAL_CLOCK,    /* `number`: bits it is shifted by */
    SPECIAL_LANES,    /* `number`: enum lane_mask */
};

enum lane_mask { LANES_EQUAL, LANES_LESS, LANES_LESS_EQUAL, LANES_GREATER, LANES_GREATER_EQUAL };

struct special {
    const char *name;
    enum special_kind kind;
    unsigned number, dimension;
};

#define THREE(name, id)                                                                                               \
    { name ".x", SPECIAL_ID, id, 0 }, { name ".y", SPECIAL_ID, id, 1 },                                               \
    {                                                                                                                 \
        name ".z", SPECIAL_ID, id, 2                                                                                  \
    }

/*
 * NVIDIA's OpenCL launches in parts: %envreg0 to 2 add to the number of the work-group, %envreg3 to 5 are the global
 * offset, %envreg6 to 8 count the work-groups of all parts, and %envreg9 is the number of dimensions. Here a launch is
 * never cut.
 */
static const struct special specials[] = {
    THREE("%tid", LINT_LOCAL_ID),
    THREE("%ntid", LINT_LOCAL_SIZE),
    THREE("%ctaid", LINT_GROUP_ID),
    THREE("%nctaid", LINT_GROUP_COUNT),
    { "%laneid", SPECIAL_SCALAR, LINT_LANE, 0 },
    { "%warpid", SPECIAL_SCALAR, LINT_SUB_GROUP_ID, 0 },
    { "%nwarpid", SPECIAL_SCALAR, LINT_SUB_GROUP_COUNT, 0 },
    { "WARP_SZ", SPECIAL_SCALAR, LINT_SUB_GROUP_MAX_SIZE, 0 },
    { "%envreg0", SPECIAL_CONSTANT, 0, 0 },
    { "%envreg1", SPECIAL_CONSTANT, 0, 0 },
    { "%envreg2", SPECIAL_CONSTANT, 0, 0 },
    { "%envreg3", SPECIAL_ID, LINT_GLOBAL_OFFSET, 0 },
    { "%envreg4", SPECIAL_ID, LINT_GLOBAL_OFFSET, 1 },
    { "%envreg5", SPECIAL_ID, LINT_GLOBAL_OFFSET, 2 },
    { "%envreg6", SPECIAL_ID, LINT_GROUP_COUNT, 0 },
    { "%envreg7", SPECIAL_ID, LINT_GROUP_COUNT, 1 },
    { "%envreg8", SPECIAL_ID, LINT_GROUP_COUNT, 2 },
    { "%envreg9", SPECIAL_SCALAR, LINT_WORK_DIM, 0 },
    { "%gridid", SPECIAL_CONSTANT, 0, 0 },
    { "%clock", SPECIAL_CLOCK, 0, 0 },
    { "%clock64", SPECIAL_CLOCK, 0, 0 },
    { "%globaltimer", SPECIAL_CLOCK, 0, 0 },
    { "%clock_hi", SPECIAL_CLOCK, 32, 0 },
    { "%globaltimer_hi", SPECIAL_CLOCK, 32, 0 },
    { "%globaltimer_lo", SPECIAL_CLOCK, 0, 0 },
    { "%lanemask_eq", SPECIAL_LANES, LANES_EQUAL, 0 },
    { "%lanemask_lt", SPECIAL_LANES, LANES_LESS, 0 },
    { "%lanemask_le", SPECIAL_LANES, LANES_LESS_EQUAL, 0 },
    { "%lanemask_gt", SPECIAL_LANES, LANES_GREATER, 0 },
    { "%lanemask_ge", SPECIAL_LANES, LANES_GREATER_EQUAL, 0 },
};

static uint32_t lane_mask(struct ptx_translator *t, enum lane_mask mask)
{
    const uint32_t one = lint_ptx_constant(t, 1), ones = lint_ptx_constant(t, UINT32_MAX);
    const uint32_t own = lint_ptx_do2(t, LINT_SHL, 32, one, lint_program_scalar_id(t->program, LINT_LANE));
    const uint32_t below = lint_ptx_do2(t, LINT_SUB, 32, own, one);

    switch (mask) {
    case LANES_LESS:
        return below;
    case LANES_LESS_EQUAL:
        return lint_ptx_do2(t, LINT_OR, 32, below, own);
    case LANES_GREATER:
        return lint_ptx_do2(t, LINT_XOR, 32, lint_ptx_do2(t, LINT_OR, 32, below, own), ones);
    case LANES_GREATER_EQUAL:
        return lint_ptx_do2(t, LINT_XOR, 32, below, ones);
    default:
        return own;
    }
}

static uint32_t read_clock(struct ptx_translator *t, unsigned shift)
{
    const uint32_t clock = lint_ptx_slot(t);

    lint_ptx_put3(t, clock, LINT_CLOCK, 64, LINT_NONE, LINT_NONE, LINT_NONE);
    return shift ? lint_ptx_do2(t, LINT_LSHR, 64, clock, lint_ptx_constant(t, shift)) : clock;
}

uint32_t lint_ptx_special(struct ptx_translator *t, const struct ptx_operand *operand)
{
    for (size_t i = 0; i < PTX_COUNT(specials); i++) {
        const struct special *const special = &specials[i];

        if (!lint_ptx_is(operand->name, special->name) || operand->offset != 0 || operand->is_negated)
            continue;
        switch (special->kind) {
        case SPECIAL_ID:
            return lint_program_id(t->program, (enum lint_id)special->number, special->dimension);
        case SPECIAL_SCALAR:
            return lint_program_scalar_id(t->program, (enum lint_scalar_id)special->number);
        case SPECIAL_CONSTANT:
            return lint_ptx_constant(t, special->number);
        case SPECIAL_CLOCK:
            return read_clock(t, special->number);
        case SPECIAL_LANES:
            return lane_mask(t, (enum lane_mask)special->number);
        }
    }
    lint_ptx_refuse(t, "\"%.*s\" is no register that we know", PTX_SHOW(operand->name));
    return 0;
}
