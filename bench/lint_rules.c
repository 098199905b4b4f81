/* The rules of the SARIF report. */
#include "lint_rules.h"

static const struct lint_rule rules[] = {
    { "write-write-race", "Two work-items write the same memory", "error",
      "Two work-items of a work-group write the same bytes and no barrier stands between: which value stays is "
      "chance. "
      "Put a barrier between the two, or let one work-item write." },
    { "read-write-race", "One work-item reads what another writes", "error",
      "A work-item reads bytes that another one of its work-group writes, and no barrier stands between: the value "
      "read "
      "is chance. Put a barrier between write and read; in a loop, also before the next round's write." },
    { "lock-step-race", "A race within one sub-group", "error",
      "Work-items of one sub-group read and write the same bytes without a barrier. That works only where the "
      "sub-group "
      "runs in lock-step, which OpenCL does not promise. Use a barrier or sub_group_barrier; --lock-step allows it." },
    { "same-value-race", "Several work-items write the same value", "error",
      "One store writes one value from several work-items to the same bytes. Most hardware gets it right, the "
      "standard "
      "does not promise it. Let one work-item write." },
    { "divergent-barrier", "A barrier that not all work-items reach", "error",
      "Some work-items of the work-group wait at the barrier while others have left or never come: the kernel hangs, "
      "or "
      "goes on without them. Move the barrier out of the branch or loop that divides them." },
    { "different-barriers", "Work-items wait at different barriers", "error",
      "Work-items of one work-group wait at different barriers at the same time. Every work-item has to reach the "
      "same "
      "barrier: take it out of the branch." },
    { "divergent-sub-group", "A sub-group function that not all of the sub-group reach", "error",
      "A function of the whole sub-group was called by a part of it. Move the call out of the branch." },
    { "out-of-bounds", "Access beyond an object", "error",
      "The access lies outside the array or buffer. Check the index against the size, also at the edges of the "
      "ND-range." },
    { "null-pointer", "Access through a null pointer", "error", "The pointer points at nothing. Check the argument." },
    { "write-to-constant", "Write to constant memory", "error", "Constant memory cannot be written by a kernel." },
    { "misaligned", "Access that is not aligned", "error",
      "The address is no multiple of the size that the type asks for. Use vloadN and vstoreN, or align the array." },
    { "uninitialised-read", "Read of memory that nobody has written", "error",
      "The bytes have no value yet: local and private arrays begin undefined. Write them first, behind a barrier "
      "where "
      "another work-item reads them." },
    { "trap", "The kernel gives up", "error", "The kernel reaches a place that it must not reach." },
    { "redundant-barrier", "A barrier that orders nothing", "note",
      "In this launch no two accesses of different work-items need the order that this barrier keeps. It may be left "
      "out, "
      "if that holds for every launch." },
    { LINT_RULE_CONFLICT, "Local memory bank conflict", "warning",
      "Lanes of a sub-group touch different words of one bank, which serves them one after the other. Pad the rows of "
      "the "
      "array by the width of an access, swizzle its index, or let neighbouring lanes touch neighbouring words; "
      "clsmem-banks finds a layout." },
    { LINT_RULE_SECTORS, "Global memory access that is not coalesced", "note",
      "The lanes of a sub-group touch more 32-byte sectors than their bytes fill. Let neighbouring lanes touch "
      "neighbouring addresses, through local memory where the order has to change." },
};

const struct lint_rule *lint_rules(size_t *count)
{
    *count = sizeof rules / sizeof *rules;
    return rules;
}
