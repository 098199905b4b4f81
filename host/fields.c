/* Structs as JSON objects, by one table of their fields for both ways. */
#include "fields.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jump.h"

json_t *clsmem_json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *clsmem_json_text(const char *bytes)
{
    json_t *string = json_string(bytes);
    char *ascii;

    if (string)
        return string;
    if (!(ascii = malloc(strlen(bytes) + 1)))
        return NULL;
    for (size_t i = 0; i <= strlen(bytes); i++)
        ascii[i] = (unsigned char)bytes[i] < 128 ? bytes[i] : '?';
    string = json_string(ascii);
    free(ascii);
    return string;
}

struct clsmem_place clsmem_place_make(const char *file)
{
    struct clsmem_place place;

    /* The end of a long path says more than its beginning, and what follows needs room. */
    if (strlen(file) >= sizeof place.text / 2)
        snprintf(place.text, sizeof place.text, "...%s", file + strlen(file) - sizeof place.text / 2 + 4);
    else
        snprintf(place.text, sizeof place.text, "%s", file);
    return place;
}

static void append(struct clsmem_place *place, const char *text)
{
    const size_t used = strlen(place->text);

    snprintf(place->text + used, sizeof place->text - used, "%s", text);
}

struct clsmem_place clsmem_place_inside(const struct clsmem_place *place, const char *key)
{
    struct clsmem_place inside = *place;

    append(&inside, strstr(place->text, ": ") ? "." : ": ");
    append(&inside, key);
    return inside;
}

struct clsmem_place clsmem_place_element(const struct clsmem_place *place, size_t index)
{
    struct clsmem_place element = *place;
    char text[24];

    snprintf(text, sizeof text, "[%zu]", index);
    append(&element, text);
    return element;
}

enum clsmem_status clsmem_place_refuse(const struct clsmem_place *place, const char *key, const char *what)
{
    return clsmem_fail(CLSMEM_INVALID, "%s: \"%s\" %s", place->text, key, what);
}

static json_t *write_word(const struct clsmem_field *field, unsigned number)
{
    for (unsigned i = 0; field->words[i]; i++)
        if (i == number)
            return json_string(field->words[i]);
    return NULL;
}

static json_t *write_object(const struct clsmem_field *fields, const void *from)
{
    json_t *const object = json_object();

    if (object && clsmem_fields_write(fields, from, object))
        return object;
    json_decref(object);
    return NULL;
}

static json_t *write_value(const struct clsmem_field *field, const void *from)
{
    const void *const at = (const char *)from + field->offset;

    switch (field->kind) {
    case CLSMEM_FIELD_TEXT:
        return clsmem_json_text(at);
    case CLSMEM_FIELD_COUNT:
        return json_integer(*(const unsigned *)at);
    case CLSMEM_FIELD_BYTES:
        return json_integer((json_int_t) * (const size_t *)at);
    case CLSMEM_FIELD_FLAG:
        return json_boolean(*(const bool *)at);
    case CLSMEM_FIELD_STRING:
    case CLSMEM_FIELD_STRING_OR_NULL: {
        const char *const text = *(const char *const *)at;

        return text ? clsmem_json_text(text) : json_null();
    }
    case CLSMEM_FIELD_REAL:
    case CLSMEM_FIELD_AMOUNT:
    case CLSMEM_FIELD_AMOUNT_OR_NULL:
        return clsmem_json_number(*(const double *)at);
    case CLSMEM_FIELD_WORD: {
        unsigned number;

        memcpy(&number, at, sizeof number);
        return write_word(field, number);
    }
    case CLSMEM_FIELD_OBJECT:
        return write_object(field->inside, from);
    }
    return NULL;
}

bool clsmem_fields_write(const struct clsmem_field *fields, const void *from, json_t *object)
{
    for (; fields->key; fields++)
        if (json_object_set_new(object, fields->key, write_value(fields, from)) != 0)
            return false;
    return true;
}

static enum clsmem_status read_text(const struct clsmem_field *field, const struct clsmem_place *place,
                                    const json_t *value, char *into)
{
    const char *const text = json_string_value(value);

    if (!text)
        return clsmem_place_refuse(place, field->key, "is no text");
    if (strlen(text) >= field->bytes)
        return clsmem_place_refuse(place, field->key, "is too long");
    memset(into, 0, field->bytes);
    memcpy(into, text, strlen(text));
    return CLSMEM_OK;
}

static enum clsmem_status read_whole(const struct clsmem_field *field, const struct clsmem_place *place,
                                     const json_t *value, json_int_t most, json_int_t *into)
{
    *into = json_integer_value(value);
    if (!json_is_integer(value) || *into < 0 || *into > most)
        return clsmem_place_refuse(place, field->key, "is no whole number, or out of range");
    return CLSMEM_OK;
}

