/*
 * The part of the Itanium C++ ABI's mangling that OpenCL's builtin functions use: plain function names, scalars,
 * vectors (Dv4_f), pointers (P) with qualifiers (K V r, address spaces as U3AS1), atomics (U7_Atomic), named types
 * (12memory_order), and substitutions (S_, S0_ ...), which count every vector, named, qualified and pointer type in
 * the order in which they end.
 */
#include "builtin_name.h"

#include <stdio.h>
#include <string.h>

#define MOST_SUBSTITUTIONS 40
#define MOST_NESTING 8

static const struct {
    const char *mangled, *word;
    unsigned bits;
    enum lint_kind kind;
} scalars[] = {
#define SCALAR_ROW(name, mangled, word, bits, kind) { mangled, word, bits, kind },
    LINT_SCALARS(SCALAR_ROW)
#undef SCALAR_ROW
};

struct reader {
    const char *at;
    struct lint_type seen[MOST_SUBSTITUTIONS];
    size_t seen_count;
    unsigned nesting;
};

unsigned lint_type_bits(const struct lint_type *type)
{
    return type->scalar == LINT_TYPE_NAMED ? 0 : scalars[type->scalar].bits;
}

enum lint_kind lint_type_kind(const struct lint_type *type)
{
    return type->scalar == LINT_TYPE_NAMED ? LINT_UNSIGNED : scalars[type->scalar].kind;
}

static bool remember(struct reader *reader, const struct lint_type *type)
{
    if (reader->seen_count == MOST_SUBSTITUTIONS)
        return false;
    reader->seen[reader->seen_count++] = *type;
    return true;
}

/* A decimal number of at most four digits; false where there is none. */
static bool read_number(struct reader *reader, unsigned *number)
{
    const char *const first = reader->at;

    *number = 0;
    while (*reader->at >= '0' && *reader->at <= '9' && reader->at - first < 4)
        *number = *number * 10 + (unsigned)(*reader->at++ - '0');
    return reader->at > first;
}

/* "8vstore_4": copies what fits. */
static bool read_name(struct reader *reader, char *name, size_t name_bytes)
{
    unsigned length;

    if (!read_number(reader, &length) || length == 0 || strlen(reader->at) < length)
        return false;
    snprintf(name, name_bytes, "%.*s", (int)length, reader->at);
    reader->at += length;
    return true;
}

static bool read_type(struct reader *reader, struct lint_type *type);

/* Behind the S. */
static bool read_substitution(struct reader *reader, struct lint_type *type)
{
    size_t index = 0;

    if (*reader->at != '_') {
        while (*reader->at != '_') {
            const char c = *reader->at++;

            if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z')) || index > MOST_SUBSTITUTIONS)
                return false;
            index = index * 36 + (size_t)(c <= '9' ? c - '0' : c - 'A' + 10);
        }
        index++;
    }
    reader->at++;
    if (index >= reader->seen_count)
        return false;
    *type = reader->seen[index];
    return true;
}

/* Behind the Dv. */
static bool read_vector(struct reader *reader, struct lint_type *type)
{
    unsigned count;

    if (!read_number(reader, &count) || *reader->at++ != '_' || count == 0 || !read_type(reader, type) ||
        type->pointers > 0 || type->count != 1)
        return false;
    type->count = count;
    return remember(reader, type);
}

/* All qualifiers in front of one type, and the type: together one candidate for substitution. */
static bool read_qualified(struct reader *reader, struct lint_type *type)
{
    static const char atomic[] = "U7_Atomic";
    const char *const first = reader->at;
    bool is_volatile = false, is_atomic = false;

    for (;;) {
        char name[16];

        is_volatile |= *reader->at == 'V';
        if (*reader->at == 'V' || *reader->at == 'K' || *reader->at == 'r') {
            reader->at++;
        } else if (*reader->at == 'U' && strncmp(reader->at, atomic, sizeof atomic - 1) != 0) {
            reader->at++;
            if (!read_name(reader, name, sizeof name))
                return false;
        } else {
            break;
        }
    }
    /* An atomic type is a type of its own, which others qualify: it is never one more of theirs. */
    if (reader->at == first) {
        is_atomic = true;
        reader->at += sizeof atomic - 1;
    }
    if (!read_type(reader, type))
        return false;
    type->is_volatile |= is_volatile;
    type->is_atomic |= is_atomic;
    return remember(reader, type);
}

static bool read_scalar(struct reader *reader, struct lint_type *type)
{
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        const size_t length = strlen(scalars[i].mangled);

        if (strncmp(reader->at, scalars[i].mangled, length) == 0) {
            *type = (struct lint_type){ .scalar = (enum lint_scalar)i, .count = 1 };
            reader->at += length;
            return true;
        }
    }
    return false;
}

