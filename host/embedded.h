/* The kernel sources inside the library. cmake/embed.cmake writes the definitions at build time. */
#ifndef CLSMEM_EMBEDDED_H
#define CLSMEM_EMBEDDED_H

#include <stddef.h>

struct clsmem_embedded {
    const char *name;          /* of the file, without its folder: "gemm.cl", "clsmem.clh" */
    const unsigned char *text; /* `bytes` bytes and a terminator behind them */
    size_t bytes;
};

extern const struct clsmem_embedded clsmem_embedded_sources[];
extern const size_t clsmem_embedded_count;

#endif
