/* The PTX parser: ".file", ".loc", and the texts of debug sections, where names of inlined functions stand. */
#include "ptx_parse.h"

/* .file 1 "/path/k.cl", 1700000000, 512 */
void lint_ptx_parse_file(struct ptx_parser *parser)
{
    struct ptx_module *const module = parser->module;
    struct ptx_file file = { .number = lint_ptx_expect_number(parser, "a file's number") };

    if (parser->scanner.token.kind != PTX_STRING) {
        lint_ptx_parse_fail(parser, "a .file without a path");
        return;
    }
    file.path = parser->scanner.token.span;
    lint_ptx_advance(&parser->scanner);
    while (lint_ptx_accept(parser, ","))
        (void)lint_ptx_expect_number(parser, "a number");
    if (!lint_ptx_reserve(&module->files, module->file_count, &module->file_capacity, sizeof *module->files)) {
        lint_ptx_parse_no_memory(parser);
        return;
    }
    module->files[module->file_count++] = file;
}

static uint32_t small_number(struct ptx_parser *parser)
{
    const uint64_t number = lint_ptx_expect_number(parser, "a file, a line or a column");

    return number > UINT32_MAX ? 0 : (uint32_t)number;
}

/* .loc 1 12 5, function_name $L__info_string3, inlined_at 1 40 9 */
void lint_ptx_parse_loc(struct ptx_parser *parser)
{
    struct ptx_module *const module = parser->module;
    struct ptx_loc loc = { .file = small_number(parser) };

    loc.line = small_number(parser);
    loc.column = small_number(parser);
    while (lint_ptx_accept(parser, ",")) {
        if (lint_ptx_accept(parser, "function_name")) {
            loc.function = lint_ptx_expect_word(parser, "a label");
            if (lint_ptx_accept(parser, "+"))
                loc.function_offset = lint_ptx_expect_number(parser, "an offset");
        } else {
            lint_ptx_expect(parser, "inlined_at");
            loc.is_inlined = true;
            loc.at_file = small_number(parser);
            loc.at_line = small_number(parser);
            loc.at_column = small_number(parser);
        }
    }
    if (!lint_ptx_reserve(&module->locs, module->loc_count, &module->loc_capacity, sizeof *module->locs)) {
        lint_ptx_parse_no_memory(parser);
        return;
    }
    parser->loc = (uint32_t)module->loc_count;
    module->locs[module->loc_count++] = loc;
}

static void add_string_byte(struct ptx_parser *parser, uint64_t byte)
{
    struct ptx_module *const module = parser->module;

    if (!lint_ptx_reserve(&module->strings, module->string_bytes, &module->string_capacity, 1)) {
        lint_ptx_parse_no_memory(parser);
        return;
    }
    module->strings[module->string_bytes++] = (char)(unsigned char)byte;
}

/* Labels and bytes are kept; what else a section holds is gone past. */
static void parse_section_line(struct ptx_parser *parser)
{
    struct ptx_module *const module = parser->module;
    const struct ptx_token token = parser->scanner.token;

    if (lint_ptx_accept(parser, ".b8")) {
        do {
            const bool is_number = parser->scanner.token.kind == PTX_NUMBER;

            add_string_byte(parser, is_number ? parser->scanner.token.number : 0);
            lint_ptx_advance(&parser->scanner);
        } while (lint_ptx_accept(parser, ","));
        return;
    }
    lint_ptx_advance(&parser->scanner);
    if (token.kind == PTX_WORD && lint_ptx_accept(parser, ":") &&
        (module->string_bytes > UINT32_MAX ||
         !lint_ptx_put(&module->string_labels, 0, token.span, (uint32_t)module->string_bytes)))
        lint_ptx_parse_no_memory(parser);
}

/* At a section's name. Braces do not nest in it. */
void lint_ptx_parse_section(struct ptx_parser *parser)
{
    (void)lint_ptx_expect_word(parser, "the name of a section");
    lint_ptx_expect(parser, "{");
    while (parser->scanner.token.kind != PTX_END && !lint_ptx_at(parser, "}"))
        parse_section_line(parser);
    lint_ptx_expect(parser, "}");
    /* Whatever stands last, the texts end. */
    add_string_byte(parser, 0);
}
