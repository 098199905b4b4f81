/* The PTX parser: declarations of arrays, parameters and registers. */
#include <stdlib.h>
#include <string.h>

#include "ptx_parse.h"

#define MOST_INITIAL_BYTES ((uint64_t)1 << 30)

bool lint_ptx_is_space(struct ptx_span word, enum ptx_space *space)
{
    static const struct {
        const char *word;
        enum ptx_space space;
    } spaces[] = { { ".global", PTX_GLOBAL }, { ".const", PTX_CONST }, { ".shared", PTX_SHARED },
                   { ".local", PTX_LOCAL },   { ".param", PTX_PARAM }, { ".reg", PTX_REG } };

    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        if (lint_ptx_is(word, spaces[i].word)) {
            *space = spaces[i].space;
            return true;
        }
    }
    return false;
}

static unsigned parse_alignment(struct ptx_parser *parser)
{
    const uint64_t align = lint_ptx_expect_number(parser, "an alignment");

    if (align == 0 || align > 4096 || (align & (align - 1)) != 0) {
        lint_ptx_parse_fail(parser, "an alignment of %llu bytes", (unsigned long long)align);
        return 1;
    }
    return (unsigned)align;
}

static void skip_parentheses(struct ptx_parser *parser)
{
    lint_ptx_expect(parser, "(");
    while (parser->scanner.token.kind != PTX_END && !lint_ptx_at(parser, ")"))
        lint_ptx_advance(&parser->scanner);
    lint_ptx_expect(parser, ")");
}

/* Images and samplers are known as what they are, so that a kernel that uses one can be refused in words. */
static const char *opaque_words(struct ptx_span word)
{
    if (lint_ptx_is(word, ".texref") || lint_ptx_is(word, ".surfref"))
        return "an image";
    if (lint_ptx_is(word, ".samplerref"))
        return "a sampler";
    return NULL;
}

/* The words before a name: "[.align 4] .b8", ".u64 .ptr .global .align 4", in the order they come. */
static void parse_words(struct ptx_parser *parser, struct ptx_variable *variable)
{
    unsigned elements = 1;

    while (parser->scanner.token.kind == PTX_WORD && parser->scanner.token.span.text[0] == '.') {
        const struct ptx_span word = parser->scanner.token.span;
        const struct ptx_type type = lint_ptx_type(word);

        lint_ptx_advance(&parser->scanner);
        if (lint_ptx_is(word, ".align"))
            *(variable->is_pointer ? &variable->points_align : &variable->align) = parse_alignment(parser);
        else if (lint_ptx_is(word, ".ptr"))
            variable->is_pointer = true;
        else if (variable->is_pointer && lint_ptx_is_space(word, &variable->points_to))
            continue;
        else if (lint_ptx_is(word, ".attribute"))
            skip_parentheses(parser);
        else if (lint_ptx_is(word, ".v2") || lint_ptx_is(word, ".v4"))
            elements = word.text[2] == '2' ? 2 : 4;
        else if (opaque_words(word))
            variable->refused = opaque_words(word);
        else if (type.kind != PTX_NO_TYPE)
            variable->type = type;
        else
            variable->refused = "a type that we lack";
    }
    variable->bytes = (uint64_t)elements * (variable->type.bits + 7) / 8;
    if (variable->align == 0)
        variable->align = variable->bytes ? (unsigned)variable->bytes : 1;
}

/* "name[4][8]"; an array without a size has 0 bytes until an initialiser tells. */
static void parse_name(struct ptx_parser *parser, struct ptx_variable *variable)
{
    variable->line = parser->scanner.token.line;
    variable->name = lint_ptx_expect_word(parser, "a name");
    while (lint_ptx_accept(parser, "[")) {
        uint64_t count = 0;

        variable->is_array = true;
        if (!lint_ptx_at(parser, "]"))
            count = lint_ptx_expect_number(parser, "a size");
        if (count != 0 && variable->bytes > UINT64_MAX / 2 / count)
            lint_ptx_parse_fail(parser, "an array of more bytes than 64 bits can count");
        variable->bytes *= count;
        lint_ptx_expect(parser, "]");
    }
}

