/* Patterns of local-memory access to take the time of. */
#include "clsmem/timing.h"

#include <math.h>
#include <stdlib.h>

#include "bank_class_bits.h"
#include "jump.h"

#define FEWEST_LANES 8
#define SMALLEST_PITCH 64
#define LARGEST_PITCH 512
#define COUNT(array) (sizeof(array) / sizeof *(array))

const char *clsmem_pattern_word(enum clsmem_pattern pattern)
{
    static const char *const words[] = {
#define PATTERN_WORD(name, word) word,
        CLSMEM_PATTERNS(PATTERN_WORD)
#undef PATTERN_WORD
    };

    return words[pattern];
}

/* Which patterns an operation and width gets. */
struct plan {
    enum clsmem_bank_op op;
    unsigned bytes;
    bool every_stride; /* the stride curve is drawn from them */
    bool is_narrow;    /* parts of a word: no pairs, few halves */
    bool has_halves;   /* every half of pairs is tried, not only those that one bit of the lane tells */
    bool has_pairs, has_all_pairs;
};

static const struct plan plans[] = {
    { CLSMEM_LOAD, 1, .is_narrow = true },
    { CLSMEM_LOAD, 2, .is_narrow = true },
    { CLSMEM_LOAD, 4, .every_stride = true, .has_halves = true, .has_pairs = true, .has_all_pairs = true },
    { CLSMEM_LOAD, 8, .has_halves = true, .has_pairs = true, .has_all_pairs = true },
    { CLSMEM_LOAD, 16, .has_halves = true, .has_pairs = true, .has_all_pairs = true },
    { CLSMEM_STORE, 4, .has_pairs = true },
    { CLSMEM_STORE, 8, .has_pairs = true },
    { CLSMEM_STORE, 16, .has_pairs = true, .has_all_pairs = true },
    { CLSMEM_ATOMIC, 4, .has_halves = true },
    { CLSMEM_INCREMENT, 4, .has_halves = true },
};

struct maker {
    const struct plan *plan;
    struct clsmem_timings *timings;
    size_t capacity; /* rows that there is room for; the others are only counted */
};

static unsigned far_bytes(unsigned lane, unsigned a)
{
    return clsmem_bank_count(lane & a) % 2 * CLSMEM_TIMING_FAR_BYTES;
}

static unsigned address_of(const struct clsmem_timings *timings, enum clsmem_pattern pattern, unsigned a, unsigned b,
                           unsigned lane)
{
    const unsigned pitch = timings->pitch_bytes;

    switch (pattern) {
    case CLSMEM_PATTERN_STRIDE:
        return lane * a;
    case CLSMEM_PATTERN_OFFSET:
        return lane * pitch + lane % 2 * a;
    case CLSMEM_PATTERN_SPLIT:
        return lane * pitch + far_bytes(lane, a);
    case CLSMEM_PATTERN_SPLIT_1:
        return (lane & ~1u) * pitch + far_bytes(lane, a);
    case CLSMEM_PATTERN_SPLIT_2:
        return (lane & ~2u) * pitch + far_bytes(lane, a);
    case CLSMEM_PATTERN_RUNS:
        return lane / a * b;
    case CLSMEM_PATTERN_TURNS:
        return lane % a * b;
    case CLSMEM_PATTERN_PAIR:
        return lane == a ? pitch : lane == b ? 2 * pitch : CLSMEM_TIMING_FAR_BYTES;
    case CLSMEM_PATTERN_OTHER:
        break;
    }
    return 0;
}

static bool are_possible(enum clsmem_pattern pattern, unsigned a, unsigned b, unsigned lanes)
{
    switch (pattern) {
    case CLSMEM_PATTERN_SPLIT:
    case CLSMEM_PATTERN_SPLIT_1:
    case CLSMEM_PATTERN_SPLIT_2:
        return a < lanes;
    case CLSMEM_PATTERN_RUNS:
    case CLSMEM_PATTERN_TURNS:
        return a > 0;
    case CLSMEM_PATTERN_PAIR:
        return a < b && b < lanes;
    case CLSMEM_PATTERN_STRIDE:
    case CLSMEM_PATTERN_OFFSET:
    case CLSMEM_PATTERN_OTHER:
        break;
    }
    return true;
}

