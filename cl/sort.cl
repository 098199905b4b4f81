/*
 * out = in in rising order, by a bitonic network. To merge two sorted runs of 2^(k-1) keys, each key is first compared
 * with its mirror image in the other run, then with the one 2^(k-2) places on, and so on down to its neighbour. The
 * smaller key always goes to the lower place: keys beyond the n-th, thought to be the greatest there are, therefore
 * never move, need no memory, and n may be any number.
 * A work-item takes keys whose places differ in a few bits in a row, and does the steps of all these bits in
 * registers.
 */

#if !(defined(OWN_BITS) && defined(FAR_STEPS) && defined(GROUP)) && !defined(PARTS)
#error "OWN_BITS, FAR_STEPS and GROUP come from the host, with LOG2_TILE and LAYOUT for tiles; or PARTS"
#endif

#ifdef OWN_BITS

#define GREATEST ((ELEMENT) ~(ELEMENT)0)
#define KEYS (1 << OWN_BITS) /* of one work-item */

/*
 * Where a work-item's keys lie, if bits low to low + OWN_BITS - 1 of their places are those of the keys' numbers; the
 * work-item's number makes the other bits.
 */
inline uint place_of_keys(uint item, uint low)
{
    const uint below = (1u << low) - 1;

    return (item & ~below) << OWN_BITS | (item & below);
}

/* In a mirrored step key j meets key ~j with all lower bits turned too: the upper half of the keys is taken so. */
inline uint turned_bits(uint low, bool mirrored)
{
    return mirrored ? (1u << low) - 1 : 0;
}

/* One step: each key whose number lacks `bit` meets the one at number ^ partner. */
inline void compare_keys(ELEMENT *key, uint bit, uint partner)
{
    UNROLL
    for (uint j = 0; j < KEYS; j++) {
        if (!(j & bit)) {
            const ELEMENT a = key[j], b = key[j ^ partner];

            key[j] = min(a, b);
            key[j ^ partner] = max(a, b);
        }
    }
}

/*
 * The steps of bits `bits` - 1 to `last` of the keys' numbers; a merge begins with a mirrored one. Wherever bits and
 * mirrored are known to the compiler, it also knows which keys meet, and keeps them in registers.
 */
inline void merge_keys(ELEMENT *key, uint bits, uint last, bool mirrored)
{
    UNROLL
    for (uint step = 0; step < OWN_BITS; step++) {
        const uint b = OWN_BITS - 1 - step, bit = 1u << b;

        if (mirrored && b + 1 == bits)
            compare_keys(key, bit, 2 * bit - 1);
        else if (b < bits && b >= last)
            compare_keys(key, bit, bit);
    }
}

/* Steps in global memory alone. */
inline void merge_far(__global const ELEMENT *from, __global ELEMENT *to, uint count, uint low, uint bits, uint last,
                      bool mirrored)
{
    const uint lower = place_of_keys(get_global_id(0), low), upper = lower ^ turned_bits(low, mirrored);
    ELEMENT key[KEYS];

    UNROLL
    for (uint j = 0; j < KEYS; j++) {
        const uint place = (j < KEYS / 2 ? lower : upper) | j << low;

        key[j] = place < count ? from[place] : GREATEST;
    }
    merge_keys(key, bits, last, mirrored);
    UNROLL
    for (uint j = 0; j < KEYS; j++) {
        const uint place = (j < KEYS / 2 ? lower : upper) | j << low;

        if (place < count)
            to[place] = key[j];
    }
}

/* The one step of the first merge. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void sort_pairs(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count)
{
    merge_far(in, out, count, 0, 1, 0, false);
}

/* Up to FAR_STEPS steps a launch, in place: no two work-items share a key. The first launch of a merge is mirrored. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void sort_far_mirrored(__global ELEMENT *keys, uint count, uint low)
{
    merge_far(keys, keys, count, low, OWN_BITS, OWN_BITS - FAR_STEPS, true);
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void sort_far(__global ELEMENT *keys, uint count, uint low)
{
    merge_far(keys, keys, count, low, OWN_BITS, OWN_BITS - FAR_STEPS, false);
}

#endif /* OWN_BITS */

#ifdef LAYOUT

/*
 * One tile of 2^LOG2_TILE keys a work-group, 32 keys a work-item. When a work-item has done the steps of its five
 * bits, keys change hands through local memory: it writes its keys where they belong, waits, and takes those that
 * differ in the next five bits. It will write these back to the places that it took them from, so one barrier an
 * exchange does. The tile has rows of 32 keys. Where low is 0, a work-item's keys are a row, and what a sub-group
 * takes at once is a column, in one bank; where low is 1 to 4 it has 2^low columns. A dead word a row, or XOR with the
 * row, spreads any of these over 32 banks.
 */
