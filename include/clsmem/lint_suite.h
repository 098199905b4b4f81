/* The suite's own variants as launches of the engine. */
#ifndef CLSMEM_LINT_SUITE_H
#define CLSMEM_LINT_SUITE_H

#include "clsmem/kernel.h"
#include "clsmem/lint.h"

/* One variant at one problem, on a device that is thought up: 48 KiB of local memory, groups of 1024. */
struct clsmem_lint_suite_case {
    const struct clsmem_kernel *kernel;
    const struct clsmem_variant *variant;
    struct clsmem_problem problem;
    struct clsmem_plan plan;
    bool on_cpu;
};

/* A problem that is small, and that whole tiles of every variant cover. */
struct clsmem_problem clsmem_lint_suite_problem(const struct clsmem_kernel *kernel, enum clsmem_type type,
                                                size_t mode);

/*
 * False where the variant cannot be run here: it has no kernel of ours (CLBlast's rows, loops on the host), or needs a
 * vendor's compiler, or another type. CPU
 * variants are planned for a CPU.
 */
bool clsmem_lint_suite_case_make(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                                 const struct clsmem_problem *problem, struct clsmem_lint_suite_case *made);

/* The kernel of one pass of the plan, in a view. The caller unloads it; NULL after a failure. */
enum clsmem_status clsmem_lint_suite_load(const struct clsmem_lint_suite_case *own, size_t pass,
                                          const struct clsmem_lint_view *view, struct clsmem_lint_kernel **kernel);

/* Contents of the plan's buffers, each in a file of its own; "" where pseudo-random numbers or zeros will do. */
struct clsmem_lint_suite_files {
    char paths[CLSMEM_MAX_BUFFERS][256];
};

/* Files of the inputs whose data the family shapes. The caller removes them, also after a failure. */
enum clsmem_status clsmem_lint_suite_files_make(const struct clsmem_lint_suite_case *own,
                                                struct clsmem_lint_suite_files *files);
void clsmem_lint_suite_files_remove(struct clsmem_lint_suite_files *files);

/*
 * The launch of one pass. Buffers without a file are pseudo-random numbers of their type, or zeros where they are scratch
 * or state. The texts lie in `specs`.
 */
struct clsmem_lint_suite_launch {
    struct clsmem_lint_launch launch;
    const char *args[CLSMEM_MAX_ARGS];
    char specs[CLSMEM_MAX_ARGS][264];
};

/* Makes the launch; `made` must outlive its use, and stay where it is. */
void clsmem_lint_suite_launch_make(const struct clsmem_lint_suite_case *own, size_t pass,
                                   const struct clsmem_lint_suite_files *files, struct clsmem_lint_suite_launch *made);

/* The view that shows best what hardware of a class executes. */
const struct clsmem_lint_view *clsmem_lint_suite_view_of(const struct clsmem_bank_class *bank_class);

#endif
