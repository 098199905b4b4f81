/*
 * The jumps of the library. A function that uses them has a local `enum clsmem_status status` and one label `out:`
 * where it releases what it holds; success and failure leave by the same door. The third one is in jump_cl.h.
 */
#ifndef CLSMEM_JUMP_H
#define CLSMEM_JUMP_H

#include "clsmem/status.h"

#define CHECK(call)                                                                                                   \
    do {                                                                                                              \
        status = (call);                                                                                              \
        if (status != CLSMEM_OK)                                                                                      \
            goto out;                                                                                                 \
    } while (0)

/* Needs <stdlib.h>. */
#define CHECK_ALLOC(pointer, bytes)                                                                                   \
    do {                                                                                                              \
        if (!((pointer) = malloc(bytes))) {                                                                           \
            status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for %zu bytes", (size_t)(bytes));           \
            goto out;                                                                                                 \
        }                                                                                                             \
    } while (0)

#endif