#if OWN_BITS != 5
#error "a tile has rows of 32 keys"
#endif
#define TILE (1 << LOG2_TILE)
#define ITEMS (TILE / KEYS)
#define LINE_BITS (LOG2_TILE - OWN_BITS) /* low where neighbours have neighbouring keys, as global memory wants it */

#define slot(place) tile_index(KEYS, (place) / KEYS, (place) % KEYS)

/* Two places that have no bit in common put together; either may be a constant. */
#if LAYOUT == LAYOUT_SWIZZLED
#define joined_slot(a, b) (slot(a) ^ slot(b))
#else
#define joined_slot(a, b) (slot(a) + slot(b))
#endif

inline void write_keys(__local ELEMENT *tile, const ELEMENT *key, uint low, bool mirrored)
{
    const uint lower = place_of_keys(get_local_id(0), low), upper = lower ^ turned_bits(low, mirrored);

    UNROLL
    for (uint j = 0; j < KEYS; j++)
        tile[joined_slot(j < KEYS / 2 ? lower : upper, j << low)] = key[j];
}

inline void take_keys(__local const ELEMENT *tile, ELEMENT *key, uint low, bool mirrored)
{
    const uint lower = place_of_keys(get_local_id(0), low), upper = lower ^ turned_bits(low, mirrored);

    UNROLL
    for (uint j = 0; j < KEYS; j++)
        key[j] = tile[joined_slot(j < KEYS / 2 ? lower : upper, j << low)];
}

inline void read_tile(__global const ELEMENT *from, uint count, ELEMENT *key)
{
    const uint first = get_group_id(0) * TILE + get_local_id(0);

    UNROLL
    for (uint j = 0; j < KEYS; j++)
        key[j] = first + j * ITEMS < count ? from[first + j * ITEMS] : GREATEST;
}

inline void write_tile(__global ELEMENT *to, uint count, const ELEMENT *key)
{
    const uint first = get_group_id(0) * TILE + get_local_id(0);

    UNROLL
    for (uint j = 0; j < KEYS; j++)
        if (first + j * ITEMS < count)
            to[first + j * ITEMS] = key[j];
}

/* Runs of a whole tile, from single keys. */
__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sort_tile(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count)
{
    __local ELEMENT tile[TILE_ELEMENTS(TILE / KEYS, KEYS)];
    ELEMENT key[KEYS];

    read_tile(in, count, key);
    write_keys(tile, key, LINE_BITS, false);
    local_barrier(); /* keys written as they came -> taken by rows */
    take_keys(tile, key, 0, false);

    UNROLL
    for (uint top = 1; top <= OWN_BITS; top++)
        merge_keys(key, top, 0, true);

    for (uint top = OWN_BITS + 1; top <= LOG2_TILE; top++) {
        uint low = top - OWN_BITS;

        write_keys(tile, key, 0, false);
        local_barrier(); /* keys written -> taken by the next owners, who alone write these places again */
        take_keys(tile, key, low, true);
        merge_keys(key, OWN_BITS, 0, true);
        write_keys(tile, key, low, true);

        while (low > 0) {
            const uint rest = low;

            local_barrier(); /* keys written -> taken by the next owners, as before */
            low = rest > OWN_BITS ? rest - OWN_BITS : 0;
            take_keys(tile, key, low, false);
            merge_keys(key, rest - low, 0, false);
            if (low > 0)
                write_keys(tile, key, low, false);
        }
    }

    write_keys(tile, key, 0, false);
    local_barrier(); /* sorted keys written -> taken in the order of global memory */
    take_keys(tile, key, LINE_BITS, false);
    write_tile(out, count, key);
}

/* The last LOG2_TILE steps of a merge. */
__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void sort_near(__global ELEMENT *keys, uint count)
{
    __local ELEMENT tile[TILE_ELEMENTS(TILE / KEYS, KEYS)];
    ELEMENT key[KEYS];

    read_tile(keys, count, key);
    merge_keys(key, OWN_BITS, 0, false);

    write_keys(tile, key, LINE_BITS, false);
    local_barrier(); /* keys written -> taken by the owners of the next five bits */
    take_keys(tile, key, LINE_BITS - OWN_BITS, false);
    merge_keys(key, OWN_BITS, 0, false);

    write_keys(tile, key, LINE_BITS - OWN_BITS, false);
    local_barrier(); /* keys written -> taken by the owners of the last bits */
    take_keys(tile, key, 0, false);
    merge_keys(key, LINE_BITS - OWN_BITS, 0, false);

    write_keys(tile, key, 0, false);
    local_barrier(); /* merged keys written -> taken in the order of global memory */
    take_keys(tile, key, LINE_BITS, false);
    write_tile(keys, count, key);
}

#endif /* LAYOUT */

#ifdef PARTS

