/* The PTX parser: operands. */
#include "ptx_parse.h"

void lint_ptx_add_operand(struct ptx_parser *parser, struct ptx_function *function, const struct ptx_operand *operand)
{
    if (!lint_ptx_reserve(&function->operands, function->operand_count, &function->operand_capacity,
                          sizeof *function->operands)) {
        lint_ptx_parse_no_memory(parser);
        return;
    }
    function->operands[function->operand_count++] = *operand;
}

/* Goes past what we do not read, up to a ',' or ';' that is not in brackets. */
static void skip_odd(struct ptx_parser *parser, struct ptx_operand *operand)
{
    size_t depth = 0;

    operand->kind = PTX_ODD;
    while (parser->scanner.token.kind != PTX_END) {
        const bool is_closing = lint_ptx_at(parser, "]") || lint_ptx_at(parser, "}") || lint_ptx_at(parser, ")");

        if (depth == 0 && (is_closing || lint_ptx_at(parser, ",") || lint_ptx_at(parser, ";")))
            return;
        if (lint_ptx_at(parser, "[") || lint_ptx_at(parser, "{") || lint_ptx_at(parser, "("))
            depth++;
        depth -= is_closing;
        lint_ptx_advance(&parser->scanner);
    }
}

/* "+ 4", "+-2048", "- 8" behind a name; nothing where none is there. */
static int64_t parse_offset(struct ptx_parser *parser)
{
    uint64_t value;

    if (!lint_ptx_at(parser, "+") && !lint_ptx_at(parser, "-"))
        return 0;
    value = lint_ptx_expect_number(parser, "an offset");
    return value > INT64_MAX ? -(int64_t)(~value) - 1 : (int64_t)value;
}

/* Labels and functions may come later: their names wait with their scope. */
static void parse_name(struct ptx_parser *parser, struct ptx_function *function, struct ptx_operand *operand)
{
    enum ptx_name what;

    operand->name = parser->scanner.token.span;
    operand->kind = PTX_UNKNOWN_NAME;
    operand->value = parser->scope;
    lint_ptx_advance(&parser->scanner);
    if (lint_ptx_is(operand->name, "_")) {
        operand->kind = PTX_SINK;
    } else if (!lint_ptx_look_up(parser, function, parser->scope, operand->name, &what, &operand->index)) {
        if (operand->name.text[0] == '%' || lint_ptx_is(operand->name, "WARP_SZ"))
            operand->kind = PTX_SPECIAL;
    } else if (what == PTX_NAMES_REGISTER) {
        operand->kind = PTX_REGISTER;
    } else if (what == PTX_NAMES_VARIABLE) {
        operand->kind = PTX_VARIABLE;
    }
    operand->offset = parse_offset(parser);
}

/* A number with its signs. */
static void parse_number(struct ptx_parser *parser, struct ptx_operand *operand)
{
    bool is_negative = false, is_inverted = false;

    for (;;) {
        if (lint_ptx_accept(parser, "-"))
            is_negative = !is_negative;
        else if (lint_ptx_accept(parser, "~"))
            is_inverted = !is_inverted;
        else if (!lint_ptx_accept(parser, "+"))
            break;
    }
    if (parser->scanner.token.kind == PTX_NUMBER) {
        operand->kind = PTX_INTEGER;
        operand->value = parser->scanner.token.number;
        operand->value = is_inverted ? ~operand->value : operand->value;
        operand->value = is_negative ? 0 - operand->value : operand->value;
    } else if (parser->scanner.token.kind == PTX_REAL && !is_inverted) {
        operand->kind = PTX_REAL_NUMBER;
        operand->bits = parser->scanner.token.bits;
        operand->value = parser->scanner.token.number ^ (uint64_t)is_negative << (operand->bits - 1);
    } else {
        skip_odd(parser, operand);
        return;
    }
    lint_ptx_advance(&parser->scanner);
}

static struct ptx_operand parse_plain(struct ptx_parser *parser, struct ptx_function *function)
{
    struct ptx_operand operand = { .kind = PTX_ODD };

    if (lint_ptx_accept(parser, "!"))
        operand.is_negated = true;
    if (parser->scanner.token.kind == PTX_WORD)
        parse_name(parser, function, &operand);
    else
        parse_number(parser, &operand);
    return operand;
}

/* The elements of {a, b} or (a, b), up to and with the closing bracket. */
static struct ptx_operand parse_elements(struct ptx_parser *parser, struct ptx_function *function,
                                         enum ptx_operand_kind kind, const char *closing)
{
    struct ptx_operand operand = { .kind = kind, .first = (uint32_t)function->operand_count };

    if (!lint_ptx_at(parser, closing)) {
        do {
            const struct ptx_operand element = parse_plain(parser, function);

            lint_ptx_add_operand(parser, function, &element);
        } while (lint_ptx_accept(parser, ","));
    }
    operand.count = (uint32_t)function->operand_count - operand.first;
    lint_ptx_expect(parser, closing);
    return operand;
}

/* Behind "[". Textures have more than an address in their brackets. */
static struct ptx_operand parse_address(struct ptx_parser *parser, struct ptx_function *function)
{
    struct ptx_operand operand = parse_plain(parser, function);

    while (!lint_ptx_at(parser, "]") && parser->scanner.token.kind != PTX_END) {
        skip_odd(parser, &operand);
        if (lint_ptx_at(parser, ";") || lint_ptx_at(parser, "}") || lint_ptx_at(parser, ")"))
            break;
        (void)lint_ptx_accept(parser, ",");
    }
    operand.is_address = true;
    lint_ptx_expect(parser, "]");
    return operand;
}

struct ptx_operand lint_ptx_parse_operand(struct ptx_parser *parser, struct ptx_function *function)
{
    struct ptx_operand operand;

    if (lint_ptx_accept(parser, "["))
        operand = parse_address(parser, function);
    else if (lint_ptx_accept(parser, "{"))
        operand = parse_elements(parser, function, PTX_VECTOR, "}");
    else if (lint_ptx_accept(parser, "("))
        operand = parse_elements(parser, function, PTX_LIST, ")");
    else
        operand = parse_plain(parser, function);
    if (lint_ptx_accept(parser, "|")) {
        const struct ptx_operand second = parse_plain(parser, function);
        const uint32_t first = (uint32_t)function->operand_count;

        lint_ptx_add_operand(parser, function, &operand);
        lint_ptx_add_operand(parser, function, &second);
        operand = (struct ptx_operand){ .kind = PTX_PAIR, .first = first, .count = 2 };
    }
    return operand;
}
