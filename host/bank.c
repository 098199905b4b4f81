/* What one access costs: the lane groups of the class, and for each the bank that has most to do. */
#include "clsmem/bank.h"

#include <math.h>
#include <string.h>

#include "bank_map.h"
#include "bank_split.h"

/* Whether every active lane has the address of lane ^ bit, where that one is active. */
static bool pairs_agree(const struct clsmem_bank_access *access, uint64_t active, unsigned bit)
{
    for (unsigned lane = 0; lane + bit < access->lanes; lane += lane % bit == bit - 1 ? bit + 1 : 1)
        if ((active >> lane & 1) != 0 && (active >> (lane + bit) & 1) != 0 &&
            access->addresses[lane] != access->addresses[lane + bit])
            return false;
    return true;
}

/* The addresses of a group's active lanes: in place where these stand in a row, else copied to `room`. */
static const uint32_t *gather(const uint32_t *addresses, uint64_t lanes, uint32_t room[CLSMEM_MAX_LANES],
                              unsigned *count)
{
    const unsigned first = clsmem_bank_log2(lanes); /* the lowest lane */
    const uint64_t run = lanes >> first;
    unsigned used = 0;

    if ((run & (run + 1)) == 0) {
        *count = run == UINT64_MAX ? 64 : clsmem_bank_log2(run + 1);
        return addresses + first;
    }
    for (unsigned lane = first; lane < CLSMEM_MAX_LANES && lanes >> lane != 0; lane++) {
        room[used] = addresses[lane];
        used += (unsigned)(lanes >> lane & 1);
    }
    *count = used;
    return room;
}

/*
 * The general way: every word of every lane by itself. `shared` words count once. The words of one row that a bank
 * reaches together are one key.
 */
static unsigned busiest_by_words(const struct clsmem_bank_split *split, const uint32_t *addresses, unsigned count,
                                 bool shared)
{
    uint32_t keys[CLSMEM_MAX_SERVICES];
    unsigned load[CLSMEM_MAX_BANKS] = { 0 }, used = 0, busiest = 0;

    for (unsigned i = 0; i < count; i++) {
        for (unsigned word = 0; word < split->words; word++, used++) {
            const uint32_t key = clsmem_bank_key(split, addresses[i], word);
            unsigned known = 0;

            for (unsigned other = 0; other < used; other++)
                known |= keys[other] == key;
            keys[used] = key;
            load[key & (split->banks - 1)] += !shared || !known;
        }
    }
    for (unsigned bank = 0; bank < split->banks; bank++)
        busiest = load[bank] > busiest ? load[bank] : busiest;
    return busiest;
}

/* So that no stride comes round through all 32 bits to a word that it has visited. */
#define FARTHEST_STEP (UINT32_C(1) << 25)

/*
 * A constant stride needs no counting: it visits slots / gcd(stride, slots) of the slots in turn, each time in another
 * row. False for anything else, or a stride of parts of a slot.
 */
static inline bool busiest_of_stride(const struct clsmem_bank_split *split, const uint32_t *addresses, unsigned count,
                                     unsigned *busiest)
{
    const uint32_t step = count > 1 ? addresses[1] - addresses[0] : 0;
    uint32_t other = 0, slots_in_turn;

    if (!split->is_plain || step + FARTHEST_STEP > 2 * FARTHEST_STEP ||
        (count > 2 && addresses[count - 1] - addresses[count - 2] != step))
        return false;
    for (unsigned i = 1; i < count; i++)
        other |= (addresses[i] - addresses[i - 1]) ^ step;
    if (other != 0 || step << (32 - split->slot_shift) != 0)
        return false;
    *busiest = 1;
    if (step == 0)
        return true;

    const unsigned zeros = clsmem_bank_log2(step >> split->slot_shift), slots_shift = clsmem_bank_log2(split->slots);

    slots_in_turn = split->slots >> (zeros < slots_shift ? zeros : slots_shift);
    *busiest = (count + slots_in_turn - 1) >> clsmem_bank_log2(slots_in_turn);
    return true;
}

#define BITS_4(n) UINT64_C(1) << (n), UINT64_C(2) << (n), UINT64_C(4) << (n), UINT64_C(8) << (n)
#define BITS_16(n) BITS_4(n), BITS_4((n) + 4), BITS_4((n) + 8), BITS_4((n) + 12)

/* A load costs less than a shift by a variable. */
static const uint64_t bits[64] = { BITS_16(0), BITS_16(16), BITS_16(32), BITS_16(48) };

static unsigned count_bits(uint64_t set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)(set * UINT64_C(0x0101010101010101) >> 56);
}

/* The rows that each slot serves, as lists. */
static unsigned busiest_by_lists(const unsigned char *slots, const uint32_t *addresses, unsigned count,
                                 unsigned row_shift)
{
    uint32_t rows[CLSMEM_MAX_BANKS][CLSMEM_MAX_LANES];
    unsigned load[CLSMEM_MAX_BANKS] = { 0 }, busiest = 0;

    for (unsigned i = 0; i < count; i++) {
        const uint32_t row = addresses[i] >> row_shift;
        uint32_t *const mine = rows[slots[i]];
        unsigned place = 0;

        while (place < load[slots[i]] && mine[place] != row)
            place++;
        mine[place] = row;
        load[slots[i]] += place == load[slots[i]];
        busiest = load[slots[i]] > busiest ? load[slots[i]] : busiest;
    }
    return busiest;
}

