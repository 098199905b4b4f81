/* One argument from its spec: a letter, a colon, numbers; or a file. */
#include "argument_spec.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "argument_type.h"
#include "jump.h"

#define MOST_BUFFER_BYTES ((uint64_t)1 << 31)
/* The upper half of a local offset is for what lies before an object. */
#define MOST_LOCAL_BYTES ((uint64_t)1 << (LINT_SMALL_OFFSET_BITS - 1))
#define PART_ROOM 64

static enum clsmem_status refuse(const struct lint_argument_place *place, const char *spec, const char *why)
{
    return clsmem_fail(CLSMEM_INVALID, "%s: \"%.60s\": %s", place->words, spec, why);
}

/* A whole number up to a ':' or the end, which *rest then is at; K and M behind it are 1024 and 1024 * 1024. */
static bool read_whole(const char *text, uint64_t most, uint64_t *number, const char **rest)
{
    char *end;
    uint64_t unit = 1;

    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *number = strtoull(text, &end, text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10);
    if (*end == 'K' || *end == 'M')
        unit = *end++ == 'K' ? 1024 : 1024 * 1024;
    if (errno != 0 || (*end != '\0' && *end != ':') || *number > most / unit)
        return false;
    *number *= unit;
    *rest = end;
    return true;
}

/* X(letter, fill, numbers, form): buffers. Their numbers are a count of elements, and what the fill takes. */
#define BUFFERS(X)                                                                                                    \
    X('f', FLOAT, 1, "f:COUNT")                                                                                       \
    X('d', DOUBLE, 1, "d:COUNT")                                                                                      \
    X('h', HALF, 1, "h:COUNT")                                                                                        \
    X('b', BYTE, 1, "b:COUNT")                                                                                        \
    X('u', UINT, 2, "u:COUNT:BELOW")                                                                                  \
    X('U', ULONG, 2, "U:COUNT:BELOW")                                                                                 \
    X('s', USHORT, 2, "s:COUNT:BELOW")                                                                                \
    X('c', CONSTANT, 2, "c:COUNT:VALUE")                                                                              \
    X('z', ZERO, 1, "z:BYTES")

struct buffer_form {
    char letter;
    enum lint_fill_kind fill;
    unsigned numbers;
    const char *form;
};

static const struct buffer_form buffer_forms[] = {
#define BUFFER_ROW(letter, fill, numbers, form) { letter, LINT_FILL_##fill, numbers, form },
    BUFFERS(BUFFER_ROW)
#undef BUFFER_ROW
};

static enum clsmem_status add_buffer(const struct lint_argument_place *place, uint64_t bytes, uint8_t *data)
{
    const enum clsmem_status status = lint_memory_add(place->memory, place->parameter->name, bytes, data);

    if (status != CLSMEM_OK) {
        free(data);
        return status;
    }
    place->value->buffer = (uint32_t)place->memory->count - 1;
    place->memory->buffers[place->value->buffer].is_read_only = place->parameter->space == LINT_CONSTANT;
    return CLSMEM_OK;
}

static enum clsmem_status fill_buffer(const struct lint_argument_place *place, const struct lint_fill *fill,
                                      uint64_t count, uint64_t bytes)
{
    uint8_t *data = NULL;

    if (fill->kind != LINT_FILL_ZERO) {
        if (!(data = malloc(bytes)))
            return clsmem_fail(CLSMEM_NO_MEMORY, "%s: no memory on the host for %llu bytes", place->words,
                               (unsigned long long)bytes);
        lint_fill(fill, 0, count, data);
    }
    return add_buffer(place, bytes, data);
}

