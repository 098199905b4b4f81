/* From a pointer to a number. */
#ifndef LINT_LLVM_MAP_H
#define LINT_LLVM_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct llvm_map_entry {
    const void *key; /* NULL: free */
    uint32_t value;
};

/* All zeros is an empty map. */
struct llvm_map {
    struct llvm_map_entry *entries;
    size_t count, capacity; /* a power of two */
};

/* False where memory ran out. A key that is there gets the new value. */
bool lint_llvm_map_set(struct llvm_map *map, const void *key, uint32_t value);
bool lint_llvm_map_get(const struct llvm_map *map, const void *key, uint32_t *value);
void lint_llvm_map_release(struct llvm_map *map);

#endif
