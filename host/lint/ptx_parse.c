/* The PTX parser: what stands outside of functions' bodies, and the helpers of all its parts. */
#include "ptx_parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void lint_ptx_parse_fail(struct ptx_parser *parser, const char *format, ...)
{
    char text[256];
    va_list list;

    if (parser->status != CLSMEM_OK)
        return;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    parser->status = clsmem_fail(CLSMEM_INVALID, "%s, line %lu: %s", parser->module->path,
                                 (unsigned long)parser->scanner.token.line, text);
    lint_ptx_scan(&parser->scanner, "");
}

void lint_ptx_parse_no_memory(struct ptx_parser *parser)
{
    if (parser->status != CLSMEM_OK)
        return;
    parser->status =
        clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the program of %s", parser->module->path);
    lint_ptx_scan(&parser->scanner, "");
}

bool lint_ptx_accept(struct ptx_parser *parser, const char *word)
{
    if (!lint_ptx_at(parser, word))
        return false;
    lint_ptx_advance(&parser->scanner);
    return true;
}

/* What stands where something else was expected. */
static void fail_at_token(struct ptx_parser *parser, const char *expected)
{
    const struct ptx_token *const token = &parser->scanner.token;

    if (token->kind == PTX_END)
        lint_ptx_parse_fail(parser, "the file ends where %s should be", expected);
    else
        lint_ptx_parse_fail(parser, "\"%.*s\" where %s should be", PTX_SHOW(token->span), expected);
}

void lint_ptx_expect(struct ptx_parser *parser, const char *word)
{
    char quoted[40];

    if (lint_ptx_accept(parser, word))
        return;
    (void)snprintf(quoted, sizeof quoted, "\"%s\"", word);
    fail_at_token(parser, quoted);
}

struct ptx_span lint_ptx_expect_word(struct ptx_parser *parser, const char *what)
{
    const struct ptx_token token = parser->scanner.token;

    if (token.kind != PTX_WORD)
        fail_at_token(parser, what);
    else
        lint_ptx_advance(&parser->scanner);
    return token.span;
}

uint64_t lint_ptx_expect_number(struct ptx_parser *parser, const char *what)
{
    uint64_t value = 0;
    bool is_negative = false;

    for (;;) {
        if (lint_ptx_accept(parser, "-"))
            is_negative = !is_negative;
        else if (!lint_ptx_accept(parser, "+"))
            break;
    }
    if (parser->scanner.token.kind != PTX_NUMBER) {
        fail_at_token(parser, what);
        return 0;
    }
    value = parser->scanner.token.number;
    lint_ptx_advance(&parser->scanner);
    return is_negative ? 0 - value : value;
}

void lint_ptx_skip_braces(struct ptx_parser *parser)
{
    size_t depth = 0;

    do {
        if (parser->scanner.token.kind == PTX_END)
            fail_at_token(parser, "\"}\"");
        depth += lint_ptx_at(parser, "{");
        depth -= lint_ptx_at(parser, "}") && depth > 0;
        lint_ptx_advance(&parser->scanner);
    } while (depth > 0 && parser->status == CLSMEM_OK);
}

void lint_ptx_skip_statement(struct ptx_parser *parser)
{
    while (parser->status == CLSMEM_OK && !lint_ptx_accept(parser, ";")) {
        if (parser->scanner.token.kind == PTX_END)
            fail_at_token(parser, "\";\"");
        lint_ptx_advance(&parser->scanner);
    }
}

void lint_ptx_open_scope(struct ptx_parser *parser)
{
    if (!lint_ptx_reserve(&parser->scope_parents, parser->scope_count, &parser->scope_capacity,
                          sizeof *parser->scope_parents)) {
        lint_ptx_parse_no_memory(parser);
        return;
    }
    parser->scope_parents[parser->scope_count] = parser->scope;
    parser->scope = (uint32_t)parser->scope_count++;
}

void lint_ptx_close_scope(struct ptx_parser *parser)
{
    if (parser->scope != 0)
        parser->scope = parser->scope_parents[parser->scope];
}

#define NAME_SHIFT 3

