/* The manual page of a program, from its option table. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "clsmem/version.h"
#include "options_forms.h"

/* Text as it stands: roff takes a hyphen, a backslash, and a dot or a quote at the start of a line for its own. */
static void print_plain(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const bool begins = i == 0 || text[i - 1] == '\n';

        if (begins && (text[i] == '.' || text[i] == '\''))
            fputs("\\&", out);
        if (text[i] == '-')
            fputs("\\-", out);
        else if (text[i] == '\\')
            fputs("\\e", out);
        else
            fputc(text[i], out);
    }
}

/* The same, but lines run on: the breaks are those of --help. */
static void print_flowing(FILE *out, const char *text, size_t length)
{
    for (const char *const end = text + length; text < end;) {
        const char *const line_end = memchr(text, '\n', (size_t)(end - text));
        const char *const stop = line_end ? line_end : end;

        while (text < stop && *text == ' ')
            text++;
        print_plain(out, text, (size_t)(stop - text));
        fputc('\n', out);
        text = stop + 1;
    }
}

static void print_option(FILE *out, const struct option_row *row)
{
    fputs(".TP\n", out);
    if (!row->name) { /* what belongs to no option */
        fprintf(out, "\\fI%s\\fR\n", row->argument);
        print_flowing(out, row->help, strlen(row->help));
        return;
    }
    if (row->letter)
        fprintf(out, "\\fB\\-%c\\fR, ", row->letter);
    fputs("\\fB\\-\\-", out);
    print_plain(out, row->name, strlen(row->name));
    fputs("\\fR", out);
    if (row->argument)
        fprintf(out, " \\fI%s\\fR", row->argument);
    fputc('\n', out);
    if (strcmp(row->name, "help") == 0)
        fputs("The options in short. With \\fB=man\\fR, \\fB=bash\\fR or \\fB=zsh\\fR this page, or the shell's "
              "completion.\n",
              out);
    else
        print_flowing(out, row->help, strlen(row->help));
}

/* "0 done; 1 something else; 2 ...": each code, with what follows up to the next one. */
static void print_exit_codes(FILE *out, const char *text)
{
    fputs(".SH EXIT STATUS\n", out);
    while (*text) {
        const size_t digits = strspn(text, "0123456789");
        const char *end = text + digits;

        while (*end && !(end[0] == ';' && isspace((unsigned char)end[1]) &&
                         isdigit((unsigned char)end[1 + strspn(end + 1, " \n")])))
            end++;
        fprintf(out, ".TP\n.B %.*s\n", (int)digits, text);
        print_flowing(out, text + digits, (size_t)(end - text) - digits);
        text = end + (*end == ';');
        text += strspn(text, " \n");
    }
}

/* A heading of the help: its first line; what follows there keeps its lines. */
static void print_heading(FILE *out, const char *text)
{
    static const char exit_code[] = "Exit code: ", examples[] = "Examples\n";
    const char *const line_end = strchr(text, '\n');

    if (strncmp(text, exit_code, strlen(exit_code)) == 0) {
        print_exit_codes(out, text + strlen(exit_code));
        return;
    }
    if (strncmp(text, examples, strlen(examples)) == 0) {
        fputs(".SH EXAMPLES\n", out);
    } else {
        fputs(".SS ", out);
        print_plain(out, text, line_end ? (size_t)(line_end - text) : strlen(text));
        fputc('\n', out);
    }
    if (line_end) {
        fputs(".nf\n", out);
        print_plain(out, line_end + 1, strlen(line_end + 1));
        fputs("\n.fi\n", out);
    }
}

void options_print_man(FILE *out, const struct option_page *page)
{
    const size_t name_length = strcspn(page->program, " ");
    const size_t summary_length = strlen(page->summary);

    fputs(".TH \"", out);
    for (size_t i = 0; i < name_length; i++)
        fputc(toupper((unsigned char)page->program[i]), out);
    fprintf(out, "\" 1 \"\" \"clsmem %s\" \"User Commands\"\n.SH NAME\n", CLSMEM_VERSION);
    print_plain(out, page->program, name_length);
    fputs(" \\- ", out);
    fputc(tolower((unsigned char)page->summary[0]), out);
    print_plain(out, page->summary + 1, summary_length - 1 - (page->summary[summary_length - 1] == '.'));
    fputs("\n.SH SYNOPSIS\n.B ", out);
    print_plain(out, page->program, name_length);
    fputc('\n', out);
    if (page->program[name_length])
        fprintf(out, ".I %s\n", page->program + name_length + 1);
    fputs("[\\fIoptions\\fR]\n", out);
    for (size_t i = 0; i < page->row_count; i++)
        if (!page->rows[i].name && page->rows[i].set)
            fprintf(out, ".I %s\n", page->rows[i].argument);
    fputs(".SH DESCRIPTION\n", out);
    print_plain(out, page->summary, summary_length);
    fputs("\n.SH OPTIONS\n", out);
    for (size_t i = 0; i < page->row_count; i++) {
        if (page->rows[i].name || page->rows[i].set)
            print_option(out, &page->rows[i]);
        else
            print_heading(out, page->rows[i].help);
    }
    fputs(".SH SEE ALSO\nREADME.md of clsmem, installed in \\fIshare/doc/clsmem\\fR: how rows are read, what is "
          "measured "
          "and how, and what the other programs do.\n",
          out);
}