static enum clsmem_status read_buffer(const struct lint_argument_place *place, const char *spec,
                                      const struct buffer_form *form)
{
    struct lint_fill fill = { .kind = form->fill, .index = place->index };
    const uint64_t element = form->fill == LINT_FILL_ZERO ? 1 : lint_fill_bytes(&fill);
    const char *rest = spec + 1;
    uint64_t count = 0, second = 0;
    char why[128];

    if (place->parameter->kind == LINT_LOCAL_BUFFER)
        return refuse(place, spec, "the argument is in local memory: l:BYTES");
    if (place->parameter->kind == LINT_SCALAR)
        return refuse(place, spec, "a buffer, but the kernel takes a value: i:, r:, v:, x: or @FILE");
    snprintf(why, sizeof why, "not of the form %s, whole numbers from 1 on, at most 2 GiB", form->form);
    if (*rest != ':' || !read_whole(rest + 1, MOST_BUFFER_BYTES / element, &count, &rest) || count == 0)
        return refuse(place, spec, why);
    if (*rest == ':' && (form->numbers < 2 || !read_whole(rest + 1, UINT32_MAX, &second, &rest)))
        return refuse(place, spec, why);
    if (*rest != '\0')
        return refuse(place, spec, why);
    fill.modulus = form->fill == LINT_FILL_CONSTANT ? 0 : (uint32_t)second;
    fill.value = (uint32_t)second;
    return fill_buffer(place, &fill, count, count * element);
}

enum clsmem_status lint_argument_local(const struct lint_argument_place *place, uint64_t bytes)
{
    if (bytes == 0 || bytes > MOST_LOCAL_BYTES)
        return clsmem_fail(CLSMEM_INVALID, "%s: %llu bytes of local memory; from 1 to %llu make sense", place->words,
                           (unsigned long long)bytes, (unsigned long long)MOST_LOCAL_BYTES);
    place->value->local_bytes = bytes;
    return CLSMEM_OK;
}

static enum clsmem_status read_local(const struct lint_argument_place *place, const char *spec)
{
    const char *rest;
    uint64_t bytes;

    if (place->parameter->kind != LINT_LOCAL_BUFFER)
        return refuse(place, spec, "local memory, but the kernel's argument is none");
    if (!read_whole(spec + 2, UINT64_MAX, &bytes, &rest) || *rest != '\0')
        return refuse(place, spec, "not of the form l:BYTES");
    return lint_argument_local(place, bytes);
}

enum clsmem_status lint_argument_scalar(const struct lint_argument_place *place)
{
    place->value->bytes = calloc(place->parameter->bytes > 0 ? place->parameter->bytes : 1, 1);
    if (!place->value->bytes)
        return clsmem_fail(CLSMEM_NO_MEMORY, "%s: no memory on the host for %llu bytes", place->words,
                           (unsigned long long)place->parameter->bytes);
    return CLSMEM_OK;
}

/* Its scalars, by its words; by its size where those say nothing, or something else. */
static struct lint_number_type type_of(const struct lint_parameter *parameter)
{
    const struct lint_number_type type = lint_number_type(parameter->type);
    const unsigned count = type.count == 3 ? 4 : type.count;

    if (type.kind != LINT_NUMBER_UNKNOWN && (uint64_t)type.bytes * count == parameter->bytes)
        return type;
    return lint_number_type_of_bytes(parameter->bytes);
}

/* One number of the type. `is_real`: where the type does not tell. */
static bool store_number(const char *text, const struct lint_number_type *type, bool is_real, uint8_t *to)
{
    const bool is_negative = *text == '-';
    const char *rest;
    char *end;
    uint64_t magnitude;

    if (is_real) {
        const double value = strtod(text, &end);

        if (end == text || *end || isspace((unsigned char)*text) || type->bytes < 2)
            return false;
        lint_number_store_real(value, type->bytes, to);
        return true;
    }
    if (!read_whole(text + is_negative, UINT64_MAX, &magnitude, &rest) || *rest != '\0' ||
        !lint_number_fits(type, is_negative, magnitude))
        return false;
    lint_number_store_whole(is_negative ? 0 - magnitude : magnitude, type->bytes, to);
    return true;
}

static enum clsmem_status read_number(const struct lint_argument_place *place, const char *spec)
{
    const struct lint_number_type type = type_of(place->parameter);
    const bool is_real = spec[0] == 'r';
    enum clsmem_status status;

