/* Completions for bash and zsh, from a program's option table. */
#include <stdbool.h>
#include <string.h>

#include "options_forms.h"

/* Whether its argument is one of a few known words: those stand in the table as they are typed, parted by |. */
static bool has_choices(const struct option_row *row)
{
    return row->argument && *row->argument >= 'a' && *row->argument <= 'z';
}

/* They, with blanks between. */
static void print_choices(FILE *out, const struct option_row *row)
{
    for (const char *c = row->argument; *c; c++)
        fputc(*c == '|' ? ' ' : *c, out);
}

static bool is_path(const struct option_row *row, const char *word)
{
    return row->argument && strcmp(row->argument, word) == 0;
}

/* The program's name as a part of a function's. */
static void print_function(FILE *out, const struct option_page *page)
{
    fputc('_', out);
    for (const char *c = page->program; *c && *c != ' '; c++)
        fputc(*c == '-' ? '_' : *c, out);
}

static int name_length(const struct option_page *page)
{
    return (int)strcspn(page->program, " ");
}

/* "    -j | --json) ACTION ;;" */
static void print_bash_case(FILE *out, const struct option_row *row)
{
    fputs("    ", out);
    if (row->letter)
        fprintf(out, "-%c | ", row->letter);
    fprintf(out, "--%s)", row->name);
    if (is_path(row, "FILE"))
        fputs(" mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); compopt -o filenames", out);
    else if (is_path(row, "DIR"))
        fputs(" mapfile -t COMPREPLY < <(compgen -d -- \"$word\"); compopt -o filenames", out);
    else if (has_choices(row)) {
        fputs(" mapfile -t COMPREPLY < <(compgen -W '", out);
        print_choices(out, row);
        fputs("' -- \"$word\")", out);
    } else
        fputs(" COMPREPLY=()", out);
    fputs("; return ;;\n", out);
}

/* The word of what belongs to no option, which is a file for all of our programs; NULL: nothing may. */
static const char *operand_of(const struct option_page *page)
{
    const char *const behind = page->program + name_length(page);

    for (size_t i = 0; i < page->row_count; i++)
        if (!page->rows[i].name && page->rows[i].set)
            return page->rows[i].argument;
    return *behind ? behind + 1 : NULL;
}

void options_print_bash(FILE *out, const struct option_page *page)
{
    fprintf(out, "# bash completion of %.*s\n", name_length(page), page->program);
    print_function(out, page);
    fputs("()\n{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    # bash takes the = of --json=x for a word of its own.\n"
          "    if [[ $word == = ]]; then\n        word=\n"
          "    elif [[ $before == = && COMP_CWORD -ge 2 ]]; then\n"
          "        before=${COMP_WORDS[COMP_CWORD - 2]}\n    fi\n"
          "    case $before in\n",
          out);
    for (size_t i = 0; i < page->row_count; i++)
        if (page->rows[i].name && page->rows[i].argument)
            print_bash_case(out, &page->rows[i]);
    fputs("    esac\n", out);
    if (operand_of(page))
        fputs("    if [[ $word != -* ]]; then\n"
              "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); compopt -o filenames; return\n    fi\n",
              out);
    fputs("    mapfile -t COMPREPLY < <(compgen -W '", out);
    for (size_t i = 0, count = 0; i < page->row_count; i++)
        if (page->rows[i].name)
            fprintf(out, "%s--%s", count++ ? " " : "", page->rows[i].name);
    fputs("' -- \"$word\")\n}\ncomplete -F ", out);
    print_function(out, page);
    fprintf(out, " %.*s\n", name_length(page), page->program);
}

/* The first line of a row's help, inside of '[...]'. */
static void print_zsh_text(FILE *out, const char *text)
{
    for (; *text && *text != '\n'; text++) {
        if (*text == '\'') {
            fputs("'\\''", out);
            continue;
        }
        if (strchr("[]:\\", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void print_zsh_row(FILE *out, const struct option_row *row)
{
    const char *const sign = row->argument ? "=" : "";

    if (row->letter)
        fprintf(out, "    '(-%c --%s)'{-%c%s,--%s%s}'[", row->letter, row->name, row->letter, row->argument ? "+" : "",
                row->name, sign);
    else
        fprintf(out, "    '--%s%s[", row->name, sign);
    print_zsh_text(out, row->help);
    fputc(']', out);
    if (row->argument)
        fprintf(out, ":%s:", has_choices(row) ? row->name : row->argument);
    if (has_choices(row)) {
        fputc('(', out);
        print_choices(out, row);
        fputc(')', out);
    } else if (is_path(row, "FILE"))
        fputs("_files", out);
    else if (is_path(row, "DIR"))
        fputs("_files -/", out);
    fputc('\'', out);
}

void options_print_zsh(FILE *out, const struct option_page *page)
{
    const char *const operand = operand_of(page);

    fprintf(out, "#compdef %.*s\n_arguments -s", name_length(page), page->program);
    for (size_t i = 0; i < page->row_count; i++)
        if (page->rows[i].name) {
            fputs(" \\\n", out);
            print_zsh_row(out, &page->rows[i]);
        }
    if (operand)
        fprintf(out, " \\\n    '*:%s:_files'", operand);
    fputc('\n', out);
}
