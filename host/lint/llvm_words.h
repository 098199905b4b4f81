/* A growing list of texts: a command line. */
#ifndef LINT_LLVM_WORDS_H
#define LINT_LLVM_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct llvm_words {
    char **list; /* ends with a NULL once anything is in it */
    size_t count, capacity;
    bool failed; /* out of memory */
};

void lint_llvm_word(struct llvm_words *words, const char *word);
/* `first` and `rest` as one word. */
void lint_llvm_word_pair(struct llvm_words *words, const char *first, const char *rest);
void lint_llvm_words_release(struct llvm_words *words);

#endif