struct initialiser {
    uint8_t *bytes;
    size_t count, capacity;
};

static void add_element(struct ptx_parser *parser, struct initialiser *initial, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        if (!lint_ptx_reserve(&initial->bytes, initial->count, &initial->capacity, 1)) {
            lint_ptx_parse_no_memory(parser);
            return;
        }
        initial->bytes[initial->count++] = (uint8_t)(value >> 8 * i);
    }
}

/* A real number as an element of the type: decimal ones are doubles so far. */
static uint64_t real_element(const struct ptx_token *token, struct ptx_type type)
{
    double value;
    float single;
    uint32_t bits;

    if (token->bits == type.bits || type.bits != 32)
        return token->number;
    memcpy(&value, &token->number, sizeof value);
    single = (float)value;
    memcpy(&bits, &single, sizeof bits);
    return bits;
}

/* One number; anything else is stepped over and makes the array one that we cannot have. */
static void parse_element(struct ptx_parser *parser, struct ptx_variable *variable, struct initialiser *initial)
{
    bool is_negative = lint_ptx_accept(parser, "-");
    const struct ptx_token token = parser->scanner.token;
    uint64_t value = 0;

    if (token.kind == PTX_NUMBER)
        value = is_negative ? 0 - token.number : token.number;
    else if (token.kind == PTX_REAL)
        value = real_element(&token, variable->type) ^ (uint64_t)is_negative << (variable->type.bits - 1);
    else
        variable->has_odd_initial = true;
    while (parser->scanner.token.kind != PTX_END && !lint_ptx_at(parser, ",") && !lint_ptx_at(parser, "}") &&
           !lint_ptx_at(parser, ";")) {
        if (lint_ptx_at(parser, "{")) {
            variable->has_odd_initial = true;
            lint_ptx_skip_braces(parser);
        } else {
            lint_ptx_advance(&parser->scanner);
        }
    }
    add_element(parser, initial, value, variable->type.bits / 8);
}

/* Behind the "=": the bytes, filled up with zeros to the array's size. */
static void parse_initialiser(struct ptx_parser *parser, struct ptx_variable *variable)
{
    struct initialiser initial = { 0 };

    if (variable->refused) { /* a sampler's settings */
        if (lint_ptx_at(parser, "{"))
            lint_ptx_skip_braces(parser);
        return;
    }
    if (variable->type.bits < 8)
        lint_ptx_parse_fail(parser, "an initialiser of something that has no bytes");
    if (lint_ptx_accept(parser, "{")) {
        if (!lint_ptx_at(parser, "}")) {
            do
                parse_element(parser, variable, &initial);
            while (lint_ptx_accept(parser, ","));
        }
        lint_ptx_expect(parser, "}");
    } else {
        parse_element(parser, variable, &initial);
    }
    if (variable->is_array && variable->bytes == 0)
        variable->bytes = initial.count;
    if (initial.count > variable->bytes)
        lint_ptx_parse_fail(parser, "more values than \"%.*s\" has room for", PTX_SHOW(variable->name));
    if (variable->bytes > MOST_INITIAL_BYTES)
        variable->refused = "an array of more than 1 GiB";
    while (parser->status == CLSMEM_OK && !variable->refused && initial.count < variable->bytes)
        add_element(parser, &initial, 0, 1);
    variable->initial = initial.bytes;
}

static void add_variable(struct ptx_parser *parser, const struct ptx_variable *variable)
{
    struct ptx_module *const module = parser->module;

    if (!lint_ptx_reserve(&module->variables, module->variable_count, &module->variable_capacity,
                          sizeof *module->variables)) {
        free(variable->initial);
        lint_ptx_parse_no_memory(parser);
        return;
    }
    lint_ptx_name(parser, variable->name, PTX_NAMES_VARIABLE, module->variable_count);
    module->variables[module->variable_count++] = *variable;
}

