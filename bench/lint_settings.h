/* What a user asks of clsmem-lint. */
#ifndef LINT_SETTINGS_H
#define LINT_SETTINGS_H

#include <stdio.h>

#include "clsmem/lint.h"
#include "clsmem/profile.h"
#include "options.h"
#include "terminal.h"

#define LINT_MOST_VIEWS 16

/* Sizes in up to three dimensions; count 0: not given. */
struct lint_sizes {
    size_t count, size[3];
};

struct lint_settings {
    bool help, version, list_kernels, list_views;

    const char *path; /* of the OpenCL C; NULL: none */
    const char *ptx;
    const char *kernel, *build_options;
    struct lint_sizes global, local, offset;
    char **args; /* owned */
    size_t arg_count;

    const char *view_names;
    const struct clsmem_lint_view *views[LINT_MOST_VIEWS];
    size_t view_count;
    const char *class_names, *profile;
    const struct clsmem_bank_class *bank_classes[LINT_MOST_VIEWS]; /* none: each view's */
    struct clsmem_class_file own_classes[LINT_MOST_VIEWS];         /* those from files; owned */
    size_t class_count;
    unsigned lanes; /* 0: those of the class */

    bool has_groups;
    enum clsmem_lint_groups groups;
    uint64_t group_count;
    unsigned threads;
    double deadline_s;
    double max_degree; /* 0: none */
    bool lock_step;

    const char *json, *sarif; /* "-": stdout */
    const char *expect, *kernel_dir, *ptx_dir;
    const char *suite, *predictions;
    enum colour colour;
};

/* CLSMEM_INVALID or CLSMEM_IO name what is wrong. The caller releases the settings, also after a failure. */
enum clsmem_status lint_settings_parse(int argc, char **argv, struct lint_settings *settings);
void lint_settings_release(struct lint_settings *settings);

void lint_settings_print_help(FILE *out);

/* "64,16" to numbers; `what` names them in the error. */
enum clsmem_status lint_sizes_read(const char *text, const char *what, size_t least, struct lint_sizes *sizes);

/* Adds the specs of a list with blanks between them. */
enum clsmem_status lint_args_add(const char *list, char ***args, size_t *count);
void lint_args_release(char **args, size_t count);

#endif
