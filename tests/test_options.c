/* Command lines: what parses, what is refused and in which words, and the help that comes from the same table. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "options.h"

#define MOST_WORDS 8

struct chosen {
    int loud;
    const char *name;
};

static enum clsmem_status set_loud(void *settings, const char *value)
{
    (void)value;
    ((struct chosen *)settings)->loud++;
    return CLSMEM_OK;
}

static enum clsmem_status set_name(void *settings, const char *value)
{
    ((struct chosen *)settings)->name = value;
    return *value ? CLSMEM_OK : clsmem_fail(CLSMEM_INVALID, "--name: empty");
}

static const struct option_row rows[] = {
    { .help = "Group" },
    { "loud", 'l', NULL, "be loud", set_loud },
    { "name", 'n', "WORD", "first line\nsecond line", set_name },
    { "name-of-a-long-option", 0, "WORD", "too wide for its column", set_name },
    { .help = "The end." },
};

static struct chosen chosen;

/* Parses the words of a line, parted by single blanks. */
static enum clsmem_status parse(const char *line)
{
    static char text[256];
    char *argv[MOST_WORDS + 2] = { "program" }, *rest = NULL;
    int argc = 1;

    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok_r(text, " ", &rest); word && argc <= MOST_WORDS; word = strtok_r(NULL, " ", &rest))
        argv[argc++] = word;
    chosen = (struct chosen){ 0 };
    return options_parse(rows, sizeof rows / sizeof *rows, argc, argv, &chosen);
}

static const struct option_row rows_with_files[] = {
    { .argument = "FILE...", .help = "what is read", .set = set_name },
    { "loud", 'l', NULL, "be loud", set_loud },
};

static void expect_refused(const char *line, const char *text)
{
    if (!EXPECT_EQ_INT(parse(line), CLSMEM_INVALID))
        expect_note("command line \"%s\"", line);
    EXPECT_CONTAINS(clsmem_error_text(), text);
}

static void long_and_short_forms_mean_the_same(void)
{
    const char *const lines[] = { "--loud --name a", "-l -n a", "-ln a", "-lna", "--name=a --loud", "--lo --name=a" };

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (!EXPECT_EQ_INT(parse(lines[i]), CLSMEM_OK))
            expect_note("command line \"%s\": %s", lines[i], clsmem_error_text());
        EXPECT_EQ_INT(chosen.loud, 1);
        EXPECT_EQ_STR(chosen.name, "a");
    }
}

static void the_last_of_a_repeated_option_counts(void)
{
    EXPECT_EQ_INT(parse("--name a --name b"), CLSMEM_OK);
    EXPECT_EQ_STR(chosen.name, "b");
}

static void a_value_may_look_like_an_option(void)
{
    EXPECT_EQ_INT(parse("--name -l"), CLSMEM_OK);
    EXPECT_EQ_STR(chosen.name, "-l");
    EXPECT_EQ_INT(chosen.loud, 0);
}

static void what_is_no_option_is_named(void)
{
    expect_refused("--nosuch", "there is no option --nosuch");
    expect_refused("--nosuch=3", "there is no option --nosuch=3");
    expect_refused("-x", "there is no option -x");
    expect_refused("-lx", "there is no option -x");
    expect_refused("--loud name", "what is meant by \"name\"?");
    expect_refused("-- --loud", "what is meant by \"--loud\"?");
}

static void a_short_form_of_several_is_refused(void)
{
    const struct option_row two[] = { { "loud", 0, NULL, "", set_loud }, { "lot", 0, NULL, "", set_loud } };
    char *argv[] = { "program", "--lo", NULL };

    EXPECT_EQ_INT(options_parse(two, 2, 2, argv, &chosen), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "short for several");
}

static void a_missing_value_and_one_too_many_are_refused(void)
{
    expect_refused("--name", "--name needs a value: WORD");
    expect_refused("-n", "--name needs a value: WORD");
    expect_refused("-ln", "--name needs a value: WORD");
    expect_refused("--loud=3", "--loud takes no value");
}

static void nothing_is_set_behind_the_first_mistake(void)
{
    expect_refused("--name= --loud", "--name: empty");
    EXPECT_EQ_INT(chosen.loud, 0);
}

