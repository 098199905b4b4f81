/* What a user asks of clsmem-compare. */
#ifndef COMPARE_SETTINGS_H
#define COMPARE_SETTINGS_H

#include <stdbool.h>
#include <stdio.h>

#include "clsmem/compare.h"
#include "terminal.h"

#define COMPARE_MOST_FILES 100
#define COMPARE_MOST_PROFILES 20

/* X(name, option, help): reports that go to a file, or to stdout by "-". */
#define COMPARE_OUTPUTS(X)                                                                                            \
    X(MARKDOWN, "markdown", "as Markdown, for an issue or a page")                                                    \
    X(CSV, "csv", "one line for each row and run")                                                                    \
    X(JSON, "json", "all of it, by the schema bench/compare.schema.json")                                             \
    X(HTML, "html", "a page with charts for a browser, in one file; one run is enough for it")                        \
    X(JUNIT, "junit", "what the gate says, a test case for each row, for CI")

enum compare_output {
#define COMPARE_OUTPUT_ENUM(name, option, help) COMPARE_##name,
    COMPARE_OUTPUTS(COMPARE_OUTPUT_ENUM)
#undef COMPARE_OUTPUT_ENUM
        COMPARE_OUTPUT_COUNT
};

/* What is compared: times, shares of each device's own roof, slowdowns against each device's own first layout. */
enum compare_view { COMPARE_VIEW_ABSOLUTE, COMPARE_VIEW_ROOF, COMPARE_VIEW_LAYOUT };

struct compare_settings {
    bool help, version;
    const char *files[COMPARE_MOST_FILES];
    size_t file_count;
    const char *profiles[COMPARE_MOST_PROFILES]; /* for the page */
    size_t profile_count;
    enum compare_view view;
    const char *kernels;                       /* a selection; NULL: all */
    const char *outputs[COMPARE_OUTPUT_COUNT]; /* NULL: not asked for; "-": stdout */
    struct clsmem_gate gate;
    enum colour colour;
};

/* CLSMEM_INVALID names what is wrong. The texts point into argv. */
enum clsmem_status compare_settings_parse(int argc, char **argv, struct compare_settings *settings);
bool compare_settings_have_gate(const struct compare_settings *settings);
/* Whether the page is all that is asked for: it needs nothing to be compared with. */
bool compare_settings_want_page_alone(const struct compare_settings *settings);
/* Whether a report goes to stdout, which is pure then. */
bool compare_settings_take_stdout(const struct compare_settings *settings);

/* Whether the settings, a struct compare_settings, select the row. */
bool compare_settings_keep_row(const void *settings, const struct clsmem_results_row *row);

void compare_settings_print_help(FILE *out);

#endif
