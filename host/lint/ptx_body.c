/* The PTX parser: bodies of functions, statement by statement. */
#include "ptx_parse.h"

static void add_statement(struct ptx_parser *parser, struct ptx_function *function,
                          const struct ptx_statement *statement)
{
    if (!lint_ptx_reserve(&function->statements, function->statement_count, &function->statement_capacity,
                          sizeof *function->statements)) {
        lint_ptx_parse_no_memory(parser);
        return;
    }
    function->statements[function->statement_count++] = *statement;
}

static void parse_label(struct ptx_parser *parser, struct ptx_function *function, struct ptx_statement *statement)
{
    uint32_t value;

    if (lint_ptx_get(&parser->names, parser->scope, statement->name, &value))
        lint_ptx_parse_fail(parser, "\"%.*s\" stands here a second time", PTX_SHOW(statement->name));
    if (!lint_ptx_reserve(&function->labels, function->label_count, &function->label_capacity,
                          sizeof *function->labels)) {
        lint_ptx_parse_no_memory(parser);
        return;
    }
    statement->kind = PTX_LABEL_HERE;
    statement->label = (uint32_t)function->label_count;
    lint_ptx_name(parser, statement->name, PTX_NAMES_LABEL, function->label_count);
    function->labels[function->label_count++] =
        (struct ptx_label){ statement->name, (uint32_t)function->statement_count };
    add_statement(parser, function, statement);
}

static void parse_guard(struct ptx_parser *parser, struct ptx_function *function, struct ptx_statement *statement)
{
    enum ptx_name what = PTX_NAMES_LABEL;
    struct ptx_span name;

    statement->guard_is_negated = lint_ptx_accept(parser, "!");
    name = lint_ptx_expect_word(parser, "a predicate");
    if (!lint_ptx_look_up(parser, function, parser->scope, name, &what, &statement->guard) ||
        what != PTX_NAMES_REGISTER) {
        lint_ptx_parse_fail(parser, "\"%.*s\" is no register", PTX_SHOW(name));
        return;
    }
    if (function->registers[statement->guard].type.kind != PTX_PREDICATE)
        lint_ptx_parse_fail(parser, "\"%.*s\" is no predicate", PTX_SHOW(name));
    function->registers[statement->guard].is_read = true;
}

/* Operands up to the ';'. One too many makes an odd one, which no instruction takes. */
static void parse_operands(struct ptx_parser *parser, struct ptx_function *function, struct ptx_statement *statement)
{
    struct ptx_operand operands[PTX_MOST_OPERANDS];
    uint32_t count = 0;

    while (!lint_ptx_at(parser, ";") && parser->status == CLSMEM_OK) {
        const struct ptx_operand operand = lint_ptx_parse_operand(parser, function);

        if (count < PTX_MOST_OPERANDS)
            operands[count++] = operand;
        else
            operands[PTX_MOST_OPERANDS - 1].kind = PTX_ODD;
        if (!lint_ptx_accept(parser, ","))
            break;
    }
    statement->first_operand = (uint32_t)function->operand_count;
    statement->operand_count = count;
    for (uint32_t i = 0; i < count; i++)
        lint_ptx_add_operand(parser, function, &operands[i]);
    lint_ptx_expect(parser, ";");
}

/* "tab: .branchtargets L1, L2;": the label before it is how brx.idx calls it. */
static void parse_targets(struct ptx_parser *parser, struct ptx_function *function)
{
    struct ptx_statement statement = { .kind = PTX_TARGETS,
                                       .line = parser->scanner.token.line,
                                       .loc = parser->loc,
                                       .guard = LINT_NONE,
                                       .first_operand = (uint32_t)function->operand_count };

    lint_ptx_advance(&parser->scanner);
    do {
        const struct ptx_operand operand = lint_ptx_parse_operand(parser, function);

        lint_ptx_add_operand(parser, function, &operand);
    } while (lint_ptx_accept(parser, ","));
    statement.operand_count = (uint32_t)function->operand_count - statement.first_operand;
    lint_ptx_expect(parser, ";");
    add_statement(parser, function, &statement);
}

static void parse_statement(struct ptx_parser *parser, struct ptx_function *function)
{
    const struct ptx_token first = parser->scanner.token;
    struct ptx_statement statement = {
        .line = first.line, .column = first.column, .loc = parser->loc, .guard = LINT_NONE, .label = LINT_NONE
    };

    if (lint_ptx_accept(parser, "@"))
        parse_guard(parser, function, &statement);
    statement.name = lint_ptx_expect_word(parser, "an instruction");
    if (lint_ptx_accept(parser, ":")) {
        parse_label(parser, function, &statement);
        return;
    }
    parse_operands(parser, function, &statement);
    add_statement(parser, function, &statement);
}

