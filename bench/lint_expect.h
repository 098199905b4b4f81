/* Measured kernels against predictions. */
#ifndef LINT_EXPECT_H
#define LINT_EXPECT_H

#include <stdio.h>

#include "lint_settings.h"

/* X(column): the numbers of a row. */
#define LINT_COUNTERS(X)                                                                                              \
    X(load_instructions)                                                                                              \
    X(load_wavefronts)                                                                                                \
    X(load_conflicts)                                                                                                 \
    X(store_instructions)                                                                                             \
    X(store_wavefronts)                                                                                               \
    X(store_conflicts)                                                                                                \
    X(atomic_instructions)                                                                                            \
    X(atomic_wavefronts)                                                                                              \
    X(atomic_conflicts)                                                                                               \
    X(global_load_requests)                                                                                           \
    X(global_load_sectors)                                                                                            \
    X(global_store_requests)                                                                                          \
    X(global_store_sectors)                                                                                           \
    X(ffma)                                                                                                           \
    X(fadd)                                                                                                           \
    X(fmul)

enum lint_counter {
#define LINT_COUNTER_ENUM(name) LINT_COUNTER_##name,
    LINT_COUNTERS(LINT_COUNTER_ENUM)
#undef LINT_COUNTER_ENUM
        LINT_COUNTER_COUNT
};

/* A measured launch. Texts are "" where the row lacks them. */
struct lint_expect_row {
    size_t line; /* of the file */
    const char *kernel, *build_options, *global, *local, *arguments, *ptx;
    bool has[LINT_COUNTER_COUNT];
    uint64_t measured[LINT_COUNTER_COUNT];
};

/*
 * Visits the rows of a table whose first line names its columns, in any order; `visit` ends it by giving false. Rows
 * may lack columns from the right. CLSMEM_INVALID or CLSMEM_IO name what is wrong.
 */
enum clsmem_status lint_expect_read(const char *path, bool (*visit)(const struct lint_expect_row *row, void *context),
                                    void *context);

/*
 * Runs every row in every view and prints measured beside predicted. EXIT_WRONG where a row is off, EXIT_STOPPED once
 * `stop` is raised.
 */
enum exit_code lint_expect_run(FILE *out, const struct lint_settings *settings, volatile const int *stop);

#endif
