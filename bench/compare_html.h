/* The report page of clsmem-compare: one file that needs no network, with the data in it. */
#ifndef COMPARE_HTML_H
#define COMPARE_HTML_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "clsmem/status.h"
#include "compare_report.h"

/*
 * What the page shows; everything is borrowed, and any part but `results` may be NULL. The files are given as they were
 * read, but for folders in them: the page knows both formats, and hands them on to who wants the raw numbers.
 */
struct compare_html {
    json_t *results;       /* array of result files (results.schema.json) */
    json_t *files;         /* array of their names, as the user gave them; the page has no folders of them */
    json_t *profiles;      /* array of profiles (profile.schema.json) */
    json_t *profile_files; /* array of their names; their bank classes are read from there */
    json_t
        *comparison; /* what clsmem-compare --json gives, with devices' own sizes on one line; its gate the report's */
    json_t *failures; /* array of {"row", "run", "end", "reason"}: what failed the gate of the report */
};

/*
 * The page of the files, one for each that the settings name, and of the settings' profiles, which are read; rows that
 * are not selected are left out. `report` is what is printed beside it: its gate is told as it is, and without a
 * comparison in it the page has none. CLSMEM_INVALID names the profile. The caller releases the page, also after a
 * failure.
 */
enum clsmem_status compare_html_make(const struct compare_settings *settings, const struct clsmem_results *files,
                                     const struct compare_report *report, struct compare_html *html);
/* Behind the last folder of a path: part of it. */
const char *compare_html_base_name(const char *path);
void compare_html_release(struct compare_html *html);

/* What --json prints, and the gate in it (null without one); NULL: no memory. */
json_t *compare_json_make(const struct compare_report *report);
json_t *compare_json_gate(const struct compare_report *report);
/* As text of any bytes, for which what is not UTF-8 becomes "?"; NULL: no memory. */
json_t *compare_json_text(const char *bytes);

/* Writes the page of a struct compare_html, and flushes; false leaves the reason in errno. Goes with clsmem_save. */
bool compare_html_print(const void *html, FILE *out);

/*
 * Pictures of the banks for every class that the results and profiles name, as clsmem-banks draws them: an array of
 * {"class", "layout", "words", "svg"}. Classes that only their file knows are left out. NULL: no memory.
 */
json_t *compare_banks_make(const struct compare_html *what);

#endif
