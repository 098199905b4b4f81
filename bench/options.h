/* Command lines: one table a program, which parses and which makes `--help`. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdio.h>

#include "clsmem/status.h"

/* What our programs exit with. */
enum exit_code {
    EXIT_RIGHT = 0,     /* everything that ran was checked and right; a skip is not a failure */
    EXIT_WRONG = 1,     /* a result was wrong, or a kernel did not build */
    EXIT_USAGE = 2,     /* the command line makes no sense, or names a file that cannot be used */
    EXIT_NO_DEVICE = 3, /* no such device, or the device failed */
    EXIT_OUTPUT = 4,    /* a report or a result file could not be written completely */
    EXIT_STOPPED = 130  /* Ctrl-C; rows that had ended are kept */
};

/* Of two: Ctrl-C outranks the rest, then the first thing that went wrong. */
enum exit_code exit_code_worse(enum exit_code first, enum exit_code second);

/*
 * One option. A row whose name is NULL is a heading of the help, with its text in `help`; one that has a `set` all the
 * same takes the arguments that belong to no option, each in its turn, and `argument` is their word: "FILE...".
 */
struct option_row {
    const char *name; /* without "--" */
    char letter;      /* 0 when there is no short form */
    /*
     * What follows it, in the help's words; NULL: nothing follows. In lower case it is what is typed: one word, or
     * several to choose from, which shells complete: "auto|always|never".
     */
    const char *argument;
    const char *help; /* one line or several, parted by \n */
    /* Stores the value in the program's settings; fails with CLSMEM_INVALID and a text that names what is wrong. */
    enum clsmem_status (*set)(void *settings, const char *value);
};

/*
 * Fails with CLSMEM_INVALID at the first thing that is wrong; the text says what. What a program does first: numbers, of
 * the command line and from then on, are read and written as in the C locale.
 */
enum clsmem_status options_parse(const struct option_row *rows, size_t row_count, int argc, char **argv,
                                 void *settings);

/*
 * The help: usage line, headings and options in the order of the table. `program` may have operands behind its name.
 * Where the last parse met --help=man, --help=bash or --help=zsh, it is the manual page (roff), or the shell's completion.
 */
void options_print_help(FILE *out, const char *program, const char *summary, const struct option_row *rows,
                        size_t row_count);

/* Whole numbers and numbers from text, with nothing before or behind them; `what` names the value in the error. */
enum clsmem_status parse_whole(const char *value, const char *what, unsigned long long least, unsigned long long most,
                               unsigned long long *number);
enum clsmem_status parse_number(const char *value, const char *what, double least, double most, double *number);

#endif