static void the_help_shows_every_row_of_the_table(void)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&text, &bytes);

    if (!EXPECT(stream))
        return;
    options_print_help(stream, "program", "What it does.", rows, sizeof rows / sizeof *rows);
    fclose(stream);
    EXPECT_EQ_STR(text, "usage: program [options]\n"
                        "What it does.\n"
                        "\n"
                        "Group\n"
                        "  -l, --loud               be loud\n"
                        "  -n, --name WORD          first line\n"
                        "                           second line\n"
                        "      --name-of-a-long-option WORD\n"
                        "                           too wide for its column\n"
                        "\n"
                        "The end.\n");
    free(text);
}

/* What --help=FORM prints of a table that has such an option; the caller frees it. */
static char *print_form(char *word)
{
    static const struct option_row all[] = {
        { .help = "Group\n.first line" },
        { "help", 'h', NULL, "this", set_loud },
        { "file", 'f', "FILE", "it's [a] file: or\n\\none", set_name },
        { "when", 0, "auto|never", "-x", set_name },
        { "gate", 0, "degree", "one", set_name },
        { "level", 0, "LEVEL", "a number", set_name },
        { .help = "Exit code: 0 done; 1 wrong; or worse;\n2 usage. That is all." },
    };
    char *argv[] = { "program", word, NULL }, *text = NULL;
    size_t bytes = 0;
    FILE *const stream = open_memstream(&text, &bytes);

    EXPECT_EQ_INT(options_parse(all, sizeof all / sizeof *all, 2, argv, &chosen), CLSMEM_OK);
    options_print_help(stream, "a-program FILE.cl", "What it does.", all, sizeof all / sizeof *all);
    fclose(stream);
    return text;
}

static void a_manual_page_is_made_of_the_same_table(void)
{
    char *const page = print_form("--help=man");

    EXPECT_CONTAINS(page, ".TH \"A-PROGRAM\" 1 ");
    EXPECT_CONTAINS(page, "\na\\-program \\- what it does\n");
    EXPECT_CONTAINS(page, ".SS Group\n.nf\n\\&.first line\n.fi\n");
    EXPECT_CONTAINS(page, ".TP\n\\fB\\-f\\fR, \\fB\\-\\-file\\fR \\fIFILE\\fR\nit's [a] file: or\n\\enone\n");
    EXPECT_CONTAINS(page,
                    ".SH EXIT STATUS\n.TP\n.B 0\ndone\n.TP\n.B 1\nwrong; or worse\n.TP\n.B 2\nusage. That is all.\n");
    free(page);
}

static void completions_are_made_of_the_same_table(void)
{
    char *text = print_form("--help=bash");

    EXPECT_CONTAINS(text, "\n_a_program()\n");
    EXPECT_CONTAINS(text, "    -f | --file) mapfile -t COMPREPLY < <(compgen -f ");
    EXPECT_CONTAINS(text, "--when) mapfile -t COMPREPLY < <(compgen -W 'auto never' ");
    EXPECT_CONTAINS(text, "--gate) mapfile -t COMPREPLY < <(compgen -W 'degree' ");
    EXPECT_CONTAINS(text, "--level) COMPREPLY=();");
    EXPECT_CONTAINS(text, "compgen -W '--help --file --when --gate --level' ");
    EXPECT_CONTAINS(text, "complete -F _a_program a-program\n");
    free(text);
    text = print_form("--help=zsh");
    EXPECT_CONTAINS(text, "#compdef a-program\n");
    EXPECT_CONTAINS(text, "'(-f --file)'{-f+,--file=}'[it'\\''s \\[a\\] file\\: or]:FILE:_files'");
    EXPECT_CONTAINS(text, "'--when=[-x]:when:(auto never)'");
    EXPECT_CONTAINS(text, "'--gate=[one]:gate:(degree)'");
    EXPECT_CONTAINS(text, "'--level=[a number]:LEVEL:'");
    EXPECT_CONTAINS(text, "'*:FILE.cl:_files'\n");
    free(text);
}

static void the_next_help_is_for_a_reader_again(void)
{
    char *text = print_form("--help=man");

    free(text);
    text = print_form("--help");
    EXPECT_CONTAINS(text, "usage: a-program FILE.cl [options]\n");
    free(text);
}