/* Whether every lane has a slot of its own. Two masks, since each waits for its last value. */
static inline bool slots_differ(const struct clsmem_bank_split *split, const uint32_t *addresses, unsigned count)
{
    const unsigned mask = split->slots - 1, shift = split->slot_shift;
    uint64_t even = 0, odd = 0;

    for (unsigned i = 0; i + 1 < count; i += 2) {
        even |= bits[addresses[i] >> shift & mask];
        odd |= bits[addresses[i + 1] >> shift & mask];
    }
    if (count % 2 != 0)
        even |= bits[addresses[count - 1] >> shift & mask];
    return count_bits(even | odd) == count;
}

/*
 * The fast way, for accesses whose words stand side by side in one row: the banks that serve such an access together
 * count as one, a slot. Which rows a slot has served is kept as bits, as long as the rows differ in few bits of their
 * numbers.
 */
static inline unsigned busiest_by_rows(const struct clsmem_bank_split *split, const uint32_t *addresses,
                                       unsigned count)
{
    unsigned char slots[CLSMEM_MAX_LANES], rows[CLSMEM_MAX_LANES], load[CLSMEM_MAX_BANKS], most = 0;
    uint64_t served[CLSMEM_MAX_BANKS];
    const unsigned slot_mask = split->slots - 1, slot_shift = split->slot_shift;
    const uint32_t first = addresses[0];
    uint32_t varying = 0;
    unsigned shift = split->row_shift;

    if (slots_differ(split, addresses, count))
        return 1;

    for (unsigned i = 0; i < count; i++)
        slots[i] = (unsigned char)(addresses[i] >> slot_shift & slot_mask);
    for (unsigned i = 0; i < count; i++)
        varying |= addresses[i] ^ first;
    if (varying >> shift >= 64)
        shift += clsmem_bank_log2(varying >> shift);
    if (varying >> shift >= 64)
        return busiest_by_lists(slots, addresses, count, split->row_shift);
    for (unsigned i = 0; i < count; i++)
        rows[i] = (unsigned char)((addresses[i] ^ first) >> shift & 63);
    memset(served, 0, split->slots * sizeof *served);
    memset(load, 0, split->slots);
    for (unsigned i = 0; i < count; i++) {
        const uint64_t row = bits[rows[i]], before = served[slots[i]];

        load[slots[i]] = (unsigned char)(load[slots[i]] + ((before & row) == 0));
        served[slots[i]] = before | row;
    }
    for (unsigned slot = 0; slot < split->slots; slot++)
        most = load[slot] > most ? load[slot] : most;
    return most;
}

static inline unsigned busiest_fast(const struct clsmem_bank_split *split, const uint32_t *addresses, unsigned count)
{
    unsigned busiest;

    return busiest_of_stride(split, addresses, count, &busiest) ? busiest : busiest_by_rows(split, addresses, count);
}

static unsigned group_passes(const struct clsmem_bank_split *split, enum clsmem_bank_share share,
                             const uint32_t *addresses, uint64_t lanes)
{
    uint32_t room[CLSMEM_MAX_LANES];
    unsigned count;
    const uint32_t *const mine = gather(addresses, lanes, room, &count);

    if (share == CLSMEM_SHARE_ONE_WORD)
        return clsmem_bank_one_word_passes(split, mine, count);
    if (share == CLSMEM_SHARE_NOTHING || !split->in_one_row)
        return busiest_by_words(split, mine, count, share == CLSMEM_SHARE_WORDS);
    /* The usual number of lanes is a constant that the compiler can unroll by. */
    return count == 32 ? busiest_fast(split, mine, 32) : busiest_fast(split, mine, count);
}

struct clsmem_bank_cost clsmem_bank_cost(const struct clsmem_bank_class *bank_class,
                                         const struct clsmem_bank_access *access, struct clsmem_bank_map *map)
{
    const struct clsmem_bank_rule *const rule = clsmem_bank_class_rule(bank_class, access->op, access->bytes);
    const uint64_t active = access->active & clsmem_bank_lanes(access->lanes);
    struct clsmem_bank_cost cost = { .known = rule != NULL };
    struct clsmem_bank_split split;
    uint64_t left = active;

    if (map)
        map->count = 0;
    if (!rule)
        return cost;
    cost.merged = rule->merged && (pairs_agree(access, active, 1) || pairs_agree(access, active, 2));
    clsmem_bank_split_make(&rule->geometry, access->bytes, &split);

    const struct clsmem_lane_groups *const groups = cost.merged ? rule->merged : rule->groups;
    const unsigned joined = rule->joined ? rule->joined : 1;
    const unsigned turns = rule->turns ? rule->turns : 1;

    for (unsigned first = 0; left && first < groups->count; first += joined) {
        unsigned slowest = 0;

        for (unsigned i = first; i < first + joined && i < groups->count; i++) {
            const uint64_t lanes = active & groups->lanes[i];
            const unsigned passes = lanes ? group_passes(&split, rule->share, access->addresses, lanes) : 0;

            left &= ~lanes;
            if (map && lanes)
                clsmem_bank_map_add(map, &split, rule->share, access->addresses, lanes,
                                    cost.passes + (i - first) * rule->extra);
            slowest = passes > slowest ? passes : slowest;
        }
        if (slowest > 0) {
            cost.passes += slowest + rule->extra;
            cost.ideal++;
        }
    }
    cost.conflicts = cost.passes - cost.ideal;
    cost.passes *= turns;
    cost.ideal *= turns;
    return cost;
}

double clsmem_bank_degree(const struct clsmem_bank_cost *cost)
{
    return cost->ideal ? (double)cost->passes / (double)cost->ideal : NAN;
}
