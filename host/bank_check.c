/* Whether an access makes sense for a class. */
#include "clsmem/bank.h"

static enum clsmem_status check_width(const struct clsmem_bank_class *bank_class,
                                      const struct clsmem_bank_access *access)
{
    const unsigned bytes = access->bytes;

    if (bytes == 12 && clsmem_bank_class_rule(bank_class, access->op, bytes))
        return CLSMEM_OK;
    if (bytes == 12)
        return clsmem_fail(CLSMEM_INVALID, "a width of 12 bytes is no power of two, and %s has no such %s",
                           bank_class->name, clsmem_bank_op_word(access->op));
    if (bytes == 0 || bytes > 16 || (bytes & (bytes - 1)) != 0)
        return clsmem_fail(CLSMEM_INVALID, "a width of %u bytes: a lane touches 1, 2, 4, 8 or 16", bytes);
    if (access->op >= CLSMEM_ATOMIC && bytes != 4 && bytes != 8)
        return clsmem_fail(CLSMEM_INVALID, "a width of %u bytes: atomics are of 4 or 8", bytes);
    return CLSMEM_OK;
}

enum clsmem_status clsmem_bank_check(const struct clsmem_bank_class *bank_class,
                                     const struct clsmem_bank_access *access)
{
    const unsigned alignment = access->bytes == 12 ? 4 : access->bytes;
    const enum clsmem_status status = check_width(bank_class, access);

    if (status != CLSMEM_OK)
        return status;
    if (access->lanes == 0 || access->lanes > bank_class->most_lanes)
        return clsmem_fail(CLSMEM_INVALID, "%u lanes, but a sub-group of %s has 1 to %u", access->lanes,
                           bank_class->name, bank_class->most_lanes);
    for (unsigned lane = 0; lane < access->lanes; lane++)
        if ((access->active >> lane & 1) != 0 && access->addresses[lane] % alignment != 0)
            return clsmem_fail(CLSMEM_INVALID, "lane %u: address %lu is no multiple of the access's %u bytes", lane,
                               (unsigned long)access->addresses[lane], alignment);
    return CLSMEM_OK;
}