bool clsmem_timing_is_pattern(const struct clsmem_timings *timings, const struct clsmem_timing *row)
{
    if (row->pattern == CLSMEM_PATTERN_OTHER)
        return true;
    if (timings->lanes > CLSMEM_MAX_LANES || !are_possible(row->pattern, row->a, row->b, timings->lanes))
        return false;
    for (unsigned lane = 0; lane < timings->lanes; lane++)
        if (row->addresses[lane] != address_of(timings, row->pattern, row->a, row->b, lane))
            return false;
    return true;
}

/* A pattern that does not fit its rows, or not its width, is left out. */
static void add(struct maker *maker, enum clsmem_pattern pattern, unsigned a, unsigned b)
{
    struct clsmem_timings *const timings = maker->timings;
    struct clsmem_timing row = {
        .op = maker->plan->op, .bytes = maker->plan->bytes, .pattern = pattern, .a = a, .b = b, .time = NAN
    };

    for (unsigned lane = 0; lane < timings->lanes; lane++) {
        const unsigned address = address_of(timings, pattern, a, b, lane);

        if (address % row.bytes != 0 || address + row.bytes > timings->lanes * timings->pitch_bytes)
            return;
        row.addresses[lane] = address;
    }
    if (timings->count < maker->capacity)
        timings->rows[timings->count] = row;
    timings->count++;
}

static void add_strides(struct maker *maker)
{
    static const unsigned strides[] = { 0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 31, 32, 33, 64 };
    static const unsigned words[] = { 4, 8, 12, 16, 32, 64, 128, 132, 256 };
    const unsigned bytes = maker->plan->bytes;

    if (maker->plan->every_stride) {
        for (unsigned stride = 0; stride <= 64; stride++)
            add(maker, CLSMEM_PATTERN_STRIDE, stride * bytes, 0);
        add(maker, CLSMEM_PATTERN_STRIDE, 128 * bytes, 0);
        return;
    }
    for (size_t i = 0; i < COUNT(strides); i++)
        add(maker, CLSMEM_PATTERN_STRIDE, strides[i] * bytes, 0);
    for (size_t i = 0; i < COUNT(words) && maker->plan->is_narrow; i++)
        if (words[i] > strides[COUNT(strides) - 1] * bytes)
            add(maker, CLSMEM_PATTERN_STRIDE, words[i], 0);
}

static void add_offsets(struct maker *maker)
{
    static const unsigned offsets[] = { 4,   8,   12,  16,  24,  32,  48,  64,  96, 128,
                                        132, 136, 144, 192, 256, 260, 264, 272, 384 };

    for (size_t i = 0; i < COUNT(offsets) && offsets[i] < maker->timings->pitch_bytes; i++)
        add(maker, CLSMEM_PATTERN_OFFSET, offsets[i], 0);
}

static void add_splits(struct maker *maker)
{
    const unsigned lanes = maker->timings->lanes;
    const bool all = maker->plan->has_halves;

    for (unsigned a = 1; a < lanes; a++)
        if (!maker->plan->is_narrow || clsmem_bank_is_power(a))
            add(maker, CLSMEM_PATTERN_SPLIT, a, 0);
    if (maker->plan->is_narrow)
        return;
    for (unsigned a = 0; a < lanes; a++)
        if ((a & 1) == 0 && (all || clsmem_bank_is_power(a)))
            add(maker, CLSMEM_PATTERN_SPLIT_1, a, 0);
    for (unsigned a = 0; a < lanes; a++)
        if ((a & 2) == 0 && (all || clsmem_bank_is_power(a)))
            add(maker, CLSMEM_PATTERN_SPLIT_2, a, 0);
}

