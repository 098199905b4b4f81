/* PTX as tokens, and the two containers that its readers share: lists that grow, and names that are looked up. */
#ifndef LINT_PTX_TEXT_H
#define LINT_PTX_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A part of the text: never copied, so the text outlives all that is read from it. */
struct ptx_span {
    const char *text;
    size_t length;
};

bool lint_ptx_is(struct ptx_span span, const char *word);
bool lint_ptx_same(struct ptx_span a, struct ptx_span b);
bool lint_ptx_starts(struct ptx_span span, const char *word);

/* For printf's "%.*s": the length, cut so that a name of a megabyte makes a readable message, and the text. */
#define PTX_SHOW(span) ((span).length > 80 ? 80 : (int)(span).length), (span).text

enum ptx_token_kind {
    PTX_END,
    PTX_WORD,   /* "ld.global.f32", ".entry", "%tid.x", "$L__BB0_1" */
    PTX_NUMBER, /* an integer of up to 64 bits */
    PTX_REAL,
    PTX_STRING, /* the span is without its quotes */
    PTX_SIGN,   /* one character */
    PTX_JUNK,   /* a number that is none, a string without an end */
};

struct ptx_token {
    enum ptx_token_kind kind;
    struct ptx_span span;
    uint64_t number; /* REAL: its bits */
    unsigned bits;   /* REAL: 32 or 64, as it is written; decimal ones have 64 */
    uint32_t line, column;
};

struct ptx_scanner {
    const char *next, *line_start;
    uint32_t line;
    struct ptx_token token; /* the one to be read now */
};

void lint_ptx_scan(struct ptx_scanner *scanner, const char *text); /* the first token is there */
void lint_ptx_advance(struct ptx_scanner *scanner);

/* Makes room for one more element in *list, whose `count` elements fill `capacity`; false: out of memory. */
bool lint_ptx_reserve(void *list, size_t count, size_t *capacity, size_t element_bytes);

/* Names of scopes, each with a number. */
struct ptx_map_entry {
    struct ptx_span name; /* text NULL: empty */
    uint32_t scope, value;
};

struct ptx_map {
    struct ptx_map_entry *entries;
    size_t capacity, count;
};

bool lint_ptx_put(struct ptx_map *map, uint32_t scope, struct ptx_span name, uint32_t value);
bool lint_ptx_get(const struct ptx_map *map, uint32_t scope, struct ptx_span name, uint32_t *value);

#endif
