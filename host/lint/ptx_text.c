/* PTX as tokens, and the two containers that its readers share: lists that grow, and names that are looked up. */
#include "ptx_text.h"

#include <stdlib.h>
#include <string.h>

bool lint_ptx_is(struct ptx_span span, const char *word)
{
    return span.length == strlen(word) && memcmp(span.text, word, span.length) == 0;
}

bool lint_ptx_same(struct ptx_span a, struct ptx_span b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

bool lint_ptx_starts(struct ptx_span span, const char *word)
{
    const size_t length = strlen(word);

    return span.length >= length && memcmp(span.text, word, length) == 0;
}

/* Not those of <ctype.h>, which ask the locale. */
static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%' || c == '.';
}

static bool is_word_part(char c)
{
    return is_word_start(c) || is_digit(c);
}

static void skip_comment(struct ptx_scanner *scanner)
{
    scanner->next += 2;
    while (*scanner->next && !(scanner->next[0] == '*' && scanner->next[1] == '/')) {
        if (*scanner->next++ == '\n') {
            scanner->line++;
            scanner->line_start = scanner->next;
        }
    }
    if (*scanner->next)
        scanner->next += 2;
}

/* Blanks, both kinds of comments, and lines of the preprocessor. */
static void skip_blanks(struct ptx_scanner *scanner)
{
    for (;;) {
        const char c = *scanner->next;

        if (c == '\n') {
            scanner->line++;
            scanner->line_start = ++scanner->next;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            scanner->next++;
        } else if (c == '/' && scanner->next[1] == '*') {
            skip_comment(scanner);
        } else if ((c == '/' && scanner->next[1] == '/') || (c == '#' && scanner->next == scanner->line_start)) {
            scanner->next += strcspn(scanner->next, "\n");
        } else {
            return;
        }
    }
}

/* "::" stands inside words, as in "shared::cta"; one colon ends a label. */
static size_t word_length(const char *text)
{
    size_t length = 1;

    for (;;) {
        if (is_word_part(text[length]))
            length++;
        else if (text[length] == ':' && text[length + 1] == ':' && is_word_part(text[length + 2]))
            length += 3;
        else
            return length;
    }
}

static int digit_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16;
}

/* Reads all of `digits` in a base; false where there are none, one is too large, or more than 64 bits result. */
static bool read_digits(struct ptx_span digits, unsigned base, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < digits.length; i++) {
        const unsigned digit = (unsigned)digit_value(digits.text[i]);

        if (digit >= base || *value > (UINT64_MAX - digit) / base)
            return false;
        *value = *value * base + digit;
    }
    return digits.length > 0;
}

/* "0f3F800000" and "0d3FF0000000000000": the bits themselves. */
static bool read_bits(struct ptx_token *token)
{
    const struct ptx_span digits = { token->span.text + 2, token->span.length - 2 };

    token->bits = token->span.text[1] == 'f' || token->span.text[1] == 'F' ? 32 : 64;
    token->kind = PTX_REAL;
    return digits.length == token->bits / 4 && read_digits(digits, 16, &token->number);
}

static bool read_decimal(struct ptx_token *token)
{
    char *end;
    const double value = strtod(token->span.text, &end);

    memcpy(&token->number, &value, sizeof token->number);
    token->bits = 64;
    token->kind = PTX_REAL;
    return end == token->span.text + token->span.length;
}

static bool read_integer(struct ptx_token *token)
{
    struct ptx_span digits = token->span;
    unsigned base = 10;

    if (digits.text[digits.length - 1] == 'U')
        digits.length--;
    if (digits.length > 1 && digits.text[0] == '0') {
        const char mark = digits.text[1];
        const size_t skipped = mark == 'x' || mark == 'X' || mark == 'b' || mark == 'B' ? 2 : 1;

        base = mark == 'x' || mark == 'X' ? 16 : skipped == 2 ? 2 : 8;
        digits.text += skipped;
        digits.length -= skipped;
    }
    return read_digits(digits, base, &token->number);
}

/* The sign of an exponent belongs to a decimal number, but not to 0x1e+4. */
static size_t number_length(const char *text)
{
    const bool is_plain = !(text[0] == '0' && strchr("xXfFdDbB", text[1]) && text[1]);
    size_t length = 1;

    while (is_digit(text[length]) || (is_word_part(text[length]) && text[length] != '%' && text[length] != '$') ||
           (is_plain && (text[length] == '+' || text[length] == '-') &&
            (text[length - 1] == 'e' || text[length - 1] == 'E')))
        length++;
    return length;
}