/* Equal words: beside each other, and in one bank. */
static void add_equals(struct maker *maker)
{
    const unsigned lanes = maker->timings->lanes, bytes = maker->plan->bytes, pitch = maker->timings->pitch_bytes;

    for (unsigned a = 2; a < lanes && a <= 16; a *= 2) {
        add(maker, CLSMEM_PATTERN_RUNS, a, bytes);
        add(maker, CLSMEM_PATTERN_RUNS, a, pitch);
    }
    for (unsigned a = 2; a < lanes && a <= 16; a *= 2)
        add(maker, CLSMEM_PATTERN_TURNS, a, pitch);
    for (unsigned a = 2; a < lanes && a <= 8; a *= 2)
        add(maker, CLSMEM_PATTERN_TURNS, a, bytes);
    for (unsigned b = 64; b <= 256 && b < pitch; b *= 2) {
        add(maker, CLSMEM_PATTERN_RUNS, 2, b);
        add(maker, CLSMEM_PATTERN_RUNS, 4, b);
        add(maker, CLSMEM_PATTERN_TURNS, lanes / 4, b);
        add(maker, CLSMEM_PATTERN_TURNS, lanes / 2, b);
    }
}

static void add_pairs(struct maker *maker, enum clsmem_timing_scale scale)
{
    const unsigned lanes = maker->timings->lanes;
    const bool all = maker->plan->has_all_pairs && scale == CLSMEM_TIMING_FULL && lanes <= 32;

    for (unsigned a = 0; a < lanes; a++)
        for (unsigned b = a + 1; b < lanes; b++)
            if (all || a == 0 || clsmem_bank_is_power(a ^ b))
                add(maker, CLSMEM_PATTERN_PAIR, a, b);
}

static void add_all(struct maker *maker, enum clsmem_timing_scale scale)
{
    maker->timings->count = 0;
    for (size_t i = 0; i < COUNT(plans); i++) {
        maker->plan = &plans[i];
        add_strides(maker);
        add_offsets(maker);
        add_splits(maker);
        add_equals(maker);
        if (plans[i].has_pairs)
            add_pairs(maker, scale);
    }
}

enum clsmem_status clsmem_timings_make(unsigned lanes, size_t local_bytes, enum clsmem_timing_scale scale,
                                       struct clsmem_timings *timings)
{
    const size_t rows = (size_t)lanes + CLSMEM_TIMING_SPARE_ROWS;
    enum clsmem_status status = CLSMEM_OK;
    struct maker maker = { .timings = timings };
    unsigned pitch = LARGEST_PITCH;

    *timings = (struct clsmem_timings){ .lanes = lanes };
    if (lanes < FEWEST_LANES || lanes > CLSMEM_MAX_LANES || !clsmem_bank_is_power(lanes))
        return clsmem_fail(CLSMEM_INVALID, "%u lanes: timings are of 8, 16, 32 or 64", lanes);
    while (pitch > SMALLEST_PITCH && rows * pitch > local_bytes)
        pitch /= 2;
    if (rows * pitch > local_bytes)
        return clsmem_fail(CLSMEM_INVALID, "%zu bytes of local memory: patterns of %u lanes need %zu", local_bytes,
                           lanes, rows * pitch);
    timings->pitch_bytes = pitch;
    add_all(&maker, scale);
    maker.capacity = timings->count;
    CHECK_ALLOC(timings->rows, maker.capacity * sizeof *timings->rows);
    add_all(&maker, scale);
out:
    if (status != CLSMEM_OK)
        clsmem_timings_release(timings);
    return status;
}

void clsmem_timings_release(struct clsmem_timings *timings)
{
    free(timings->rows);
    *timings = (struct clsmem_timings){ 0 };
}

struct clsmem_bank_access clsmem_timing_access(const struct clsmem_timings *timings, const struct clsmem_timing *row)
{
    return (struct clsmem_bank_access){
        .op = row->op,
        .bytes = row->bytes,
        .lanes = timings->lanes,
        .active = clsmem_bank_lanes(timings->lanes),
        .addresses = row->addresses,
    };
}
