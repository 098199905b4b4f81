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
 * read: the page knows both formats, and hands them on unchanged to who wants the raw numbers.
 */
struct compare_html {
    json_t *results;       /* array of result files (results.schema.json) */
    json_t *files;         /* array of their names, as the user gave them */
    json_t *profiles;      /* array of profiles (profile.schema.json) */
    json_t *profile_files; /* array of their names; their bank classes are read from there */
    json_t *comparison;    /* what clsmem-compare --json gives */
};

/*
 * The page of the files, one for each that the settings name, and of the settings' profiles, which are read; rows that
 * are not selected are left out. CLSMEM_INVALID names the profile. The caller releases the page, also after a failure.
 */
enum clsmem_status compare_html_make(const struct compare_settings *settings, const struct clsmem_results *files,
                                     struct compare_html *html);
void compare_html_release(struct compare_html *html);

/*
 * A text of any bytes, such as a path, or a reason that was cut within a character: where it is no UTF-8, what is not ASCII
 * becomes "?". NULL: no memory.
 */
json_t *compare_text_json(const char *bytes);

/* What --json prints; NULL: no memory. */
json_t *compare_json_make(const struct compare_report *report);

/* Writes the page of a struct compare_html, and flushes; false leaves the reason in errno. Goes with clsmem_save. */
bool compare_html_print(const void *html, FILE *out);

/*
 * Pictures of the banks for every class that the results and profiles name, as clsmem-banks draws them: an array of
 * {"class", "layout", "words", "svg"}. Classes that only their file knows are left out. NULL: no memory.
 */
json_t *compare_banks_make(const struct compare_html *what);

#endif
