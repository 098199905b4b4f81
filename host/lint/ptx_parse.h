/* What the parts of the PTX parser share: the text, where reading stands, and how it fails. */
#ifndef LINT_PTX_PARSE_H
#define LINT_PTX_PARSE_H

#include "ptx_module.h"

/* Names are numbers in the map: what they name, and its index. */
enum ptx_name { PTX_NAMES_REGISTER, PTX_NAMES_RANGE, PTX_NAMES_VARIABLE, PTX_NAMES_LABEL, PTX_NAMES_FUNCTION };

/* ".reg .b32 %r<7>": registers are made when one is met, since a range may have billions. */
struct ptx_range {
    uint64_t count;
    struct ptx_type type;
};

struct ptx_parser {
    struct ptx_scanner scanner;
    struct ptx_module *module;
    enum clsmem_status status; /* the first failure; then only PTX_END is left to read */
    struct ptx_map names;
    struct ptx_range *ranges;
    size_t range_count, range_capacity;
    uint32_t *scope_parents; /* scope 0, the file's, has none */
    size_t scope_count, scope_capacity;
    uint32_t scope;
    uint32_t loc; /* that is in force */
};

/* The first failure stands, with the line of the current token. */
void lint_ptx_parse_fail(struct ptx_parser *parser, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void lint_ptx_parse_no_memory(struct ptx_parser *parser);

static inline bool lint_ptx_at(const struct ptx_parser *parser, const char *word)
{
    return (parser->scanner.token.kind == PTX_WORD || parser->scanner.token.kind == PTX_SIGN) &&
           lint_ptx_is(parser->scanner.token.span, word);
}

/* Goes past the word or sign if it is there. */
bool lint_ptx_accept(struct ptx_parser *parser, const char *word);
/* Fails where it is not. */
void lint_ptx_expect(struct ptx_parser *parser, const char *word);
struct ptx_span lint_ptx_expect_word(struct ptx_parser *parser, const char *what);
/* A number, perhaps with signs before it. */
uint64_t lint_ptx_expect_number(struct ptx_parser *parser, const char *what);
/* Goes past a balanced {...}, or past the next ';'. */
void lint_ptx_skip_braces(struct ptx_parser *parser);
void lint_ptx_skip_statement(struct ptx_parser *parser);

void lint_ptx_open_scope(struct ptx_parser *parser);
void lint_ptx_close_scope(struct ptx_parser *parser);
void lint_ptx_name(struct ptx_parser *parser, struct ptx_span name, enum ptx_name what, size_t index);
/* Looks through the scope and those around it; `function` gets the registers of ranges. */
bool lint_ptx_look_up(struct ptx_parser *parser, struct ptx_function *function, uint32_t scope, struct ptx_span name,
                      enum ptx_name *what, uint32_t *index);

/* At a word such as ".shared": ".shared .align 4 .b8 a[16], b[4] = {1, 2};" */
void lint_ptx_parse_variables(struct ptx_parser *parser);
/* One parameter of a function: a register, too, where `function` is one that is called. */
void lint_ptx_parse_formal(struct ptx_parser *parser, struct ptx_function *function);
/* At ".reg": declares registers of the function. */
void lint_ptx_parse_registers(struct ptx_parser *parser, struct ptx_function *function);
bool lint_ptx_is_space(struct ptx_span word, enum ptx_space *space);

/* At '{': up to and past its '}'. */
void lint_ptx_parse_body(struct ptx_parser *parser, struct ptx_function *function);

/* One operand; vectors and lists put their elements behind the function's operands. */
struct ptx_operand lint_ptx_parse_operand(struct ptx_parser *parser, struct ptx_function *function);
void lint_ptx_add_operand(struct ptx_parser *parser, struct ptx_function *function, const struct ptx_operand *operand);

/* ".file", ".loc" and ".section". */
void lint_ptx_parse_file(struct ptx_parser *parser);
void lint_ptx_parse_loc(struct ptx_parser *parser);
void lint_ptx_parse_section(struct ptx_parser *parser);

#endif
