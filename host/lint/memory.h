/*
 * Addresses and global memory. An address says which object it means, so that an access beyond an array is seen even
 * where another array lies behind it:
 *
 *     global, constant   0001 | object: 16 bits | offset: 44 bits
 *     local              0011 | 28 bits of 0    | object: 12 bits | offset: 20 bits
 *     private            0101 | 28 bits of 0    | object: 12 bits | offset: 20 bits
 *
 * Objects count from 1, so that 0 is the null pointer; arithmetic works on offsets. Where a compiler holds local and
 * private pointers in 32 bits, the upper half gets lost and the access's own address space tells instead.
 */
#ifndef LINT_MEMORY_H
#define LINT_MEMORY_H

#include "program.h"

#define LINT_SMALL_OFFSET_BITS 20 /* of local and private addresses: objects of at most 1 MiB */
#define LINT_LARGE_OFFSET_BITS 44
#define LINT_MOST_SMALL_OBJECTS 4095
#define LINT_MOST_BUFFERS 65535

/* The four bits of a space, at their place; 0 for LINT_GENERIC. CONSTANT has those of GLOBAL. */
uint64_t lint_address_tag(enum lint_space space);

/* `object` counts from 0 here. */
uint64_t lint_address(enum lint_space space, uint32_t object, uint64_t offset);

struct lint_place {
    enum lint_space space; /* GLOBAL, LOCAL or PRIVATE; GENERIC: points nowhere */
    uint32_t object;       /* from 0 */
    int64_t offset;        /* negative before the object */
};

/* What an address means when an access says it is to `space` (LINT_GENERIC: the address itself tells). */
struct lint_place lint_place_of(uint64_t address, enum lint_space space);

/* What memory holds before the kernel runs: element k depends on the argument's index and k alone. */
enum lint_fill_kind {
    LINT_FILL_ZERO,
    LINT_FILL_FLOAT,  /* (r & 0xffff) / 65536, with r = x >> 8 and x by the generator below */
    LINT_FILL_DOUBLE, /* the same */
    LINT_FILL_HALF,   /* the same, rounded to half */
    LINT_FILL_BYTE,   /* r & 255 */
    LINT_FILL_UINT,   /* r % modulus; r where the modulus is 0 */
    LINT_FILL_ULONG,  /* the same in 64 bits */
    LINT_FILL_USHORT,
    LINT_FILL_CONSTANT, /* `value`, 32 bits */
};

/* x begins as 1 + `index` and goes to x * 1664525 + 1013904223 (mod 2^32) before each element. */
struct lint_fill {
    enum lint_fill_kind kind;
    uint32_t index, modulus, value;
};

size_t lint_fill_bytes(const struct lint_fill *fill); /* of an element */
/* Elements first .. first + count - 1. */
void lint_fill(const struct lint_fill *fill, uint64_t first, uint64_t count, void *bytes);

struct lint_pages;

/* An object in global memory. */
struct lint_buffer {
    const char *name; /* of the argument or the array; not owned */
    uint64_t bytes;   /* UINT64_MAX: unbounded, made page by page as it is touched */
    uint8_t *data;    /* NULL where unbounded */
    struct lint_pages *pages;
    struct lint_fill fill; /* of pages */
    bool is_read_only;
};

struct lint_memory {
    struct lint_buffer *buffers;
    size_t count;
};

/* Bounded: `data`, taken over (from malloc), or NULL for zeros. The new buffer's number is memory->count - 1. */
enum clsmem_status lint_memory_add(struct lint_memory *memory, const char *name, uint64_t bytes, uint8_t *data);
enum clsmem_status lint_memory_add_unbounded(struct lint_memory *memory, const char *name,
                                             const struct lint_fill *fill);
void lint_memory_release(struct lint_memory *memory);

/*
 * Threads may call all of these at once. lint_memory_at: the bytes at an offset, which lie in one page of
 * LINT_PAGE_BYTES where the buffer is unbounded; NULL out of bounds or memory. The others also go over pages.
 */
#define LINT_PAGE_BYTES 4096
uint8_t *lint_memory_at(struct lint_buffer *buffer, uint64_t offset, uint64_t bytes);
bool lint_memory_read(struct lint_buffer *buffer, uint64_t offset, void *to, uint64_t bytes);
bool lint_memory_write(struct lint_buffer *buffer, uint64_t offset, const void *from, uint64_t bytes);

#endif