/* Forward references: labels and functions that stand behind what names them. */
static void resolve_names(struct ptx_parser *parser, struct ptx_function *function)
{
    static const enum ptx_operand_kind kinds[] = { [PTX_NAMES_REGISTER] = PTX_REGISTER,
                                                   [PTX_NAMES_VARIABLE] = PTX_VARIABLE,
                                                   [PTX_NAMES_LABEL] = PTX_LABEL,
                                                   [PTX_NAMES_FUNCTION] = PTX_FUNCTION };

    for (size_t i = 0; i < function->operand_count && parser->status == CLSMEM_OK; i++) {
        struct ptx_operand *const operand = &function->operands[i];
        enum ptx_name what;

        if (operand->kind == PTX_UNKNOWN_NAME &&
            lint_ptx_look_up(parser, function, (uint32_t)operand->value, operand->name, &what, &operand->index))
            operand->kind = kinds[what];
    }
}

static void mark_read(struct ptx_function *function, const struct ptx_operand *operand)
{
    if (operand->kind == PTX_REGISTER)
        function->registers[operand->index].is_read = true;
    for (uint32_t i = 0; i < operand->count; i++)
        mark_read(function, &function->operands[operand->first + i]);
}

/* Which registers are read at all: an atomic whose result is not, is another instruction in hardware. */
static void find_reads(struct ptx_function *function)
{
    static const char *const without_result[] = { "bra", "brx", "call", "bar.", "barrier.", "ret", "nanosleep" };

    for (size_t s = 0; s < function->statement_count; s++) {
        const struct ptx_statement *const statement = &function->statements[s];
        bool has_result = true;

        for (size_t i = 0; i < sizeof without_result / sizeof *without_result; i++)
            has_result &= !lint_ptx_starts(statement->name, without_result[i]);
        for (uint32_t i = 0; i < statement->operand_count; i++) {
            const struct ptx_operand *const operand = &function->operands[statement->first_operand + i];

            if (i > 0 || !has_result || operand->is_address)
                mark_read(function, operand);
        }
    }
}

/* The assembler leaves the loop that begins here as it is; other pragmas change nothing that is counted. */
static void parse_pragma(struct ptx_parser *parser, struct ptx_function *function)
{
    const struct ptx_token words = parser->scanner.token;
    const struct ptx_statement statement = { .kind = PTX_KEEPS_LOOP,
                                             .line = words.line,
                                             .column = words.column,
                                             .guard = LINT_NONE,
                                             .label = LINT_NONE,
                                             .loc = parser->loc };

    if (words.kind == PTX_STRING && lint_ptx_is(words.span, "nounroll"))
        add_statement(parser, function, &statement);
    lint_ptx_skip_statement(parser);
}

static void parse_body_line(struct ptx_parser *parser, struct ptx_function *function)
{
    enum ptx_space space;
    const struct ptx_span word = parser->scanner.token.span;

    if (lint_ptx_at(parser, ".reg"))
        lint_ptx_parse_registers(parser, function);
    else if (lint_ptx_at(parser, ".loc")) {
        lint_ptx_advance(&parser->scanner);
        lint_ptx_parse_loc(parser);
    } else if (lint_ptx_accept(parser, ".pragma"))
        parse_pragma(parser, function);
    else if (lint_ptx_at(parser, ".callprototype") || lint_ptx_at(parser, ".calltargets"))
        lint_ptx_skip_statement(parser);
    else if (lint_ptx_at(parser, ".branchtargets"))
        parse_targets(parser, function);
    else if (parser->scanner.token.kind == PTX_WORD && lint_ptx_is_space(word, &space))
        lint_ptx_parse_variables(parser);
    else if (!lint_ptx_accept(parser, ";"))
        parse_statement(parser, function);
}

void lint_ptx_parse_body(struct ptx_parser *parser, struct ptx_function *function)
{
    size_t depth = 1;

    parser->loc = LINT_NONE;
    lint_ptx_expect(parser, "{");
    while (depth > 0 && parser->status == CLSMEM_OK) {
        if (lint_ptx_accept(parser, "{")) {
            lint_ptx_open_scope(parser);
            depth++;
        } else if (lint_ptx_accept(parser, "}")) {
            if (--depth > 0)
                lint_ptx_close_scope(parser);
        } else if (parser->scanner.token.kind == PTX_END) {
            lint_ptx_parse_fail(parser, "the file ends within \"%.*s\"", PTX_SHOW(function->name));
        } else {
            parse_body_line(parser, function);
        }
    }
    resolve_names(parser, function);
    if (parser->status == CLSMEM_OK)
        find_reads(function);
}