static enum clsmem_status read_word(const struct clsmem_field *field, const struct clsmem_place *place,
                                    const json_t *value, void *into)
{
    const char *const text = json_string_value(value);

    for (unsigned i = 0; text && field->words[i]; i++)
        if (strcmp(text, field->words[i]) == 0) {
            memcpy(into, &i, sizeof i);
            return CLSMEM_OK;
        }
    return clsmem_place_refuse(place, field->key, "is no word that can stand there");
}

static enum clsmem_status read_string(const struct clsmem_field *field, const struct clsmem_place *place,
                                      const json_t *value, const char **into)
{
    *into = json_string_value(value);
    if (*into || (field->kind == CLSMEM_FIELD_STRING_OR_NULL && json_is_null(value)))
        return CLSMEM_OK;
    return clsmem_place_refuse(place, field->key, "is no text");
}

static enum clsmem_status read_number(const struct clsmem_field *field, const struct clsmem_place *place,
                                      const json_t *value, double *into)
{
    *into = json_is_null(value) ? (double)NAN : json_number_value(value);
    if (!json_is_number(value) && (field->kind == CLSMEM_FIELD_AMOUNT || !json_is_null(value)))
        return clsmem_place_refuse(place, field->key, "is no number");
    if (field->kind != CLSMEM_FIELD_REAL && *into < 0)
        return clsmem_place_refuse(place, field->key, "is below 0");
    return CLSMEM_OK;
}

static enum clsmem_status read_value(const struct clsmem_field *field, const struct clsmem_place *place, json_t *value,
                                     void *into)
{
    enum clsmem_status status = CLSMEM_OK;
    void *const at = (char *)into + field->offset;
    json_int_t whole;

    switch (field->kind) {
    case CLSMEM_FIELD_TEXT:
        return read_text(field, place, value, at);
    case CLSMEM_FIELD_COUNT:
        CHECK(read_whole(field, place, value, UINT_MAX, &whole));
        *(unsigned *)at = (unsigned)whole;
        break;
    case CLSMEM_FIELD_BYTES:
        CHECK(read_whole(field, place, value, PTRDIFF_MAX, &whole));
        *(size_t *)at = (size_t)whole;
        break;
    case CLSMEM_FIELD_FLAG:
        if (!json_is_boolean(value))
            return clsmem_place_refuse(place, field->key, "is neither true nor false");
        *(bool *)at = json_is_true(value);
        break;
    case CLSMEM_FIELD_STRING:
    case CLSMEM_FIELD_STRING_OR_NULL:
        return read_string(field, place, value, at);
    case CLSMEM_FIELD_REAL:
    case CLSMEM_FIELD_AMOUNT:
    case CLSMEM_FIELD_AMOUNT_OR_NULL:
        return read_number(field, place, value, at);
    case CLSMEM_FIELD_WORD:
        return read_word(field, place, value, at);
    case CLSMEM_FIELD_OBJECT: {
        const struct clsmem_place inside = clsmem_place_inside(place, field->key);

        return clsmem_fields_read(field->inside, NULL, &inside, value, into);
    }
    }
out:
    return status;
}

static bool is_known(const struct clsmem_field *fields, const char *const *others, const char *key)
{
    for (; fields->key; fields++)
        if (strcmp(fields->key, key) == 0)
            return true;
    for (; others && *others; others++)
        if (strcmp(*others, key) == 0)
            return true;
    return false;
}

enum clsmem_status clsmem_fields_read(const struct clsmem_field *fields, const char *const *others,
                                      const struct clsmem_place *place, json_t *object, void *into)
{
    enum clsmem_status status = CLSMEM_OK;
    const char *key;
    json_t *value;

    if (!json_is_object(object))
        return clsmem_fail(CLSMEM_INVALID, "%s is no object", place->text);
    /* A misspelt key must not be passed over in silence. */
    json_object_foreach(object, key, value)
    {
        if (!is_known(fields, others, key))
            return clsmem_place_refuse(place, key, "is no key that can stand there");
    }
    for (const char *const *other = others; other && *other; other++)
        if (!json_object_get(object, *other))
            return clsmem_place_refuse(place, *other, "is missing");
    for (const struct clsmem_field *field = fields; field->key; field++) {
        value = json_object_get(object, field->key);
        if (!value)
            return clsmem_place_refuse(place, field->key, "is missing");
        CHECK(read_value(field, place, value, into));
    }
out:
    return status;
}
