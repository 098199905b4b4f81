/* How much local memory one compute unit of a device has, and how it hands it out to work-groups. */
#include "clsmem/local_capacity.h"

#include <stdint.h>

#define KIB 1024u

/*
 * NVIDIA: the tables of the CUDA programming guide and the tuning guides, "shared memory per multiprocessor", "resident
 * blocks", and the 1 KiB that each block takes since compute capability 8.0. The compiler's calculator rounds to 256
 * bytes up to 7.5 and to 128 from 8.0 on.
 */
static const struct {
    unsigned major, minor;
    struct clsmem_local_capacity capacity;
} nvidia[] = {
    { 5, 0, { 64 * KIB, 256, 0, 32 } },     { 5, 2, { 96 * KIB, 256, 0, 32 } },
    { 6, 0, { 64 * KIB, 256, 0, 32 } },     { 6, 1, { 96 * KIB, 256, 0, 32 } },
    { 7, 0, { 96 * KIB, 256, 0, 32 } },     { 7, 5, { 64 * KIB, 256, 0, 16 } },
    { 8, 0, { 164 * KIB, 128, KIB, 32 } },  { 8, 6, { 100 * KIB, 128, KIB, 16 } },
    { 8, 9, { 100 * KIB, 128, KIB, 24 } },  { 9, 0, { 228 * KIB, 128, KIB, 32 } },
    { 10, 0, { 228 * KIB, 128, KIB, 32 } },
};

/*
 * AMD: 64 KiB a compute unit in blocks of 512 bytes from GCN on; gfx950 has 160 KiB in blocks of 1280 bytes. Two
 * compute units of RDNA share 128 KiB. The number of work-groups is bounded by their sub-groups alone.
 */
static struct clsmem_local_capacity amd_capacity(unsigned major, unsigned minor)
{
    struct clsmem_local_capacity capacity = { 64 * KIB, 512, 0, 40 };

    if (major == 9 && minor == 5)
        capacity = (struct clsmem_local_capacity){ 160 * KIB, 1280, 0, 32 };
    if (major >= 12)
        capacity.block_bytes = 1024;
    return capacity;
}

struct clsmem_local_capacity clsmem_local_capacity_of(unsigned nv_major, unsigned nv_minor, unsigned gfx_major,
                                                      unsigned gfx_minor)
{
    for (size_t i = 0; i < sizeof nvidia / sizeof *nvidia; i++)
        if (nvidia[i].major == nv_major && nvidia[i].minor == nv_minor)
            return nvidia[i].capacity;
    return gfx_major >= 7 ? amd_capacity(gfx_major, gfx_minor) : (struct clsmem_local_capacity){ 0 };
}

size_t clsmem_local_capacity_groups(const struct clsmem_local_capacity *capacity, size_t bytes)
{
    const size_t block = capacity->block_bytes;
    size_t taken, groups;

    if (capacity->unit_bytes == 0)
        return 0;
    taken = (bytes + capacity->reserved_bytes + block - 1) / block * block;
    groups = taken > 0 ? capacity->unit_bytes / taken : capacity->most_groups;
    return groups < capacity->most_groups ? groups : capacity->most_groups;
}

size_t clsmem_local_capacity_bytes(const struct clsmem_local_capacity *capacity, size_t groups)
{
    size_t share;

    if (capacity->unit_bytes == 0 || groups == 0 || groups > capacity->most_groups)
        return 0;
    share = capacity->unit_bytes / groups / capacity->block_bytes * capacity->block_bytes;
    return share > capacity->reserved_bytes ? share - capacity->reserved_bytes : 0;
}

/* Units come in whole KiB. The roundest one from `least` to below `end`, 0 where there is none. */
static size_t roundest_unit(size_t least, size_t end)
{
    for (size_t round = (size_t)1 << 24; round >= KIB; round /= 2) {
        const size_t unit = (least + round - 1) / round * round;

        if (unit > 0 && unit < end)
            return unit;
    }
    return 0;
}

/* The unit that explains all steps with such blocks, 0 where none does. */
static size_t unit_of(const struct clsmem_local_capacity_step *steps, size_t count, size_t step_bytes, size_t block,
                      size_t reserved)
{
    size_t least = 0, end = SIZE_MAX;

    for (size_t i = 0; i < count; i++) {
        /* The blocks that a work-group of so many bytes takes, from and to: the most are what is to be explained. */
        const size_t from = (steps[i].bytes + reserved + block - 1) / block;
        const size_t to = (steps[i].bytes + step_bytes - 1 + reserved) / block;

        if (steps[i].groups == 0 || steps[i].bytes == 0)
            continue;
        if (from > to)
            return 0;
        least = from * block * steps[i].groups > least ? from * block * steps[i].groups : least;
        end = (to + 1) * block * steps[i].groups < end ? (to + 1) * block * steps[i].groups : end;
    }
    return least > 0 ? roundest_unit(least, end) : 0;
}

struct clsmem_local_capacity clsmem_local_capacity_fit(const struct clsmem_local_capacity_step *steps, size_t count,
                                                       size_t step_bytes, size_t most_groups)
{
    static const size_t reserves[] = { 0, 256, 512, 1024, 2048 };
    static const size_t extras[] = { 0, 4, 8, 16, 32, 64 }; /* that a driver adds to the kernel's own: NVIDIA's does */
    static const size_t blocks[] = { 4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 1280 };
    const size_t reserve_count = sizeof reserves / sizeof *reserves;

    for (size_t r = 0; r < reserve_count * (sizeof extras / sizeof *extras); r++) {
        const size_t reserved = reserves[r % reserve_count] + extras[r / reserve_count];

        for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
            const size_t unit = unit_of(steps, count, step_bytes, blocks[b], reserved);

            if (unit > 0)
                return (struct clsmem_local_capacity){ unit, blocks[b], reserved, most_groups };
        }
    }
    return (struct clsmem_local_capacity){ 0 };
}