void lint_ptx_name(struct ptx_parser *parser, struct ptx_span name, enum ptx_name what, size_t index)
{
    if (index >= (UINT32_MAX >> NAME_SHIFT) ||
        !lint_ptx_put(&parser->names, parser->scope, name, (uint32_t)(index << NAME_SHIFT) | (uint32_t)what))
        lint_ptx_parse_no_memory(parser);
}

/* "%r12" where ".reg .b32 %r<20>" stands in the scope: a new register. */
static bool find_in_range(struct ptx_parser *parser, struct ptx_function *function, uint32_t scope,
                          struct ptx_span name, uint32_t *index)
{
    struct ptx_span prefix = name;
    uint64_t number = 0, place = 1;
    uint32_t value;

    while (prefix.length > 1 && prefix.text[prefix.length - 1] >= '0' && prefix.text[prefix.length - 1] <= '9' &&
           place <= UINT32_MAX) {
        const char digit = prefix.text[--prefix.length];

        number += place * (uint64_t)(digit - '0');
        place *= 10;
        if ((digit == '0' && place > 10) || !lint_ptx_get(&parser->names, scope, prefix, &value) ||
            (value & ((1u << NAME_SHIFT) - 1)) != PTX_NAMES_RANGE ||
            number >= parser->ranges[value >> NAME_SHIFT].count)
            continue;
        if (!lint_ptx_reserve(&function->registers, function->register_count, &function->register_capacity,
                              sizeof *function->registers) ||
            !lint_ptx_put(&parser->names, scope, name,
                          (uint32_t)(function->register_count << NAME_SHIFT) | PTX_NAMES_REGISTER)) {
            lint_ptx_parse_no_memory(parser);
            return false;
        }
        *index = (uint32_t)function->register_count;
        function->registers[function->register_count++] =
            (struct ptx_register){ .name = name, .type = parser->ranges[value >> NAME_SHIFT].type };
        return true;
    }
    return false;
}

bool lint_ptx_look_up(struct ptx_parser *parser, struct ptx_function *function, uint32_t scope, struct ptx_span name,
                      enum ptx_name *what, uint32_t *index)
{
    for (;; scope = parser->scope_parents[scope]) {
        uint32_t value;

        if (lint_ptx_get(&parser->names, scope, name, &value) &&
            (value & ((1u << NAME_SHIFT) - 1)) != PTX_NAMES_RANGE) {
            *what = (enum ptx_name)(value & ((1u << NAME_SHIFT) - 1));
            *index = value >> NAME_SHIFT;
            return true;
        }
        if (find_in_range(parser, function, scope, name, index)) {
            *what = PTX_NAMES_REGISTER;
            return true;
        }
        if (scope == 0)
            return false;
    }
}

static void parse_formals(struct ptx_parser *parser, struct ptx_function *function)
{
    lint_ptx_expect(parser, "(");
    if (lint_ptx_accept(parser, ")"))
        return;
    do
        lint_ptx_parse_formal(parser, function);
    while (lint_ptx_accept(parser, ","));
    lint_ptx_expect(parser, ")");
}

/* ".reqntid 32, 8, 1" and its like, between the parameters and the body. */
static void parse_function_directives(struct ptx_parser *parser, struct ptx_function *function)
{
    while (parser->scanner.token.kind == PTX_WORD && parser->scanner.token.span.text[0] == '.') {
        uint64_t numbers[3] = { 1, 1, 1 };
        size_t count = 0;

        if (lint_ptx_accept(parser, ".pragma")) {
            lint_ptx_skip_statement(parser);
            continue;
        }
        if (lint_ptx_accept(parser, ".reqntid")) {
            do
                numbers[count++] = lint_ptx_expect_number(parser, "a size");
            while (count < 3 && lint_ptx_accept(parser, ","));
            for (size_t i = 0; i < 3; i++)
                function->required_local[i] = numbers[i];
            continue;
        }
        /* The others are advice to an assembler: ".maxntid 256", ".noreturn", ".abi_preserve 4". */
        lint_ptx_advance(&parser->scanner);
        while (parser->scanner.token.kind == PTX_NUMBER || lint_ptx_at(parser, ","))
            lint_ptx_advance(&parser->scanner);
    }
}

