/* What a user asks of clsmem-bench. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdio.h>

#include "clsmem/kernel.h"
#include "clsmem/profile.h"
#include "clsmem/run.h"

#define MOST_SIZES 32
#define MOST_MODES 16
#define MOST_PROBLEMS (CLSMEM_MAX_SWEEP * MOST_MODES) /* of one family in one type */

/* One word of --size: extents for one family, or for every family that is no roof. */
struct size_choice {
    char family[64]; /* "": every family that is no roof */
    size_t extent[CLSMEM_MAX_EXTENTS];
    size_t extent_count;
};

struct settings {
    bool help, version, list, list_kernels;
    const char *explain; /* the family whose lesson is wanted; NULL: none */
    const char *device;
    const char *kernels; /* selection on family.variant; NULL: all */
    struct size_choice sizes[MOST_SIZES];
    size_t size_count;
    unsigned types;    /* set of CLSMEM_IN_TYPE; 0: each family's own first one */
    const char *modes; /* comma list of names; NULL: those of the scale */
    double alpha, beta;
    const char *json, *csv, *markdown, *report; /* paths, "-" for stdout, NULL for none */
    bool quiet, verbose;
    struct clsmem_class_file class_file; /* what --bank-class read; owned */
    char class_source[512];
    const char *profile_path;       /* NULL: no --profile */
    struct clsmem_profile *profile; /* owned */
    struct clsmem_run_options run;
};

/*
 * Defaults, then CLSMEM_DEVICE and CLSMEM_KERNEL_DIR, then the command line. CLSMEM_INVALID names what is wrong. The
 * caller releases the settings, also after a failure.
 */
enum clsmem_status settings_parse(int argc, char **argv, struct settings *settings);

void settings_release(struct settings *settings);

void settings_print_help(FILE *out);

/* Whether any variant of the family fits a selection as --kernel takes it. */
bool settings_select(const char *selection, const struct clsmem_kernel *kernel);

/* Whether the family is to run in this type. */
bool settings_wants_type(const struct settings *settings, const struct clsmem_kernel *kernel, enum clsmem_type type);

/*
 * The family's problems in the order asked for; without a --size that means it, those of the session's scale.
 * `problems` has room for MOST_PROBLEMS. Returns how many there are.
 */
size_t settings_problems(const struct settings *settings, const struct clsmem_session *session,
                         const struct clsmem_kernel *kernel, enum clsmem_type type, struct clsmem_problem *problems);

#endif
