/* A growing list of texts. */
#include "llvm_words.h"

#include <stdlib.h>
#include <string.h>

static void words_add(struct llvm_words *words, char *word)
{
    if (word && words->count + 2 > words->capacity) {
        const size_t capacity = words->capacity * 2 + 32;
        char **const list = realloc(words->list, capacity * sizeof *list);

        if (list) {
            words->list = list;
            words->capacity = capacity;
        } else {
            free(word);
            word = NULL;
        }
    }
    if (!word) {
        words->failed = true;
        return;
    }
    words->list[words->count++] = word;
    words->list[words->count] = NULL;
}

void lint_llvm_word(struct llvm_words *words, const char *word)
{
    lint_llvm_word_pair(words, word, "");
}

void lint_llvm_word_pair(struct llvm_words *words, const char *first, const char *rest)
{
    const size_t first_length = strlen(first), rest_length = strlen(rest);
    char *const word = malloc(first_length + rest_length + 1);

    if (word) {
        memcpy(word, first, first_length);
        memcpy(word + first_length, rest, rest_length + 1);
    }
    words_add(words, word);
}

void lint_llvm_words_release(struct llvm_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->list[i]);
    free(words->list);
    memset(words, 0, sizeof *words);
}
