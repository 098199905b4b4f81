/* Lint reports as JSON (bench/lint.schema.json) and as SARIF 2.1.0. */
#ifndef LINT_JSON_H
#define LINT_JSON_H

#include <jansson.h>

#include "lint_run.h"

/* NULL: no memory. */
json_t *lint_json_make(const struct lint_settings *settings, const struct lint_results *results);
json_t *lint_sarif_make(const struct lint_settings *settings, const struct lint_results *results);

/* A text, with '?' for what is no UTF-8. */
json_t *lint_json_text(const char *text);

/* Puts a value into an object, or at the end of an array, and takes it; false: no memory. */
bool lint_json_put(json_t *object, const char *key, json_t *value);
bool lint_json_append(json_t *array, json_t *value);
/* The value where all went well, else NULL; the value is gone then. */
json_t *lint_json_whole(json_t *value, bool complete);

#endif