    if (place->parameter->kind != LINT_SCALAR)
        return refuse(place, spec, "a number, but the kernel takes a buffer");
    if (type.count == 0)
        return refuse(place, spec, "one number for a struct: v:1,2,... or x:HEX");
    if (type.count > 1)
        return refuse(place, spec, "one number for a vector: v:1,2,...");
    if (type.kind != LINT_NUMBER_UNKNOWN && (type.kind == LINT_NUMBER_REAL) != is_real)
        return refuse(place, spec,
                      is_real ? "the argument is a whole number: i:VALUE" : "the argument is real: r:VALUE");
    status = lint_argument_scalar(place);
    if (status == CLSMEM_OK && !store_number(spec + 2, &type, is_real, place->value->bytes))
        status = refuse(place, spec, is_real ? "not a number" : "not a whole number that fits");
    return status;
}

/* 1.5, 1e3 and inf are real numbers, 15, -1 and 0xe are not. */
static bool looks_real(const char *text)
{
    const char *const digits = text + (*text == '-');

    return strncmp(digits, "0x", 2) != 0 && strpbrk(digits, ".eEnN") != NULL;
}

/* Where part `index` of an argument is; false where there is none. */
static bool find_part(const struct lint_argument_place *place, size_t index, struct lint_number_type *type,
                      uint64_t *offset)
{
    const struct lint_program *const program = place->program;
    const struct lint_number_type whole = type_of(place->parameter);
    size_t seen = 0;

    if (whole.count > 0) {
        *type = whole;
        *offset = (uint64_t)whole.bytes * index;
        return index < whole.count;
    }
    for (size_t i = 0; i < program->parameter_slot_count; i++) {
        const struct lint_parameter_slot *const slot = &program->parameter_slots[i];

        if (slot->parameter != place->index || seen++ != index)
            continue;
        *type = lint_number_type_of_bytes(slot->bits / 8);
        *offset = slot->offset;
        return type->bytes > 0 && *offset + type->bytes <= place->parameter->bytes;
    }
    return false;
}

static enum clsmem_status read_parts(const struct lint_argument_place *place, const char *spec)
{
    struct lint_number_type type;
    enum clsmem_status status;
    uint64_t offset;
    size_t count = 0;

    if (place->parameter->kind != LINT_SCALAR)
        return refuse(place, spec, "values, but the kernel takes a buffer");
    if (!find_part(place, 0, &type, &offset))
        return refuse(place, spec, "the parts of this argument are not known: x:HEX");
    CHECK(lint_argument_scalar(place));
    for (const char *part = spec + 2, *end; part; part = *end ? end + 1 : NULL, count++) {
        char text[PART_ROOM];

        end = part + strcspn(part, ",");
        snprintf(text, sizeof text, "%.*s", (int)(end - part < PART_ROOM ? end - part : PART_ROOM), part);
        if (!find_part(place, count, &type, &offset))
            return refuse(place, spec, "more values than the argument has parts");
        if (!store_number(text, &type,
                          type.kind == LINT_NUMBER_REAL || (type.kind == LINT_NUMBER_UNKNOWN && looks_real(text)),
                          place->value->bytes + offset))
            return clsmem_fail(CLSMEM_INVALID, "%s: \"%.60s\": value %zu does not fit: \"%s\"", place->words, spec,
                               count, text);
    }
    if (find_part(place, count, &type, &offset))
        status = refuse(place, spec, "fewer values than the argument has parts");
out:
    return status;
}

static unsigned digit_of(char letter)
{
    return isdigit((unsigned char)letter) ? (unsigned)(letter - '0')
                                          : (unsigned)(tolower((unsigned char)letter) - 'a' + 10);
}

static enum clsmem_status read_hex(const struct lint_argument_place *place, const char *spec)
{
    const char *const digits = spec + 2;
    const size_t length = strlen(digits);
    const uint64_t bytes = place->parameter->bytes;
    enum clsmem_status status;

    if (place->parameter->kind != LINT_SCALAR)
        return refuse(place, spec, "bytes of a value, but the kernel takes a buffer");
    if (strspn(digits, "0123456789abcdefABCDEF") != length || length != 2 * bytes)
        return clsmem_fail(CLSMEM_INVALID, "%s: \"%.60s\": x: takes %llu hexadecimal digits, in the order of memory",
                           place->words, spec, 2 * (unsigned long long)bytes);
    status = lint_argument_scalar(place);
    for (size_t i = 0; status == CLSMEM_OK && i < bytes; i++)
        place->value->bytes[i] = (uint8_t)(digit_of(digits[2 * i]) << 4 | digit_of(digits[2 * i + 1]));
    return status;
}