/* At the word behind ".entry" or ".func". */
static void parse_function(struct ptx_parser *parser, bool is_kernel)
{
    struct ptx_module *const module = parser->module;
    struct ptx_function function = { .is_kernel = is_kernel, .line = parser->scanner.token.line };
    const uint32_t first_variable = (uint32_t)module->variable_count;
    uint32_t inner;

    if (!lint_ptx_reserve(&module->functions, module->function_count, &module->function_capacity,
                          sizeof *module->functions)) {
        lint_ptx_parse_no_memory(parser);
        return;
    }
    lint_ptx_open_scope(parser);
    if (!is_kernel && lint_ptx_at(parser, "("))
        parse_formals(parser, &function);
    function.result_count = function.formal_count;
    function.name = lint_ptx_expect_word(parser, "the name of a function");
    inner = parser->scope;
    parser->scope = 0; /* where its own body and others look for it */
    lint_ptx_name(parser, function.name, PTX_NAMES_FUNCTION, module->function_count);
    parser->scope = inner;
    if (lint_ptx_at(parser, "("))
        parse_formals(parser, &function);
    parse_function_directives(parser, &function);
    if (!lint_ptx_accept(parser, ";")) {
        function.has_body = true;
        lint_ptx_parse_body(parser, &function);
    }
    lint_ptx_close_scope(parser);
    function.first_variable = first_variable;
    function.variable_count = (uint32_t)module->variable_count - first_variable;
    module->functions[module->function_count++] = function;
}

static void parse_directive(struct ptx_parser *parser)
{
    enum ptx_space space;

    if (lint_ptx_accept(parser, ".version") || lint_ptx_accept(parser, ".address_size")) {
        lint_ptx_advance(&parser->scanner);
    } else if (lint_ptx_accept(parser, ".target")) {
        do
            (void)lint_ptx_expect_word(parser, "a target");
        while (lint_ptx_accept(parser, ","));
    } else if (lint_ptx_accept(parser, ".visible") || lint_ptx_accept(parser, ".extern") ||
               lint_ptx_accept(parser, ".weak") || lint_ptx_accept(parser, ".common")) {
        return;
    } else if (lint_ptx_accept(parser, ".entry")) {
        parse_function(parser, true);
    } else if (lint_ptx_accept(parser, ".func")) {
        parse_function(parser, false);
    } else if (lint_ptx_accept(parser, ".pragma") || lint_ptx_accept(parser, ".alias")) {
        lint_ptx_skip_statement(parser);
    } else if (lint_ptx_accept(parser, ".file")) {
        lint_ptx_parse_file(parser);
    } else if (lint_ptx_accept(parser, ".loc")) {
        lint_ptx_parse_loc(parser);
    } else if (lint_ptx_accept(parser, ".section")) {
        lint_ptx_parse_section(parser);
    } else if (lint_ptx_accept(parser, ".metadata_section")) {
        lint_ptx_skip_braces(parser);
    } else if (lint_ptx_is_space(parser->scanner.token.span, &space) ||
               lint_ptx_is(parser->scanner.token.span, ".tex")) {
        lint_ptx_parse_variables(parser);
    } else {
        fail_at_token(parser, "a directive that we know");
    }
}

enum clsmem_status lint_ptx_parse(const char *text, const char *path, struct ptx_module *module)
{
    struct ptx_parser parser = { .module = module, .loc = LINT_NONE };

    *module = (struct ptx_module){ .path = path };
    lint_ptx_scan(&parser.scanner, text);
    lint_ptx_open_scope(&parser);
    while (parser.scanner.token.kind != PTX_END) {
        if (parser.scanner.token.kind == PTX_WORD && parser.scanner.token.span.text[0] == '.')
            parse_directive(&parser);
        else if (!lint_ptx_accept(&parser, ";"))
            fail_at_token(&parser, "a directive");
    }
    free(parser.names.entries);
    free(parser.ranges);
    free(parser.scope_parents);
    return parser.status;
}
