/* Command lines: one table a program, which parses and which makes `--help`. */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "options_forms.h"
#include "plain_numbers.h"

#define MOST_OPTIONS 64

enum exit_code exit_code_worse(enum exit_code first, enum exit_code second)
{
    if (first == EXIT_STOPPED || second == EXIT_STOPPED)
        return EXIT_STOPPED;
    return first != EXIT_RIGHT ? first : second;
}

/* getopt's own tables, made from ours. The short forms begin with ':': we word the errors ourselves. */
struct tables {
    struct option longs[MOST_OPTIONS + 1];
    int rows[MOST_OPTIONS]; /* our row behind each long option */
    char shorts[2 * MOST_OPTIONS + 3];
};

static void make_tables(const struct option_row *rows, size_t row_count, struct tables *tables)
{
    size_t used = 0, letters = 0;

    memset(tables, 0, sizeof *tables);
    tables->shorts[letters++] = ':';
    for (size_t i = 0; i < row_count && used < MOST_OPTIONS; i++) {
        if (!rows[i].name)
            continue;
        tables->longs[used].name = rows[i].name;
        tables->longs[used].has_arg = rows[i].argument                    ? required_argument
                                      : strcmp(rows[i].name, "help") == 0 ? optional_argument
                                                                          : no_argument;
        tables->longs[used].val = rows[i].letter ? rows[i].letter : 256 + (int)used;
        tables->rows[used++] = (int)i;
        if (rows[i].letter) {
            tables->shorts[letters++] = rows[i].letter;
            if (rows[i].argument)
                tables->shorts[letters++] = ':';
        }
    }
}

/* What `--help=FORM` chose. Beside getopt's own state it is all that outlives a parse. */
static void (*form)(FILE *out, const struct option_page *page);

static enum clsmem_status choose_form(const char *word)
{
    static const struct {
        const char *word;
        void (*print)(FILE *out, const struct option_page *page);
    } forms[] = { { "man", options_print_man }, { "bash", options_print_bash }, { "zsh", options_print_zsh } };

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (strcmp(word, forms[i].word) == 0) {
            form = forms[i].print;
            return CLSMEM_OK;
        }
    }
    return clsmem_fail(CLSMEM_INVALID, "--help is for a reader; or --help=man, bash, zsh for these, not \"%s\"", word);
}

static const struct option_row *row_of(const struct option_row *rows, const struct tables *tables, int code)
{
    for (size_t i = 0; tables->longs[i].name; i++)
        if (tables->longs[i].val == code)
            return &rows[tables->rows[i]];
    return NULL;
}

static enum clsmem_status refuse(const struct option_row *rows, const struct tables *tables, int code, char **argv)
{
    const struct option_row *row = row_of(rows, tables, optopt);
    const char *word = argv[optind - 1];

    if (code == ':')
        return clsmem_fail(CLSMEM_INVALID, "--%s needs a value: %s", row ? row->name : word, row ? row->argument : "");
    if (row && strchr(word, '='))
        return clsmem_fail(CLSMEM_INVALID, "--%s takes no value", row->name);
    if (optopt > 0 && optopt < 256)
        return clsmem_fail(CLSMEM_INVALID, "there is no option -%c", optopt);
    return clsmem_fail(CLSMEM_INVALID, "there is no option %s, or it is short for several", word);
}

/* NULL: every argument belongs to an option. */
static const struct option_row *positional_of(const struct option_row *rows, size_t row_count)
{
    for (size_t i = 0; i < row_count; i++)
        if (!rows[i].name && rows[i].set)
            return &rows[i];
    return NULL;
}

enum clsmem_status options_parse(const struct option_row *rows, size_t row_count, int argc, char **argv,
                                 void *settings)
{
    const struct option_row *const positional = positional_of(rows, row_count);
    struct tables tables;
    enum clsmem_status status = CLSMEM_OK;
    int code;

    keep_numbers_plain();
    make_tables(rows, row_count, &tables);
    form = NULL;
    opterr = 0;
    optind = 0; /* also for a second parse in one process */
    while (status == CLSMEM_OK && (code = getopt_long(argc, argv, tables.shorts, tables.longs, NULL)) != -1) {
        const struct option_row *row = row_of(rows, &tables, code);

        status = row ? row->set(settings, optarg) : refuse(rows, &tables, code, argv);
        if (status == CLSMEM_OK && !row->argument && optarg)
            status = choose_form(optarg);
    }
    for (; positional && status == CLSMEM_OK && optind < argc; optind++)
        status = positional->set(settings, argv[optind]);
    if (status == CLSMEM_OK && optind < argc)
        status =
            clsmem_fail(CLSMEM_INVALID, "what is meant by \"%s\"? Every argument belongs to an option", argv[optind]);
    return status;
}

static void print_row(FILE *out, const struct option_row *row)
{
    char left[64];
    const char *line = row->help;
    const int width = row->name ? snprintf(left, sizeof left, "  %c%c%s--%s%s%s", row->letter ? '-' : ' ',
                                           row->letter ? row->letter : ' ', row->letter ? ", " : "  ", row->name,
                                           row->argument ? " " : "", row->argument ? row->argument : "")
                                : snprintf(left, sizeof left, "  %s", row->argument);

    fprintf(out, "%-27s%s", left, width > 26 ? "\n                           " : "");
    for (const char *end; (end = strchr(line, '\n')); line = end + 1)
        fprintf(out, "%.*s\n                           ", (int)(end - line), line);
    fprintf(out, "%s\n", line);
}

void options_print_help(FILE *out, const char *program, const char *summary, const struct option_row *rows,
                        size_t row_count)
{
    const struct option_row *const positional = positional_of(rows, row_count);

    if (form) {
        form(out, &(struct option_page){ program, summary, rows, row_count });
        return;
    }
    fprintf(out, "usage: %s [options]%s%s\n%s\n", program, positional ? " " : "",
            positional ? positional->argument : "", summary);
    for (size_t i = 0; i < row_count; i++) {
        if (rows[i].name || rows[i].set)
            print_row(out, &rows[i]);
        else
            fprintf(out, "\n%s\n", rows[i].help);
    }
}

enum clsmem_status parse_whole(const char *value, const char *what, unsigned long long least, unsigned long long most,
                               unsigned long long *number)
{
    char *end;

    if (*value < '0' || *value > '9')
        return clsmem_fail(CLSMEM_INVALID, "%s is not a whole number from %llu on: \"%s\"", what, least, value);
    errno = 0;
    *number = strtoull(value, &end, 10);
    if (*end)
        return clsmem_fail(CLSMEM_INVALID, "%s is not a whole number: \"%s\"", what, value);
    if (errno == ERANGE || *number < least || *number > most)
        return clsmem_fail(CLSMEM_INVALID, "%s is not between %llu and %llu: %s", what, least, most, value);
    return CLSMEM_OK;
}

enum clsmem_status parse_number(const char *value, const char *what, double least, double most, double *number)
{
    char *end;

    *number = strtod(value, &end);
    if (*value == ' ' || (*value >= '\t' && *value <= '\r') || end == value || *end || !isfinite(*number))
        return clsmem_fail(CLSMEM_INVALID, "%s is not a number: \"%s\"", what, value);
    if (*number < least || *number > most)
        return clsmem_fail(CLSMEM_INVALID, "%s is not between %g and %g: %s", what, least, most, value);
    return CLSMEM_OK;
}
