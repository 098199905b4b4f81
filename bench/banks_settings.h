/* What a user asks of clsmem-banks. */
#ifndef BANKS_SETTINGS_H
#define BANKS_SETTINGS_H

#include <stdbool.h>
#include <stdio.h>

#include "clsmem/bank_search.h"
#include "clsmem/profile.h"
#include "terminal.h"

enum banks_task { TASK_PATTERN, TASK_SEARCH, TASK_LESSON, TASK_ORACLE, TASK_LIST_CLASSES, TASK_SPEED };

enum banks_pattern { PATTERN_NONE, PATTERN_STRIDE, PATTERN_TILE, PATTERN_ADDRESSES, PATTERN_INDEX };

struct banks_settings {
    bool help, version;
    enum banks_task task;
    unsigned task_count; /* options that named a task: more than one is an error */

    enum banks_pattern pattern;
    unsigned pattern_count; /* the same for patterns; a tile beside an index is none */
    unsigned long long stride;
    const char *index; /* an expression */
    uint32_t addresses[CLSMEM_MAX_LANES];
    unsigned address_count;

    bool has_tile, has_walk, has_swizzle, has_pad;
    struct clsmem_bank_tile tile;
    size_t swizzle_bytes;
    enum clsmem_bank_walk walk;

    enum clsmem_bank_op op;
    unsigned bytes;         /* of one access */
    unsigned element_bytes; /* 0: what follows from the pattern */
    unsigned lanes;         /* 0: those of each class */
    bool has_active;
    uint64_t active;

    const char *class_names; /* NULL: the default */
    const char *class_file;
    const char *profile;
    struct clsmem_class_file own_file;         /* what --class-file or --profile named; owned */
    const struct clsmem_bank_class *own_class; /* of it; NULL: none */
    const struct clsmem_bank_class *classes[CLSMEM_MAX_CLASSES];
    size_t class_count;

    struct clsmem_bank_demand demands[CLSMEM_MAX_DEMANDS];
    size_t demand_count;
    size_t most_pad;
    bool has_most_pad;
    const char *oracle;

    const char *json, *svg; /* "-": stdout */
    unsigned panels;        /* 0: one a pass */
    enum colour colour;
};

/* CLSMEM_INVALID or CLSMEM_IO name what is wrong. The caller releases the settings, also after a failure. */
enum clsmem_status banks_settings_parse(int argc, char **argv, struct banks_settings *settings);
void banks_settings_release(struct banks_settings *settings);

void banks_settings_print_help(FILE *out);

#endif