void lint_ptx_parse_variables(struct ptx_parser *parser)
{
    struct ptx_variable words = { .space = PTX_GLOBAL, .parameter = LINT_NONE, .array = LINT_NONE, .slot = LINT_NONE };

    if (!lint_ptx_is_space(parser->scanner.token.span, &words.space))
        words.refused = "an image";
    lint_ptx_advance(&parser->scanner);
    parse_words(parser, &words);
    do {
        struct ptx_variable variable = words;

        parse_name(parser, &variable);
        if (lint_ptx_accept(parser, "="))
            parse_initialiser(parser, &variable);
        add_variable(parser, &variable);
    } while (lint_ptx_accept(parser, ","));
    lint_ptx_expect(parser, ";");
}

static void add_register(struct ptx_parser *parser, struct ptx_function *function, struct ptx_span name,
                         struct ptx_type type)
{
    if (!lint_ptx_reserve(&function->registers, function->register_count, &function->register_capacity,
                          sizeof *function->registers)) {
        lint_ptx_parse_no_memory(parser);
        return;
    }
    lint_ptx_name(parser, name, PTX_NAMES_REGISTER, function->register_count);
    function->registers[function->register_count++] = (struct ptx_register){ .name = name, .type = type };
}

static void add_range(struct ptx_parser *parser, struct ptx_span prefix, struct ptx_type type)
{
    const uint64_t count = lint_ptx_expect_number(parser, "a number of registers");

    if (!lint_ptx_reserve(&parser->ranges, parser->range_count, &parser->range_capacity, sizeof *parser->ranges)) {
        lint_ptx_parse_no_memory(parser);
        return;
    }
    lint_ptx_name(parser, prefix, PTX_NAMES_RANGE, parser->range_count);
    parser->ranges[parser->range_count++] = (struct ptx_range){ count, type };
    lint_ptx_expect(parser, ">");
}

/* Registers of a type that we lack are declared all the same: who uses one is refused. */
static struct ptx_type parse_register_type(struct ptx_parser *parser)
{
    struct ptx_type type = { PTX_NO_TYPE, 0 };
    bool is_vector = false;

    while (parser->scanner.token.kind == PTX_WORD && parser->scanner.token.span.text[0] == '.') {
        is_vector |= lint_ptx_starts(parser->scanner.token.span, ".v");
        type = lint_ptx_type(parser->scanner.token.span);
        lint_ptx_advance(&parser->scanner);
    }
    return is_vector ? (struct ptx_type){ PTX_NO_TYPE, 0 } : type;
}

void lint_ptx_parse_registers(struct ptx_parser *parser, struct ptx_function *function)
{
    struct ptx_type type;

    lint_ptx_expect(parser, ".reg");
    type = parse_register_type(parser);
    do {
        const struct ptx_span name = lint_ptx_expect_word(parser, "a register");

        if (lint_ptx_accept(parser, "<"))
            add_range(parser, name, type);
        else
            add_register(parser, function, name, type);
    } while (lint_ptx_accept(parser, ","));
    lint_ptx_expect(parser, ";");
}

void lint_ptx_parse_formal(struct ptx_parser *parser, struct ptx_function *function)
{
    struct ptx_formal formal = { .is_register = lint_ptx_at(parser, ".reg") };

    if (!lint_ptx_reserve(&function->formals, function->formal_count, &function->formal_capacity,
                          sizeof *function->formals)) {
        lint_ptx_parse_no_memory(parser);
        return;
    }
    if (lint_ptx_accept(parser, ".reg")) {
        const struct ptx_type type = parse_register_type(parser);

        formal.index = (uint32_t)function->register_count;
        add_register(parser, function, lint_ptx_expect_word(parser, "a register"), type);
    } else {
        struct ptx_variable variable = {
            .space = PTX_PARAM, .parameter = LINT_NONE, .array = LINT_NONE, .slot = LINT_NONE
        };

        lint_ptx_expect(parser, ".param");
        parse_words(parser, &variable);
        parse_name(parser, &variable);
        formal.index = (uint32_t)parser->module->variable_count;
        add_variable(parser, &variable);
    }
    function->formals[function->formal_count++] = formal;
}