/* All bytes of a file, from malloc. */
static enum clsmem_status read_file(const char *path, uint8_t **bytes, uint64_t *count)
{
    enum clsmem_status status = CLSMEM_OK;
    FILE *const file = fopen(path, "rb");
    size_t room = 4096, used = 0, got;
    uint8_t *data = NULL;

    *bytes = NULL;
    if (!file)
        return clsmem_fail(CLSMEM_IO, "cannot read %s: %s", path, strerror(errno));
    CHECK_ALLOC(data, room);
    errno = 0;
    while ((got = fread(data + used, 1, room - used, file)) > 0) {
        used += got;
        if (used < room)
            continue;
        if (room >= MOST_BUFFER_BYTES) {
            status = clsmem_fail(CLSMEM_INVALID, "%s has more than 2 GiB", path);
            goto out;
        }

        uint8_t *const larger = realloc(data, room *= 2);

        if (!larger) {
            status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for %s", path);
            goto out;
        }
        data = larger;
    }
    if (ferror(file))
        status = clsmem_fail(CLSMEM_IO, "cannot read %s: %s", path, strerror(errno));
    else if (used == 0)
        status = clsmem_fail(CLSMEM_INVALID, "%s is empty", path);
out:
    fclose(file);
    if (status != CLSMEM_OK) {
        free(data);
        return status;
    }
    *bytes = data;
    *count = used;
    return CLSMEM_OK;
}

static enum clsmem_status read_data(const struct lint_argument_place *place, const char *spec)
{
    uint8_t *data;
    uint64_t count = 0;
    enum clsmem_status status;

    if (place->parameter->kind == LINT_LOCAL_BUFFER)
        return refuse(place, spec, "a file, but the argument is in local memory: l:BYTES");
    status = read_file(spec + 1, &data, &count);
    if (status == CLSMEM_IO || status == CLSMEM_INVALID) {
        char why[256];

        snprintf(why, sizeof why, "%s", clsmem_error_text());
        return clsmem_fail(status, "%s: %s", place->words, why);
    }
    if (status != CLSMEM_OK)
        return status;
    if (place->parameter->kind == LINT_BUFFER)
        return add_buffer(place, count, data);
    if (count == place->parameter->bytes)
        place->value->bytes = data;
    else {
        status = clsmem_fail(CLSMEM_INVALID, "%s: %s has %llu bytes, the argument %llu", place->words, spec + 1,
                             (unsigned long long)count, (unsigned long long)place->parameter->bytes);
        free(data);
    }
    return status;
}

static enum clsmem_status read_null(const struct lint_argument_place *place, const char *spec)
{
    if (place->parameter->kind != LINT_BUFFER)
        return refuse(place, spec, "a null pointer, but the argument is no buffer in global memory");
    place->value->buffer = LINT_NONE;
    return CLSMEM_OK;
}

enum clsmem_status lint_argument_read(const struct lint_argument_place *place, const char *spec)
{
    static const struct {
        char letter;
        enum clsmem_status (*read)(const struct lint_argument_place *place, const char *spec);
    } others[] = {
        { 'l', read_local }, { 'i', read_number }, { 'r', read_number }, { 'v', read_parts }, { 'x', read_hex }
    };

    if (spec[0] == '@')
        return read_data(place, spec);
    if (strcmp(spec, "0") == 0)
        return read_null(place, spec);
    for (size_t i = 0; spec[0] && spec[1] == ':' && i < sizeof others / sizeof *others; i++)
        if (spec[0] == others[i].letter)
            return others[i].read(place, spec);
    for (size_t i = 0; spec[0] && i < sizeof buffer_forms / sizeof *buffer_forms; i++)
        if (spec[0] == buffer_forms[i].letter)
            return read_buffer(place, spec, &buffer_forms[i]);
    return refuse(place, spec, "no such spec; f:64, i:64, l:1024 are some");
}