/*
 * For processors: no comparisons. Keys are dealt out by their lowest eight bits, then by the next eight, and so on,
 * each time in the order in which they lie. Parts of the keys are counted side by side, one work-item a part; the
 * counts are added up to first places; then each part deals its keys out to places that are its own.
 */
#define DIGITS 256

#define digit_of(key, shift) ((key) >> (shift) & (DIGITS - 1))
#define part_start(part, count) ((size_t)(part) * (count) / PARTS)

inline void count_digits(__global const ELEMENT *restrict from, __global uint *restrict places, uint count, uint shift,
                         __local uint *restrict own)
{
    const uint part = get_group_id(0);
    const size_t end = part_start(part + 1, count);

    for (uint digit = 0; digit < DIGITS; digit++)
        own[digit] = 0;
    for (size_t i = part_start(part, count); i < end; i++)
        own[digit_of(from[i], shift)]++;
    for (uint digit = 0; digit < DIGITS; digit++)
        places[digit * PARTS + part] = own[digit];
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void sort_cpu_count_first(__global const ELEMENT *restrict in, __global uint *restrict places, uint count, uint shift)
{
    __local uint own[DIGITS];

    count_digits(in, places, count, shift, own);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void sort_cpu_count(__global ELEMENT *restrict from, __global uint *restrict places, uint count, uint shift)
{
    __local uint own[DIGITS];

    count_digits(from, places, count, shift, own);
}

/* Counts, digit by digit and within a digit part by part, become first places. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void sort_cpu_add(__global uint *places)
{
    uint sum = 0;

    for (uint i = 0; i < DIGITS * PARTS; i++) {
        const uint own = places[i];

        places[i] = sum;
        sum += own;
    }
}

#ifdef LINE

/*
 * Keys on their way, LINE of them for each digit: a line of cache. Written one by one to 256 places they miss the
 * cache where these compete for one set of it, as they do when keys are sorted and places are a power of two apart.
 */
struct deal {
    uint first[DIGITS], next[DIGITS]; /* places of the part's keys: of the first, and behind those that have come */
    ELEMENT line[DIGITS * LINE];      /* a key lies as it will in its own line */
};

inline void begin_digit(__local struct deal *deal, uint digit, uint place)
{
    deal->first[digit] = deal->next[digit] = place;
}

/* What has come of the line that ends at `end` or behind it, without what belongs to the part before. */
inline void put_line(__local const struct deal *deal, __global ELEMENT *to, uint digit, uint end)
{
    const uint line = (end - 1) / LINE * LINE;

    for (uint i = max(line, deal->first[digit]); i < end; i++)
        to[i] = deal->line[digit * LINE + i % LINE];
}

inline void deal_key(__local struct deal *deal, __global ELEMENT *to, ELEMENT key, uint digit)
{
    const uint place = deal->next[digit]++;

    deal->line[digit * LINE + place % LINE] = key;
    if (place % LINE == LINE - 1)
        put_line(deal, to, digit, place + 1);
}

inline void deal_rest(__local const struct deal *deal, __global ELEMENT *to)
{
    for (uint digit = 0; digit < DIGITS; digit++)
        if (deal->next[digit] > deal->first[digit] && deal->next[digit] % LINE > 0)
            put_line(deal, to, digit, deal->next[digit]);
}

#else

struct deal {
    uint next[DIGITS]; /* place of the next key */
};

inline void begin_digit(__local struct deal *deal, uint digit, uint place)
{
    deal->next[digit] = place;
}

inline void deal_key(__local struct deal *deal, __global ELEMENT *to, ELEMENT key, uint digit)
{
    to[deal->next[digit]++] = key;
}

inline void deal_rest(__local const struct deal *deal, __global ELEMENT *to)
{
}

#endif

inline void deal_keys(__global const ELEMENT *restrict from, __global ELEMENT *restrict to,
                      __global const uint *restrict places, uint count, uint shift, __local struct deal *restrict deal)
{
    const uint part = get_group_id(0);
    const size_t end = part_start(part + 1, count);

    for (uint digit = 0; digit < DIGITS; digit++)
        begin_digit(deal, digit, places[digit * PARTS + part]);
    for (size_t i = part_start(part, count); i < end; i++)
        deal_key(deal, to, from[i], digit_of(from[i], shift));
    deal_rest(deal, to);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void sort_cpu_deal_first(__global const ELEMENT *restrict in, __global ELEMENT *restrict to,
                         __global uint *restrict places, uint count, uint shift)
{
    __local struct deal deal;

    deal_keys(in, to, places, count, shift, &deal);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void sort_cpu_deal(__global ELEMENT *restrict from, __global ELEMENT *restrict to, __global uint *restrict places,
                   uint count, uint shift)
{
    __local struct deal deal;

    deal_keys(from, to, places, count, shift, &deal);
}

#endif /* PARTS */
