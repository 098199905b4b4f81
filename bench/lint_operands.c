/* Words of a command line that belong to no option. */
#include "lint_operands.h"

#include <stdbool.h>
#include <string.h>

/* Whether the value of this option is the next word. Options may be cut short; what is no option is refused later. */
static bool takes_next(const struct option_row *rows, size_t row_count, const char *word)
{
    const struct option_row *begins_so = NULL;

    for (size_t i = 0; i < row_count; i++) {
        if (!rows[i].name)
            continue;
        if (word[1] != '-' && rows[i].letter == word[1])
            return rows[i].argument && word[2] == '\0';
        if (word[1] == '-' && strcmp(rows[i].name, word + 2) == 0)
            return rows[i].argument != NULL;
        if (word[1] == '-' && !begins_so && strncmp(rows[i].name, word + 2, strlen(word + 2)) == 0)
            begins_so = &rows[i];
    }
    return begins_so && begins_so->argument;
}

enum clsmem_status lint_operands_take(const struct option_row *rows, size_t row_count, int *argc, char **argv,
                                      const char **operands, size_t most, size_t *count)
{
    const int word_count = *argc;
    bool only_operands = false;
    int kept = 1;

    *count = 0;
    for (int i = 1; i < word_count; i++) {
        const bool is_option = !only_operands && argv[i][0] == '-' && argv[i][1] != '\0';

        if (is_option && strcmp(argv[i], "--") == 0) {
            only_operands = true;
        } else if (is_option) {
            const bool with_next = takes_next(rows, row_count, argv[i]) && i + 1 < word_count;

            argv[kept++] = argv[i];
            if (with_next)
                argv[kept++] = argv[++i];
        } else if (*count == most) {
            return clsmem_fail(CLSMEM_INVALID, "what is meant by \"%s\"? One kernel file at a time: \"%s\" is it",
                               argv[i], operands[0]);
        } else {
            operands[(*count)++] = argv[i];
        }
    }
    argv[kept] = NULL;
    *argc = kept;
    return CLSMEM_OK;
}
