/* Changes to the text of a kernel, as a fuzzer makes them. */
#ifndef LINT_FUZZ_MUTATE_H
#define LINT_FUZZ_MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fuzz_random {
    uint64_t state; /* not 0 */
};

/* 0 to count - 1; 0 where count is 0. */
size_t fuzz_below(struct fuzz_random *random, size_t count);

/* Bytes with a NUL behind them, which does not count. `bytes` is from malloc. */
struct fuzz_text {
    char *bytes;
    size_t count;
};

bool fuzz_text_set(struct fuzz_text *text, const char *bytes, size_t count);

/* Changes the text in one to four places; lines and tokens may come out of `other`. False without memory. */
bool fuzz_mutate(struct fuzz_random *random, struct fuzz_text *text, const struct fuzz_text *other);

#endif
