/* What one access costs: the lane groups of the class, and for each the bank that has most to do. */
#include "clsmem/bank.h"

#include <math.h>
#include <string.h>

#include "bank_map.h"
#include "bank_split.h"

/* Whether every active lane has the address of lane ^ bit, where that one is active. */
static bool pairs_agree(const struct clsmem_bank_access *access, uint64_t active, unsigned bit)
{
    bool agree = true;

    for (unsigned lane = 0; lane + bit < access->lanes; lane++) {
        const bool both = (lane & bit) == 0 && (active >> lane & 1) != 0 && (active >> (lane + bit) & 1) != 0;

        agree &= !both || access->addresses[lane] == access->addresses[lane + bit];
    }
    return agree;
}

/* The addresses of a group's active lanes: in place where they stand in a row from lane 0 on, else copied to `room`. */
static const uint32_t *gather(const uint32_t *addresses, uint64_t lanes, uint32_t room[CLSMEM_MAX_LANES],
                              unsigned *count)
{
    unsigned used = 0;

    if ((lanes & (lanes + 1)) == 0) {
        while (lanes >> used != 0 && ++used < CLSMEM_MAX_LANES)
            ;
        *count = used;
        return addresses;
    }
    for (unsigned lane = 0; lane < CLSMEM_MAX_LANES && lanes >> lane != 0; lane++) {
        room[used] = addresses[lane];
        used += lanes >> lane & 1;
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

/*
 * The fast way, for accesses whose words stand side by side in one row: the banks that serve such an access together
 * count as one. Which rows a bank has served is kept as bits, so the rows must differ in few bits: `varying` has
 * those that differ. False when they are too many.
 */
static bool busiest_by_rows(const struct clsmem_bank_split *split, const uint32_t *addresses, unsigned count,
                            unsigned *busiest)
{
    uint64_t rows[CLSMEM_MAX_BANKS];
    unsigned char load[CLSMEM_MAX_BANKS];
    const uint32_t first = addresses[0];
    uint32_t varying = 0;
    unsigned shift = split->row_shift;

    for (unsigned i = 0; i < count; i++)
        varying |= addresses[i] ^ first;
    varying >>= shift;
    if (varying >= 64) {
        const unsigned zeros = clsmem_bank_log2(varying & (~varying + 1));

        if (varying >> zeros >= 64)
            return false;
        shift += zeros;
    }

    memset(rows, 0, split->slots * sizeof *rows);
    memset(load, 0, split->slots);
    for (unsigned i = 0; i < count; i++) {
        const unsigned slot = addresses[i] >> split->slot_shift & (split->slots - 1);
        const uint64_t row = UINT64_C(1) << ((addresses[i] ^ first) >> shift & 63);

        load[slot] = (unsigned char)(load[slot] + ((rows[slot] & row) == 0));
        rows[slot] |= row;
    }
    *busiest = 0;
    for (unsigned slot = 0; slot < split->slots; slot++)
        *busiest = load[slot] > *busiest ? load[slot] : *busiest;
    return true;
}

static unsigned group_passes(const struct clsmem_bank_split *split, enum clsmem_bank_share share,
                             const uint32_t *addresses, uint64_t lanes)
{
    uint32_t room[CLSMEM_MAX_LANES];
    unsigned count, busiest;
    const uint32_t *const mine = gather(addresses, lanes, room, &count);

    if (share == CLSMEM_SHARE_ONE_WORD)
        return clsmem_bank_one_word_passes(split, mine, count);
    if (share == CLSMEM_SHARE_WORDS && split->in_one_row && busiest_by_rows(split, mine, count, &busiest))
        return busiest;
    return busiest_by_words(split, mine, count, share == CLSMEM_SHARE_WORDS);
}

struct clsmem_bank_cost clsmem_bank_cost(const struct clsmem_bank_class *bank_class,
                                         const struct clsmem_bank_access *access, struct clsmem_bank_map *map)
{
    const struct clsmem_bank_rule *const rule = clsmem_bank_class_rule(bank_class, access->op, access->bytes);
    const uint64_t active = access->active & clsmem_bank_lanes(access->lanes);
    struct clsmem_bank_cost cost = { .known = rule != NULL };
    struct clsmem_bank_split split;

    if (map)
        map->count = 0;
    if (!rule)
        return cost;
    cost.merged = rule->merged && (pairs_agree(access, active, 1) || pairs_agree(access, active, 2));
    clsmem_bank_split_make(&rule->geometry, access->bytes, &split);

    const struct clsmem_lane_groups *const groups = cost.merged ? rule->merged : rule->groups;
    const unsigned joined = rule->joined ? rule->joined : 1;

    for (unsigned first = 0; first < groups->count; first += joined) {
        unsigned slowest = 0;

        for (unsigned i = first; i < first + joined && i < groups->count; i++) {
            const uint64_t lanes = active & groups->lanes[i];
            const unsigned passes = lanes ? group_passes(&split, rule->share, access->addresses, lanes) : 0;

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
    return cost;
}

double clsmem_bank_degree(const struct clsmem_bank_cost *cost)
{
    return cost->ideal ? (double)cost->passes / (double)cost->ideal : NAN;
}
