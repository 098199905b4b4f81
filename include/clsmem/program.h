/* From a family's source text to a built program. */
#ifndef CLSMEM_PROGRAM_H
#define CLSMEM_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "clsmem/device.h"
#include "clsmem/kernel.h"

/* A built program. Owns `handle` and `log`. */
struct clsmem_program {
    cl_program handle;
    char *log;            /* the compiler's words; "" when it had none; NULL before a build */
    uint64_t source_hash; /* FNV-1a of all that the compiler was given */
    double build_ns;
};

/* Where kernels come from: a folder with <stem>.cl and clsmem.clh, or NULL for those inside the library. */
struct clsmem_sources {
    const char *directory;
};

/* What one program is made of beside its files. Pointers are borrowed. */
struct clsmem_recipe {
    const char *stem;  /* of the kernel file: "gemm" */
    const char *label; /* for messages, and for caches: "gemm.tiled" */
    enum clsmem_type type;
    const struct clsmem_param *variant_params, *plan_params; /* macros; NULL for none */
    bool uses_subgroups; /* by cl_khr_subgroups, which takes a newer OpenCL C than 1.2 */
    bool uses_clock;     /* by cl_khr_kernel_clock, likewise */
};

/*
 * Builds <stem>.cl for one variant: its macros, then clsmem.clh, then the file, under #line directives so that logs
 * name the real file. The label and the macros are part of the text, so no driver's cache can mix variants up.
 * CLSMEM_BUILD_FAILED leaves the log in program->log; CLSMEM_IO when the folder lacks a file. The caller releases the
 * program, also after a failure.
 */
enum clsmem_status clsmem_program_build(const struct clsmem_device *device, const struct clsmem_sources *sources,
                                        const struct clsmem_recipe *recipe, struct clsmem_program *program);

/* The text that it gives to the compiler of a CPU or of another device; the caller frees it. NULL after a failure. */
enum clsmem_status clsmem_program_text(const struct clsmem_sources *sources, const struct clsmem_recipe *recipe,
                                       bool on_cpu, char **text);

/* A number that changes with the files that a family is built from: the common header and <stem>.cl. */
enum clsmem_status clsmem_program_files_hash(const struct clsmem_sources *sources, const char *stem, uint64_t *hash);

/* clsmem_program_build for a kernel file that is text in memory; `name` stands for its file name in the compiler's log. */
enum clsmem_status clsmem_program_build_text(const struct clsmem_device *device, const char *name, const char *text,
                                             const struct clsmem_param *params, struct clsmem_program *program);
void clsmem_program_release(struct clsmem_program *program);

#endif
