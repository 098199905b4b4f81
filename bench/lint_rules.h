/* The rules of the SARIF report: what each kind of result means, and what to do about it. */
#ifndef LINT_RULES_H
#define LINT_RULES_H

#include <stddef.h>

struct lint_rule {
    const char *id;    /* the finding's word, or one of the two below */
    const char *name;  /* a short title */
    const char *level; /* SARIF's, unless a result has its own */
    const char *help;  /* what it means and what helps */
};

#define LINT_RULE_CONFLICT "bank-conflict"
#define LINT_RULE_SECTORS "sectors-in-vain"

const struct lint_rule *lint_rules(size_t *count);

#endif
