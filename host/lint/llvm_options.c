/* Build options: split as a shell does, then passed on, dropped or refused by a table. */
#include "llvm_options.h"

#include <stdlib.h>
#include <string.h>

#include "jump.h"

enum treatment {
    PASS,       /* on to clang */
    PASS_VALUE, /* the same; the value is glued to it, or the next word */
    DROP,
    DROP_VALUE, /* with the next word */
};

struct option_rule {
    const char *word;
    bool is_prefix;
    enum treatment treatment;
};

/* The first that fits counts. */
static const struct option_rule option_rules[] = {
    { "-D", true, PASS_VALUE },
    { "-U", true, PASS_VALUE },
    { "-include", false, PASS_VALUE },
    { "-isystem", false, PASS_VALUE },
    { "-I", true, PASS_VALUE },
    { "-cl-std=", true, PASS },
    { "-cl-ext=", true, PASS },
    { "-cl-single-precision-constant", false, PASS },
    { "-cl-denorms-are-zero", false, PASS },
    { "-cl-fp32-correctly-rounded-divide-sqrt", false, PASS },
    { "-cl-strict-aliasing", false, PASS },
    { "-cl-mad-enable", false, PASS },
    { "-cl-no-signed-zeros", false, PASS },
    { "-cl-unsafe-math-optimizations", false, PASS },
    { "-cl-finite-math-only", false, PASS },
    { "-cl-fast-relaxed-math", false, PASS },
    { "-cl-uniform-work-group-size", false, PASS },
    { "-cl-", true, DROP },
    { "-w", false, DROP },
    { "-W", true, DROP },
    { "-x", false, DROP_VALUE },
    { "-spir-std=", true, DROP },
    { "-save-temps", true, DROP },
    { "-nv-", true, DROP },
    { "-qcom-", true, DROP },
    { "-ze-", true, DROP },
    { "-igc", true, DROP },
    { "-f", true, DROP },
    { "-m", true, DROP },
    { "-O", true, DROP },
    { "-g", true, DROP },
};

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

/* The next word at *at, into `word`, which is as long as the whole text; false at the end of the text. */
static bool next_word(const char **at, char *word, bool *is_unended)
{
    const char *from = *at;
    char quote = '\0';

    while (is_blank(*from))
        from++;
    if (*from == '\0')
        return false;
    for (; *from != '\0' && (quote != '\0' || !is_blank(*from)); from++) {
        if (*from == quote)
            quote = '\0';
        else if (quote == '\0' && (*from == '"' || *from == '\''))
            quote = *from;
        else if (*from == '\\' && quote != '\'' && from[1] != '\0')
            *word++ = *++from;
        else
            *word++ = *from;
    }
    *word = '\0';
    *is_unended = quote != '\0';
    *at = from;
    return true;
}

static enum clsmem_status split(const char *options, struct llvm_words *words)
{
    char *const word = malloc(strlen(options) + 1);
    bool is_unended = false;

    if (!word)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for build options");
    while (!is_unended && next_word(&options, word, &is_unended))
        lint_llvm_word(words, word);
    free(word);
    if (is_unended)
        return clsmem_fail(CLSMEM_INVALID, "build options: a quote does not end");
    return CLSMEM_OK;
}

static const struct option_rule *find_rule(const char *word)
{
    for (size_t i = 0; i < sizeof option_rules / sizeof *option_rules; i++) {
        const struct option_rule *const rule = &option_rules[i];

        if (rule->is_prefix ? strncmp(word, rule->word, strlen(rule->word)) == 0 : strcmp(word, rule->word) == 0)
            return rule;
    }
    return NULL;
}

/* The version number of the language that "-cl-std=" names; what clang does not know it will refuse by itself. */
static const char *version_of(const char *standard)
{
    static const struct {
        const char *standard, *version;
    } versions[] = {
        { "CL", "100" },    { "CL1.0", "100" }, { "CL1.1", "110" },     { "CL1.2", "120" },
        { "CL2.0", "200" }, { "CL3.0", "300" }, { "CLC++2021", "300" }, { "CLC++", "200" },
    };

    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (strcmp(standard, versions[i].standard) == 0)
            return versions[i].version;
    return "120";
}

enum clsmem_status lint_llvm_options(const char *options, struct llvm_words *words)
{
    struct llvm_words asked = { 0 };
    const char *standard = "CL1.2";
    enum clsmem_status status;

    CHECK(split(options ? options : "", &asked));
    lint_llvm_word(words, "-cl-std=CL1.2");
    for (size_t i = 0; i < asked.count; i++) {
        const char *const word = asked.list[i];
        const struct option_rule *const rule = find_rule(word);
        const bool wants_next = rule && (rule->treatment == DROP_VALUE ||
                                         (rule->treatment == PASS_VALUE && strcmp(word, rule->word) == 0));

        if (!rule) {
            status = clsmem_fail(CLSMEM_INVALID, "\"%s\" is no build option of OpenCL", word);
            goto out;
        }
        if (wants_next && i + 1 == asked.count) {
            status = clsmem_fail(CLSMEM_INVALID, "build option \"%s\" lacks its value", word);
            goto out;
        }
        if (rule->treatment == PASS || rule->treatment == PASS_VALUE)
            lint_llvm_word(words, word);
        if (rule->treatment == PASS_VALUE && wants_next)
            lint_llvm_word(words, asked.list[i + 1]);
        i += wants_next;
        if (strncmp(word, "-cl-std=", strlen("-cl-std=")) == 0)
            standard = word + strlen("-cl-std=");
    }
    lint_llvm_word_pair(words, "-D__OPENCL_VERSION__=", version_of(standard));
    if (words->failed || asked.failed)
        status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for build options");
out:
    lint_llvm_words_release(&asked);
    return status;
}
