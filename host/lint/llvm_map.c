/* From a pointer to a number: open addressing, at most three quarters full. */
#include "llvm_map.h"

#include <stdlib.h>
#include <string.h>

static struct llvm_map_entry *find(const struct llvm_map *map, const void *key)
{
    size_t at = (size_t)((uint64_t)(uintptr_t)key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (map->capacity - 1);

    while (map->entries[at].key && map->entries[at].key != key)
        at = (at + 1) & (map->capacity - 1);
    return &map->entries[at];
}

static bool grow(struct llvm_map *map)
{
    struct llvm_map larger = { .capacity = map->capacity > 0 ? map->capacity * 2 : 64, .count = map->count };

    larger.entries = calloc(larger.capacity, sizeof *larger.entries);
    if (!larger.entries)
        return false;
    for (size_t i = 0; i < map->capacity; i++)
        if (map->entries[i].key)
            *find(&larger, map->entries[i].key) = map->entries[i];
    free(map->entries);
    *map = larger;
    return true;
}

bool lint_llvm_map_set(struct llvm_map *map, const void *key, uint32_t value)
{
    struct llvm_map_entry *entry;

    if (map->count * 4 >= map->capacity * 3 && !grow(map))
        return false;
    entry = find(map, key);
    map->count += entry->key == NULL;
    *entry = (struct llvm_map_entry){ key, value };
    return true;
}

bool lint_llvm_map_get(const struct llvm_map *map, const void *key, uint32_t *value)
{
    const struct llvm_map_entry *entry;

    if (map->capacity == 0)
        return false;
    entry = find(map, key);
    *value = entry->value;
    return entry->key != NULL;
}

void lint_llvm_map_release(struct llvm_map *map)
{
    free(map->entries);
    memset(map, 0, sizeof *map);
}