static void read_number(struct ptx_token *token)
{
    const char *const text = token->span.text;
    const char mark = token->span.length > 1 && text[0] == '0' ? text[1] : ' ';
    bool is_right;

    token->kind = PTX_NUMBER;
    if (strchr("fFdD", mark))
        is_right = read_bits(token);
    else if (!strchr("xX", mark) && (memchr(text, '.', token->span.length) || memchr(text, 'e', token->span.length) ||
                                     memchr(text, 'E', token->span.length)))
        is_right = read_decimal(token);
    else
        is_right = read_integer(token);
    if (!is_right)
        token->kind = PTX_JUNK;
}

static void read_string(struct ptx_scanner *scanner)
{
    struct ptx_token *const token = &scanner->token;
    const char *end = token->span.text + 1;

    while (*end && *end != '"' && *end != '\n')
        end += *end == '\\' && end[1] && end[1] != '\n' ? 2 : 1;
    token->kind = *end == '"' ? PTX_STRING : PTX_JUNK;
    token->span = (struct ptx_span){ token->span.text + 1, (size_t)(end - token->span.text - 1) };
    scanner->next = *end == '"' ? end + 1 : end;
}

void lint_ptx_advance(struct ptx_scanner *scanner)
{
    struct ptx_token *const token = &scanner->token;
    const char *text;

    skip_blanks(scanner);
    text = scanner->next;
    *token = (struct ptx_token){ .span = { text, 1 },
                                 .line = scanner->line,
                                 .column = (uint32_t)(text - scanner->line_start + 1) };
    if (*text == '\0') {
        token->kind = PTX_END;
        token->span.length = 0;
    } else if (is_digit(*text)) {
        token->span.length = number_length(text);
        read_number(token);
        scanner->next += token->span.length;
    } else if (*text == '"') {
        read_string(scanner);
    } else if (is_word_start(*text)) {
        token->kind = PTX_WORD;
        token->span.length = word_length(text);
        scanner->next += token->span.length;
    } else {
        token->kind = PTX_SIGN;
        scanner->next++;
    }
}

void lint_ptx_scan(struct ptx_scanner *scanner, const char *text)
{
    *scanner = (struct ptx_scanner){ .next = text, .line_start = text, .line = 1 };
    lint_ptx_advance(scanner);
}

bool lint_ptx_reserve(void *list, size_t count, size_t *capacity, size_t element_bytes)
{
    void **const place = list;
    const size_t wanted = *capacity ? 2 * *capacity : 16;
    void *grown;

    if (count < *capacity)
        return true;
    grown = realloc(*place, wanted * element_bytes);
    if (!grown)
        return false;
    *place = grown;
    *capacity = wanted;
    return true;
}

/* The entry of a name, or the empty one where it belongs. The map has an empty entry. */
static struct ptx_map_entry *map_entry(const struct ptx_map *map, uint32_t scope, struct ptx_span name)
{
    uint64_t hash = 0xcbf29ce484222325u ^ scope;
    size_t place;

    for (size_t i = 0; i < name.length; i++)
        hash = (hash ^ (unsigned char)name.text[i]) * 0x100000001b3u;
    place = (size_t)(hash ^ hash >> 29) & (map->capacity - 1);
    while (map->entries[place].name.text &&
           (map->entries[place].scope != scope || map->entries[place].name.length != name.length ||
            memcmp(map->entries[place].name.text, name.text, name.length) != 0))
        place = (place + 1) & (map->capacity - 1);
    return &map->entries[place];
}

static bool map_grow(struct ptx_map *map)
{
    struct ptx_map grown = { .capacity = map->capacity ? 2 * map->capacity : 64, .count = map->count };

    grown.entries = calloc(grown.capacity, sizeof *grown.entries);
    if (!grown.entries)
        return false;
    for (size_t i = 0; i < map->capacity; i++)
        if (map->entries[i].name.text)
            *map_entry(&grown, map->entries[i].scope, map->entries[i].name) = map->entries[i];
    free(map->entries);
    *map = grown;
    return true;
}

bool lint_ptx_put(struct ptx_map *map, uint32_t scope, struct ptx_span name, uint32_t value)
{
    struct ptx_map_entry *entry;

    if (2 * (map->count + 1) > map->capacity && !map_grow(map))
        return false;
    entry = map_entry(map, scope, name);
    if (!entry->name.text)
        map->count++;
    *entry = (struct ptx_map_entry){ name, scope, value };
    return true;
}

bool lint_ptx_get(const struct ptx_map *map, uint32_t scope, struct ptx_span name, uint32_t *value)
{
    const struct ptx_map_entry *const entry = map->capacity ? map_entry(map, scope, name) : NULL;

    if (!entry || !entry->name.text)
        return false;
    *value = entry->value;
    return true;
}
