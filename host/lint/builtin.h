/*
 * OpenCL's builtin functions as instructions of the engine: what a front end that meets a call of one asks for. Names
 * are mangled as clang does it ("_Z3maxDv4_jS_"), since only they tell signed from unsigned.
 */
#ifndef LINT_BUILTIN_H
#define LINT_BUILTIN_H

#include "program.h"

/* An argument or a result: `count` scalars of `bits` bits in consecutive slots. */
struct lint_value {
    uint32_t slot;
    uint32_t count;
    uint8_t bits; /* 64 for a pointer, whatever it is in memory */
    bool is_float;
    bool is_pointer;
    enum lint_space space; /* of what a pointer points at, as its type says */
};

#define LINT_MOST_CALL_ARGUMENTS 12

struct lint_call {
    const char *name;
    struct lint_value arguments[LINT_MOST_CALL_ARGUMENTS];
    size_t argument_count;
    struct lint_value result; /* slots that the front end has set aside; count 0: void */
    bool result_unused;
    uint32_t site;
    uint64_t required_local[3]; /* of the kernel; 0: unknown */
};

/*
 * Adds to the block that was entered last what the call does; where it waits (barriers, work-group functions), that
 * block is ended and the one behind is entered. CLSMEM_INVALID: we have no such builtin, and the text names it in the
 * words of OpenCL ("printf", "read_imagef", "work_group_reduce_add(ulong8)"), and says why where it is refused on
 * purpose.
 */
enum clsmem_status lint_builtin_emit(struct lint_program *program, const struct lint_call *call);

#endif