static void a_form_that_is_none_is_refused(void)
{
    const struct option_row help = { "help", 'h', NULL, "this", set_loud };
    char *argv[] = { "program", "--help=fish", NULL };

    EXPECT_EQ_INT(options_parse(&help, 1, 2, argv, &chosen), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "not \"fish\"");
}

static void whole_numbers_are_digits_within_their_limits(void)
{
    const char *const refused[] = {
        "", "-1", "+1", " 1", "1 ", "1x", "0x10", "1.", "1e3", "abc", "0", "101", "99999999999999999999"
    };
    unsigned long long number = 0;

    EXPECT_EQ_INT(parse_whole("1", "n", 1, 100, &number), CLSMEM_OK);
    EXPECT_EQ_INT(parse_whole("00100", "n", 1, 100, &number), CLSMEM_OK);
    EXPECT_EQ_INT((long long)number, 100);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (!EXPECT_EQ_INT(parse_whole(refused[i], "--n", 1, 100, &number), CLSMEM_INVALID))
            expect_note("number \"%s\"", refused[i]);
        EXPECT_CONTAINS(clsmem_error_text(), "--n is not ");
        EXPECT_CONTAINS(clsmem_error_text(), refused[i]);
    }
}

static void a_whole_number_beyond_64_bits_does_not_wrap(void)
{
    unsigned long long number = 0;

    EXPECT_EQ_INT(parse_whole("18446744073709551617", "n", 0, ~0ULL, &number), CLSMEM_INVALID);
}

static void numbers_are_finite_and_within_their_limits(void)
{
    const char *const refused[] = { "",    " 1",   "1 ",    "\t1", "\n1", "1,5", "nan",
                                    "inf", "-inf", "1e999", "2.5", "-3",  "x" };
    double number = 0;

    EXPECT_EQ_INT(parse_number("-1.5e0", "n", -2, 2, &number), CLSMEM_OK);
    EXPECT_NEAR(number, -1.5, 0);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (!EXPECT_EQ_INT(parse_number(refused[i], "n", -2, 2, &number), CLSMEM_INVALID))
            expect_note("number \"%s\"", refused[i]);
}

static void arguments_without_an_option_go_to_the_row_that_takes_them(void)
{
    char *argv[] = { "program", "one", "--loud", "two", NULL }, *empty[] = { "program", "", NULL };

    chosen = (struct chosen){ 0 };
    EXPECT_EQ_INT(options_parse(rows_with_files, 2, 4, argv, &chosen), CLSMEM_OK);
    EXPECT_EQ_STR(chosen.name, "two");
    EXPECT_EQ_INT(chosen.loud, 1);
    EXPECT_EQ_INT(options_parse(rows_with_files, 2, 2, empty, &chosen), CLSMEM_INVALID);
    EXPECT_EQ_STR(clsmem_error_text(), "--name: empty");
}

static void the_help_names_arguments_without_an_option(void)
{
    char text[512] = "";
    FILE *const out = fmemopen(text, sizeof text, "w");

    options_print_help(out, "program", "Does things.", rows_with_files, 2);
    fclose(out);
    EXPECT_CONTAINS(text, "usage: program [options] FILE...\nDoes things.\n");
    EXPECT_CONTAINS(text, "\n  FILE...                  what is read\n");
}

CU_TestInfo options_tests[] = {
    TEST(arguments_without_an_option_go_to_the_row_that_takes_them),
    TEST(the_help_names_arguments_without_an_option),
    TEST(long_and_short_forms_mean_the_same),
    TEST(the_last_of_a_repeated_option_counts),
    TEST(a_value_may_look_like_an_option),
    TEST(what_is_no_option_is_named),
    TEST(a_short_form_of_several_is_refused),
    TEST(a_missing_value_and_one_too_many_are_refused),
    TEST(nothing_is_set_behind_the_first_mistake),
    TEST(the_help_shows_every_row_of_the_table),
    TEST(a_manual_page_is_made_of_the_same_table),
    TEST(completions_are_made_of_the_same_table),
    TEST(the_next_help_is_for_a_reader_again),
    TEST(a_form_that_is_none_is_refused),
    TEST(whole_numbers_are_digits_within_their_limits),
    TEST(a_whole_number_beyond_64_bits_does_not_wrap),
    TEST(numbers_are_finite_and_within_their_limits),
    CU_TEST_INFO_NULL,
};
