/* Numbers and places of a lint report in words, put together piece by piece. */
#ifndef LINT_WORDS_H
#define LINT_WORDS_H

#include "clsmem/lint.h"

#define LINT_COLUMNS 120

/* A sentence that grows; what does not fit is cut. Begin with { 0 }. */
struct lint_phrase {
    size_t used;
    char text[1024];
};

void lint_say(struct lint_phrase *phrase, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* "1 execution", "2 executions". */
void lint_say_count(struct lint_phrase *phrase, uint64_t count, const char *one, const char *many);
/* "4096 bytes", "64.0 KiB". */
void lint_say_bytes(struct lint_phrase *phrase, uint64_t bytes);
/* "64 x 16". */
void lint_say_sizes(struct lint_phrase *phrase, size_t count, const size_t *sizes);
/* "work-item (3, 0) of work-group (0, 1)". */
void lint_say_item(struct lint_phrase *phrase, size_t dimensions, const struct clsmem_lint_item *item);
/* "work-items (3, 0) and (4, 0) of work-group (0, 1)". */
void lint_say_items(struct lint_phrase *phrase, size_t dimensions, const struct clsmem_lint_finding *finding);
/* "2.50"; "2" where all have as many. */
void lint_say_mean(struct lint_phrase *phrase, uint64_t sum, uint64_t count);

/* Share of `taken` that is more than `ideal`, in percent. */
double lint_waste(uint64_t taken, uint64_t ideal);

/* Floating-point operations; a multiply-add is two. */
uint64_t lint_flops(const struct clsmem_lint_flops *flops);

#endif
