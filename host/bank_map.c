/* Who is served when: the plan that goes with a number of passes. */
#include "bank_map.h"

#include <assert.h>
#include <string.h>

/* The words that a group asks for, each once, with the lanes that want it. */
struct wishes {
    unsigned count;
    struct wish {
        uint32_t key, address;
        unsigned bank;
        unsigned wanted; /* lanes */
        uint64_t lanes;
    } list[CLSMEM_MAX_SERVICES];
};

static void wish(struct wishes *wishes, const struct clsmem_bank_split *split, uint32_t address, unsigned word,
                 unsigned lane, bool shared)
{
    const uint32_t key = clsmem_bank_key(split, address, word);
    const uint32_t word_address = clsmem_bank_word_address(split, address, word);

    for (unsigned i = 0; shared && i < wishes->count; i++) {
        struct wish *const known = &wishes->list[i];

        if (known->address == word_address) {
            known->wanted++;
            known->lanes |= UINT64_C(1) << lane;
            return;
        }
    }
    assert(wishes->count < CLSMEM_MAX_SERVICES);
    wishes->list[wishes->count++] = (struct wish){ .key = key,
                                                   .address = word_address,
                                                   .bank = key & (split->banks - 1),
                                                   .wanted = 1,
                                                   .lanes = UINT64_C(1) << lane };
}

static void collect(struct wishes *wishes, const struct clsmem_bank_split *split, const uint32_t *addresses,
                    uint64_t lanes, bool shared)
{
    wishes->count = 0;
    for (unsigned lane = 0; lane < CLSMEM_MAX_LANES && lanes >> lane != 0; lane++)
        for (unsigned word = 0; (lanes >> lane & 1) != 0 && word < split->words; word++)
            wish(wishes, split, addresses[lane], word, lane, shared);
}

static void serve(struct clsmem_bank_map *map, const struct wish *wish, unsigned pass, uint64_t lanes)
{
    assert(map->count < CLSMEM_MAX_SERVICES);
    map->services[map->count++] = (struct clsmem_bank_service){ pass, wish->bank, wish->address, lanes };
}

/* Each bank takes its keys in the order of the lanes; words with one key go in one pass. */
static void serve_keys(struct clsmem_bank_map *map, const struct wishes *wishes, unsigned first, bool shared)
{
    unsigned next[CLSMEM_MAX_BANKS] = { 0 }, pass_of[CLSMEM_MAX_SERVICES];

    for (unsigned i = 0; i < wishes->count; i++) {
        const struct wish *const wish = &wishes->list[i];
        unsigned same = i;

        for (unsigned other = 0; shared && other < i; other++)
            if (wishes->list[other].key == wish->key)
                same = other;
        pass_of[i] = same == i ? next[wish->bank]++ : pass_of[same];
        serve(map, wish, first + pass_of[i], wish->lanes);
    }
}

/* How many of a bank's words must go to all at once so that the bank ends in `passes`; the most wanted go first. */
static unsigned broadcasts_needed(const struct wishes *wishes, unsigned bank, unsigned passes, bool *chosen)
{
    unsigned needed = 0, lanes = 0, broadcasts = 0;

    for (unsigned i = 0; i < wishes->count; i++)
        if (wishes->list[i].bank == bank)
            lanes += wishes->list[i].wanted;
    for (needed = lanes; needed > passes && broadcasts < wishes->count; broadcasts++) {
        unsigned best = wishes->count;

        for (unsigned i = 0; i < wishes->count; i++)
            if (wishes->list[i].bank == bank && !chosen[i] &&
                (best == wishes->count || wishes->list[i].wanted > wishes->list[best].wanted))
                best = i;
        if (best == wishes->count)
            break;
        chosen[best] = true;
        needed -= wishes->list[best].wanted - 1;
    }
    return needed > passes ? passes + 1 : broadcasts;
}

/* One broadcast a pass: `passes` are enough when all banks together need no more of them than that. */
static bool one_word_fits(const struct clsmem_bank_split *split, const struct wishes *wishes, unsigned passes,
                          bool *chosen)
{
    unsigned broadcasts = 0;

    memset(chosen, 0, CLSMEM_MAX_SERVICES * sizeof *chosen);
    for (unsigned bank = 0; bank < split->banks; bank++)
        broadcasts += broadcasts_needed(wishes, bank, passes, chosen);
    return broadcasts <= passes;
}

static unsigned one_word_passes(const struct clsmem_bank_split *split, const struct wishes *wishes, bool *chosen)
{
    unsigned passes = wishes->count > 0;

    while (wishes->count > 0 && !one_word_fits(split, wishes, passes, chosen))
        passes++;
    return passes;
}

/* The k-th broadcast of all takes pass k; a bank's other lanes take the passes that its broadcasts leave. */
static void serve_one_word(struct clsmem_bank_map *map, const struct clsmem_bank_split *split,
                           const struct wishes *wishes, unsigned first)
{
    bool chosen[CLSMEM_MAX_SERVICES];
    uint64_t taken[CLSMEM_MAX_BANKS] = { 0 };
    unsigned broadcasts = 0;

    (void)one_word_passes(split, wishes, chosen);
    for (unsigned i = 0; i < wishes->count; i++) {
        if (chosen[i]) {
            taken[wishes->list[i].bank] |= UINT64_C(1) << broadcasts;
            serve(map, &wishes->list[i], first + broadcasts++, wishes->list[i].lanes);
        }
    }
    for (unsigned i = 0; i < wishes->count; i++) {
        uint64_t *const mine = &taken[wishes->list[i].bank];

        for (unsigned lane = 0; !chosen[i] && lane < CLSMEM_MAX_LANES; lane++) {
            unsigned pass = 0;

            if ((wishes->list[i].lanes >> lane & 1) == 0)
                continue;
            while ((*mine >> pass & 1) != 0)
                pass++;
            *mine |= UINT64_C(1) << pass;
            serve(map, &wishes->list[i], first + pass, UINT64_C(1) << lane);
        }
    }
}

void clsmem_bank_map_add(struct clsmem_bank_map *map, const struct clsmem_bank_split *split,
                         enum clsmem_bank_share share, const uint32_t *addresses, uint64_t lanes, unsigned first)
{
    struct wishes wishes;
    const bool shared = share != CLSMEM_SHARE_NOTHING;

    collect(&wishes, split, addresses, lanes, shared);
    if (share == CLSMEM_SHARE_ONE_WORD)
        serve_one_word(map, split, &wishes, first);
    else
        serve_keys(map, &wishes, first, shared);
}

unsigned clsmem_bank_one_word_passes(const struct clsmem_bank_split *split, const uint32_t *addresses, unsigned count)
{
    struct wishes wishes;
    bool chosen[CLSMEM_MAX_SERVICES];

    collect(&wishes, split, addresses, clsmem_bank_lanes(count), true);
    return one_word_passes(split, &wishes, chosen);
}
