/* Changes to the text of a kernel: bytes, tokens, numbers, lines. */
#include "lint_fuzz_mutate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Numbers at the edges of something: of widths, of sub-groups, of what fits in memory. */
static const char *const edge_numbers[] = {
    "0",          "1",          "-1",         "2",          "3",           "7",          "31",
    "32",         "33",         "63",         "64",         "65",          "127",        "128",
    "255",        "256",        "1023",       "4096",       "65535",       "65536",      "0x7fffffff",
    "0x80000000", "0xffffffff", "2147483648", "4294967296", "1000000007",  "1e30f",      "0.0f",
    "NAN",        "(-5)",       "0xffff0000", "9007199254", "18446744073", "1099511627", "0x7fffffffffffffff",
};

#define EDGE_NUMBER_COUNT (sizeof edge_numbers / sizeof edge_numbers[0])

struct span {
    size_t at, count;
};

/* xorshift64: any state but 0. */
size_t fuzz_below(struct fuzz_random *random, size_t count)
{
    random->state ^= random->state << 13;
    random->state ^= random->state >> 7;
    random->state ^= random->state << 17;
    return count > 0 ? (size_t)((random->state >> 11) % count) : 0;
}

bool fuzz_text_set(struct fuzz_text *text, const char *bytes, size_t count)
{
    char *const grown = realloc(text->bytes, count + 1);

    if (!grown)
        return false;
    memcpy(grown, bytes, count);
    grown[count] = '\0';
    *text = (struct fuzz_text){ grown, count };
    return true;
}

/* Puts bytes, which lie outside of the text, in the place of a span. */
static bool replace(struct fuzz_text *text, struct span span, const char *bytes, size_t count)
{
    const size_t behind = text->count - span.at - span.count;
    char *const grown = realloc(text->bytes, text->count - span.count + count + 1 > text->count + 1
                                                 ? text->count - span.count + count + 1
                                                 : text->count + 1);

    if (!grown)
        return false;
    memmove(grown + span.at + count, grown + span.at + span.count, behind);
    memcpy(grown + span.at, bytes, count);
    text->bytes = grown;
    text->count += count - span.count;
    grown[text->count] = '\0';
    return true;
}

/* replace() with a part of the same text or of another. */
static bool replace_by(struct fuzz_text *text, struct span span, const struct fuzz_text *from, struct span part)
{
    char *const copy = malloc(part.count + 1);
    bool done;

    if (!copy)
        return false;
    memcpy(copy, from->bytes + part.at, part.count);
    done = replace(text, span, copy, part.count);
    free(copy);
    return done;
}

static bool is_word(char letter)
{
    return isalnum((unsigned char)letter) || strchr("_.%$", letter);
}

/* The token around a place: a word, or one other byte. */
static struct span token_at(const struct fuzz_text *text, size_t at)
{
    struct span span = { at, at < text->count };

    if (span.count == 0 || !is_word(text->bytes[at]))
        return span;
    while (span.at > 0 && is_word(text->bytes[span.at - 1]))
        span.at--;
    while (at < text->count && is_word(text->bytes[at]))
        at++;
    span.count = at - span.at;
    return span;
}

/* The line around a place, with its end. */
static struct span line_at(const struct fuzz_text *text, size_t at)
{
    struct span span = { at, 0 };

    while (span.at > 0 && text->bytes[span.at - 1] != '\n')
        span.at--;
    while (at < text->count && text->bytes[at] != '\n')
        at++;
    span.count = at - span.at + (at < text->count);
    return span;
}

typedef bool mutation(struct fuzz_random *random, struct fuzz_text *text, const struct fuzz_text *other);

static bool change_byte(struct fuzz_random *random, struct fuzz_text *text, const struct fuzz_text *other)
{
    const struct span span = { fuzz_below(random, text->count), text->count > 0 };
    const char byte = (char)fuzz_below(random, 256);

    (void)other;
    return replace(text, span, &byte, 1);
}

static bool drop_bytes(struct fuzz_random *random, struct fuzz_text *text, const struct fuzz_text *other)
{
    const size_t at = fuzz_below(random, text->count);
    const size_t most = text->count - at;

    (void)other;
    return replace(text, (struct span){ at, fuzz_below(random, (most < 32 ? most : 32) + 1) }, "", 0);
}

static bool change_number(struct fuzz_random *random, struct fuzz_text *text, const struct fuzz_text *other)
{
    const char *const number = edge_numbers[fuzz_below(random, EDGE_NUMBER_COUNT)];
    size_t at = fuzz_below(random, text->count);

    (void)other;
    while (at < text->count && (!isdigit((unsigned char)text->bytes[at]) || (at > 0 && is_word(text->bytes[at - 1]))))
        at++;
    return at == text->count || replace(text, token_at(text, at), number, strlen(number));
}

/* A letter and a letter, a digit and a digit, a sign and a sign: what replaces one is then more likely to be read. */
static int class_of(const struct fuzz_text *text, struct span token)
{
    const unsigned char first = token.count > 0 ? (unsigned char)text->bytes[token.at] : ' ';

    return isspace(first) ? 0 : isdigit(first) ? 1 : is_word((char)first) ? 2 : 3;
}

static bool change_token(struct fuzz_random *random, struct fuzz_text *text, const struct fuzz_text *other)
{
    const struct fuzz_text *const from = fuzz_below(random, 4) == 0 ? other : text;
    const struct span token = token_at(text, fuzz_below(random, text->count));
    struct span part = token_at(from, fuzz_below(random, from->count));

    for (int tries = 0; tries < 20 && class_of(from, part) != class_of(text, token); tries++)
        part = token_at(from, fuzz_below(random, from->count));
    return replace_by(text, token, from, part);
}

static bool drop_token(struct fuzz_random *random, struct fuzz_text *text, const struct fuzz_text *other)
{
    (void)other;
    return replace(text, token_at(text, fuzz_below(random, text->count)), "", 0);
}

static bool drop_line(struct fuzz_random *random, struct fuzz_text *text, const struct fuzz_text *other)
{
    (void)other;
    return replace(text, line_at(text, fuzz_below(random, text->count)), "", 0);
}

/* Before another line, or in its place. */
static bool add_line(struct fuzz_random *random, struct fuzz_text *text, const struct fuzz_text *other)
{
    const struct fuzz_text *const from = fuzz_below(random, 3) == 0 ? other : text;
    const struct span part = line_at(from, fuzz_below(random, from->count));
    struct span span = line_at(text, fuzz_below(random, text->count));

    if (fuzz_below(random, 2) == 0)
        span.count = 0;
    return replace_by(text, span, from, part);
}

static bool cut_short(struct fuzz_random *random, struct fuzz_text *text, const struct fuzz_text *other)
{
    const size_t at = fuzz_below(random, text->count);

    (void)other;
    return replace(text, (struct span){ at, text->count - at }, "", 0);
}

/* Those that leave most kernels whole stand here more than once: a text that is not read tests the reader alone. */
static mutation *const mutations[] = { change_number, change_number, change_number, change_number, change_token,
                                       change_token,  change_token,  change_token,  change_token,  drop_token,
                                       drop_line,     drop_line,     add_line,      add_line,      change_byte,
                                       drop_bytes,    cut_short };

bool fuzz_mutate(struct fuzz_random *random, struct fuzz_text *text, const struct fuzz_text *other)
{
    size_t count = fuzz_below(random, 2) == 0 ? 1 : 1 + fuzz_below(random, 4);
    bool done = true;

    while (done && count-- > 0)
        done = mutations[fuzz_below(random, sizeof mutations / sizeof mutations[0])](random, text, other);
    return done;
}
