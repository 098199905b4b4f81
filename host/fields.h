/* Structs as JSON objects, by one table of their fields for both ways: whatever is written is read back. */
#ifndef CLSMEM_FIELDS_H
#define CLSMEM_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "clsmem/status.h"

enum clsmem_field_kind {
    CLSMEM_FIELD_TEXT,   /* char[bytes] */
    CLSMEM_FIELD_COUNT,  /* unsigned */
    CLSMEM_FIELD_BYTES,  /* size_t */
    CLSMEM_FIELD_FLAG,   /* bool */
    CLSMEM_FIELD_STRING, /* const char *, borrowed: lives as long as the JSON that it was read from */
    CLSMEM_FIELD_STRING_OR_NULL,
    CLSMEM_FIELD_REAL,           /* double; null is NAN, and so an infinity comes back as NAN */
    CLSMEM_FIELD_AMOUNT,         /* double, 0 or more, never null */
    CLSMEM_FIELD_AMOUNT_OR_NULL, /* NAN for null */
    CLSMEM_FIELD_WORD,           /* an enumeration, by its words */
    CLSMEM_FIELD_OBJECT,         /* some of the struct's own fields, in an object inside */
};

/* A table ends with a row without a key. */
struct clsmem_field {
    const char *key;
    enum clsmem_field_kind kind;
    size_t offset, bytes;
    const char *const *words; /* NULL at the end */
    const struct clsmem_field *inside;
};

/* Rows of a table for `struct type`; the key is that of the file. */
#define CLSMEM_FIELD(type, kind, key, member)                                                                         \
    {                                                                                                                 \
        key, CLSMEM_FIELD_##kind, offsetof(struct type, member), sizeof((struct type *)0)->member, NULL, NULL         \
    }
#define CLSMEM_WORD_FIELD(type, key, member, words)                                                                   \
    {                                                                                                                 \
        key, CLSMEM_FIELD_WORD, offsetof(struct type, member), sizeof((struct type *)0)->member, words, NULL          \
    }
#define CLSMEM_OBJECT_FIELD(key, inside)                                                                              \
    {                                                                                                                 \
        key, CLSMEM_FIELD_OBJECT, 0, 0, NULL, inside                                                                  \
    }

/* Where something stands, for messages: "my.json: figures[3]". */
struct clsmem_place {
    char text[256];
};

struct clsmem_place clsmem_place_make(const char *file);
/* "my.json: geometry" and "rules" give "my.json: geometry.rules". */
struct clsmem_place clsmem_place_inside(const struct clsmem_place *place, const char *key);
struct clsmem_place clsmem_place_element(const struct clsmem_place *place, size_t index);

/* CLSMEM_INVALID: `place: "key" what`. */
enum clsmem_status clsmem_place_refuse(const struct clsmem_place *place, const char *key, const char *what);

/* Adds the struct's fields to the object; false without memory. */
bool clsmem_fields_write(const struct clsmem_field *fields, const void *from, json_t *object);

/*
 * Reads all fields; `others` are keys that the caller reads himself and which have to be there, NULL at the end.
 * CLSMEM_INVALID: no object, a key that is missing or unknown, or a value of another type or out of range.
 */
enum clsmem_status clsmem_fields_read(const struct clsmem_field *fields, const char *const *others,
                                      const struct clsmem_place *place, json_t *object, void *into);

/* JSON has no NAN and no infinity: these are null. */
json_t *clsmem_json_number(double value);
/* Compiler logs and paths may hold any bytes: what is no UTF-8 becomes '?'. */
json_t *clsmem_json_text(const char *bytes);

#endif
