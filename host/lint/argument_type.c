/* What the words of an OpenCL C type say about the values of an argument. */
#include "argument_type.h"

#include <ctype.h>
#include <string.h>

#include "convert.h"

#define WORD_ROOM 64

/* X(word, kind, bytes): the scalars, under all names that compilers give them. */
#define SCALARS(X)                                                                                                    \
    X(bool, UNSIGNED, 1)                                                                                              \
    X(char, SIGNED, 1)                                                                                                \
    X(uchar, UNSIGNED, 1)                                                                                             \
    X(short, SIGNED, 2)                                                                                               \
    X(ushort, UNSIGNED, 2)                                                                                            \
    X(int, SIGNED, 4)                                                                                                 \
    X(uint, UNSIGNED, 4)                                                                                              \
    X(long, SIGNED, 8)                                                                                                \
    X(ulong, UNSIGNED, 8)                                                                                             \
    X(size_t, UNSIGNED, 8)                                                                                            \
    X(ptrdiff_t, SIGNED, 8)                                                                                           \
    X(half, REAL, 2)                                                                                                  \
    X(float, REAL, 4)                                                                                                 \
    X(double, REAL, 8)

static const struct {
    const char *word;
    enum lint_number_kind kind;
    unsigned bytes;
} scalars[] = {
#define SCALAR_ROW(word, kind, bytes) { #word, LINT_NUMBER_##kind, bytes },
    SCALARS(SCALAR_ROW)
#undef SCALAR_ROW
};

static const char *const ignored[] = { "const", "volatile", "restrict", "__restrict", "global",  "__global",
                                       "local", "__local",  "constant", "__constant", "private", "__private" };

static bool is_ignored(const char *word)
{
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (strcmp(word, ignored[i]) == 0)
            return true;
    return false;
}

/* "float4": the scalar's name and 4. */
static bool read_name(const char *word, struct lint_number_type *type)
{
    static const struct {
        const char *word;
        unsigned count;
    } counts[] = { { "", 1 }, { "2", 2 }, { "3", 3 }, { "4", 4 }, { "8", 8 }, { "16", 16 } };

    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        const size_t length = strlen(scalars[i].word);

        if (strncmp(word, scalars[i].word, length) != 0)
            continue;
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            if (strcmp(word + length, counts[c].word) == 0) {
                *type = (struct lint_number_type){ scalars[i].kind, scalars[i].bytes, counts[c].count };
                return true;
            }
        }
    }
    return false;
}

/* The next word of letters, digits and '_'; false where there is none. */
static bool next_word(const char **from, char word[WORD_ROOM])
{
    size_t length = 0;

    while (**from && !isalnum((unsigned char)**from) && **from != '_')
        (*from)++;
    for (; isalnum((unsigned char)**from) || **from == '_'; (*from)++)
        if (length + 1 < WORD_ROOM)
            word[length++] = **from;
    word[length] = '\0';
    return length > 0;
}

struct lint_number_type lint_number_type(const char *words)
{
    struct lint_number_type type = { 0 };
    bool is_unsigned = false, is_signed = false;
    char word[WORD_ROOM];

    while (next_word(&words, word)) {
        if (strcmp(word, "unsigned") == 0)
            is_unsigned = true;
        else if (strcmp(word, "signed") == 0)
            is_signed = true;
        else if (!is_ignored(word) && !read_name(word, &type))
            return (struct lint_number_type){ 0 };
    }
    if (type.kind == LINT_NUMBER_UNKNOWN && (is_unsigned || is_signed))
        type = (struct lint_number_type){ LINT_NUMBER_SIGNED, 4, 1 };
    if (is_unsigned && type.kind == LINT_NUMBER_SIGNED)
        type.kind = LINT_NUMBER_UNSIGNED;
    return type;
}

struct lint_number_type lint_number_type_of_bytes(uint64_t bytes)
{
    if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8)
        return (struct lint_number_type){ LINT_NUMBER_UNKNOWN, (unsigned)bytes, 1 };
    return (struct lint_number_type){ 0 };
}

bool lint_number_fits(const struct lint_number_type *type, bool is_negative, uint64_t magnitude)
{
    const uint64_t half = (uint64_t)1 << (type->bytes * 8 - 1);

    if (is_negative)
        return magnitude == 0 || (type->kind != LINT_NUMBER_UNSIGNED && magnitude <= half);
    if (type->kind == LINT_NUMBER_SIGNED)
        return magnitude < half;
    return magnitude <= half - 1 + half;
}

void lint_number_store_whole(uint64_t value, unsigned bytes, uint8_t *to)
{
    for (unsigned i = 0; i < bytes; i++)
        to[i] = (uint8_t)(value >> (8 * i));
}

void lint_number_store_real(double value, unsigned bytes, uint8_t *to)
{
    const float single = (float)value;
    uint64_t bits = 0;
    uint32_t narrow;

    if (bytes == sizeof value) {
        memcpy(&bits, &value, sizeof bits);
    } else if (bytes == sizeof single) {
        memcpy(&narrow, &single, sizeof narrow);
        bits = narrow;
    } else {
        bits = lint_half_from_double(value, LINT_TO_NEAREST);
    }
    lint_number_store_whole(bits, bytes, to);
}