static bool read_compound(struct reader *reader, struct lint_type *type)
{
    const char c = *reader->at;

    if (c == 'P') {
        reader->at++;
        if (!read_type(reader, type))
            return false;
        type->pointers++;
        return remember(reader, type);
    }
    if (c == 'V' || c == 'K' || c == 'r' || c == 'U')
        return read_qualified(reader, type);
    if (c == 'S') {
        reader->at++;
        return read_substitution(reader, type);
    }
    if (c == 'D' && reader->at[1] == 'v') {
        reader->at += 2;
        return read_vector(reader, type);
    }
    if (c >= '1' && c <= '9') {
        *type = (struct lint_type){ .scalar = LINT_TYPE_NAMED, .count = 1 };
        return read_name(reader, type->name, sizeof type->name) && remember(reader, type);
    }
    return read_scalar(reader, type);
}

static bool read_type(struct reader *reader, struct lint_type *type)
{
    bool is_read;

    if (reader->nesting == MOST_NESTING)
        return false;
    reader->nesting++;
    is_read = read_compound(reader, type);
    reader->nesting--;
    return is_read;
}

static bool read_parameters(struct reader *reader, struct lint_signature *signature)
{
    if (strcmp(reader->at, "v") == 0)
        return true;
    while (*reader->at) {
        if (signature->count == LINT_MOST_CALL_ARGUMENTS ||
            !read_type(reader, &signature->parameters[signature->count]))
            return false;
        signature->count++;
    }
    return true;
}

void lint_signature_read(const char *mangled, struct lint_signature *signature)
{
    struct reader reader = { .at = mangled };

    *signature = (struct lint_signature){ .count = 0 };
    if (strncmp(mangled, "_Z", 2) == 0) {
        reader.at += 2;
        signature->is_mangled =
            read_name(&reader, signature->name, sizeof signature->name) && read_parameters(&reader, signature);
    }
    if (!signature->name[0])
        snprintf(signature->name, sizeof signature->name, "%s", mangled);
}

/* OpenCL's word for a type that mangling calls "ocl_image2d_ro", "ocl_sampler", "ocl_clkevent". */
static void print_named(const char *name, char *text, size_t text_bytes)
{
    static const char *const words[][2] = {
        { "ocl_clkevent", "clk_event_t" },
        { "ocl_reserveid", "reserve_id_t" },
        { "ocl_queue", "queue_t" },
    };
    const char *const behind = name + strlen(name) - (strlen(name) >= 3 ? 3 : 0);
    const bool has_access = strcmp(behind, "_ro") == 0 || strcmp(behind, "_wo") == 0 || strcmp(behind, "_rw") == 0;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i][0]) == 0) {
            snprintf(text, text_bytes, "%s", words[i][1]);
            return;
        }
    if (strncmp(name, "ocl_", 4) == 0)
        snprintf(text, text_bytes, "%.*s_t", (int)(has_access ? behind - name - 4 : (int)strlen(name) - 4), name + 4);
    else
        snprintf(text, text_bytes, "%s", name);
}

static void print_type(const struct lint_type *type, const struct lint_value *argument, char *text, size_t text_bytes)
{
    const bool has_space = argument && type->pointers > 0 && argument->is_pointer && argument->space != LINT_GENERIC;
    char word[64], count[8] = "", stars[MOST_NESTING + 1] = "";

    if (type->scalar == LINT_TYPE_NAMED)
        print_named(type->name, word, sizeof word);
    else
        snprintf(word, sizeof word, "%s%s", type->is_atomic ? "atomic_" : "", scalars[type->scalar].word);
    if (type->count > 1)
        snprintf(count, sizeof count, "%u", type->count % 1000);
    memset(stars, '*', type->pointers < MOST_NESTING ? type->pointers : MOST_NESTING);
    snprintf(text, text_bytes, "%s%s%s%s%s", has_space ? lint_space_word(argument->space) : "", has_space ? " " : "",
             word, count, stars);
}

void lint_signature_print(const struct lint_signature *signature, const struct lint_call *call, char *text,
                          size_t text_bytes)
{
    size_t length = (size_t)snprintf(text, text_bytes, "%s%s", signature->name, signature->is_mangled ? "(" : "");

    for (size_t i = 0; signature->is_mangled && i < signature->count && length < text_bytes; i++) {
        char word[96];

        print_type(&signature->parameters[i], i < call->argument_count ? &call->arguments[i] : NULL, word,
                   sizeof word);
        length += (size_t)snprintf(text + length, text_bytes - length, "%s%s", i > 0 ? ", " : "", word);
    }
    if (signature->is_mangled && length < text_bytes)
        snprintf(text + length, text_bytes - length, ")");
}
