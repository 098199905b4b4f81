/* The bank model: against hardware counters, against a second way to compute it, and the laws that it must keep. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "clsmem/bank.h"
#include "clsmem/bank_oracle.h"
#include "expect.h"

#define ALL UINT64_MAX

static const unsigned widths[] = { 1, 2, 4, 8, 16 };
static const enum clsmem_bank_op ops[] = { CLSMEM_LOAD, CLSMEM_STORE, CLSMEM_ATOMIC };

static uint32_t random_state;

static uint32_t random_number(void)
{
    random_state = random_state * 1664525 + 1013904223;
    return random_state >> 8;
}

/* Of one kind in eight: random, near each other, a stride, pairs, few words, one bank, far apart, all the same. */
static void random_addresses(unsigned kind, unsigned bytes, uint32_t *addresses)
{
    const uint32_t stride = random_number() % 300, start = random_number() % 4096;

    for (uint32_t l = 0; l < CLSMEM_MAX_LANES; l++) {
        const uint32_t index[] = { random_number() % 4096,       start + random_number() % 64,
                                   start + stride * l,           start + stride * (l >> kind / 8 % 2 & ~1u),
                                   random_number() % 4,          start + 64 * (random_number() % 40),
                                   random_number() % (1u << 20), start };

        addresses[l] = index[kind % 8] * bytes;
    }
}

static uint64_t random_mask(void)
{
    const uint64_t mask = (uint64_t)random_number() << 40 ^ (uint64_t)random_number() << 20 ^ random_number();

    return random_number() % 4 == 0 ? mask : ALL;
}

/* Calls `expect` for many accesses of every class, operation and width that the class knows. */
static void for_many(void (*expect)(const struct clsmem_bank_class *, const struct clsmem_bank_access *))
{
    size_t count;
    const struct clsmem_bank_class *const classes = clsmem_bank_classes(&count);
    uint32_t addresses[CLSMEM_MAX_LANES];

    random_state = 1;
    for (size_t i = 0; i < count; i++) {
        for (unsigned kind = 0; kind < 160; kind++) {
            const unsigned bytes = widths[random_number() % 5];
            const enum clsmem_bank_op op = ops[kind / 8 % 3];
            const struct clsmem_bank_access access = { op, bytes, classes[i].lanes, random_mask(), addresses };

            random_addresses(kind, bytes, addresses);
            if (clsmem_bank_class_rule(&classes[i], op, bytes))
                expect(&classes[i], &access);
        }
    }
}

static void note_access(const struct clsmem_bank_class *bank_class, const struct clsmem_bank_access *access)
{
    expect_note("%s, %s of %u bytes, mask %llx, lanes 0 to 3 at %lu %lu %lu %lu", bank_class->name,
                clsmem_bank_op_word(access->op), access->bytes, (unsigned long long)access->active,
                (unsigned long)access->addresses[0], (unsigned long)access->addresses[1],
                (unsigned long)access->addresses[2], (unsigned long)access->addresses[3]);
}

struct tally {
    const struct clsmem_bank_class *bank_class;
    size_t rows, agree;
};

static void tally_row(const struct clsmem_bank_oracle_row *row, void *context)
{
    struct tally *const tally = context;
    const struct clsmem_bank_cost cost = clsmem_bank_cost(tally->bank_class, &row->access, NULL);

    tally->rows++;
    tally->agree += clsmem_bank_oracle_agrees(row, &cost);
}

#define WAVEFRONTS CLSMEM_TEST_DIR "/oracles/nvidia_cc90_wavefronts.tsv"

static void every_counted_access_of_compute_capability_90_agrees(void)
{
    struct tally tally = { clsmem_bank_class_find("nv_cc5plus"), 0, 0 };

    EXPECT_EQ_INT(clsmem_bank_oracle_read(WAVEFRONTS, tally.bank_class, tally_row, &tally), CLSMEM_OK);
    EXPECT_EQ_SIZE(tally.rows, 636);
    EXPECT_EQ_SIZE(tally.agree, 636);
}

/* What would be left of the agreement with another class, or without one of the class's rules. */
static void the_counters_tell_classes_apart(void)
{
    struct tally tally = { clsmem_bank_class_find("rdna4"), 0, 0 };

    EXPECT_EQ_INT(clsmem_bank_oracle_read(WAVEFRONTS, tally.bank_class, tally_row, &tally), CLSMEM_OK);
    EXPECT_EQ_SIZE(tally.rows, 636);
    EXPECT(tally.agree < 636);
}

/* The definition, lane by lane and word by word, without any of the module's shortcuts. */
static unsigned passes_by_definition(const struct clsmem_bank_rule *rule, const struct clsmem_bank_access *access,
                                     uint64_t lanes)
{
    const struct clsmem_bank_geometry *const geometry = &rule->geometry;
    unsigned busiest = 0;

    for (unsigned bank = 0; bank < geometry->banks; bank++) {
        uint32_t rows[CLSMEM_MAX_SERVICES];
        unsigned served = 0;

        for (unsigned lane = 0; lane < access->lanes; lane++) {
            const uint32_t first = access->addresses[lane] / geometry->bank_bytes * geometry->bank_bytes;
            const uint32_t end = access->addresses[lane] + access->bytes;

            for (uint32_t at = first; (lanes >> lane & 1) != 0 && at < end; at += geometry->bank_bytes) {
                unsigned same = 0;

                if (at / geometry->bank_bytes % geometry->banks != bank)
                    continue;
                for (unsigned i = 0; i < served; i++)
                    same += rows[i] == at / geometry->row_bytes;
                if (same == 0 || rule->share == CLSMEM_SHARE_NOTHING)
                    rows[served++] = at / geometry->row_bytes;
            }
        }
        busiest = served > busiest ? served : busiest;
    }
    return busiest;
}

static void expect_definition(const struct clsmem_bank_class *bank_class, const struct clsmem_bank_access *access)
{
    const struct clsmem_bank_rule *const rule = clsmem_bank_class_rule(bank_class, access->op, access->bytes);
    const struct clsmem_bank_cost cost = clsmem_bank_cost(bank_class, access, NULL);
    const struct clsmem_lane_groups *const groups = cost.merged ? rule->merged : rule->groups;
    const uint64_t active = access->active & (access->lanes == 64 ? ALL : (UINT64_C(1) << access->lanes) - 1);
    unsigned passes = 0, ideal = 0;

    if (rule->share == CLSMEM_SHARE_ONE_WORD || rule->joined > 1)
        return; /* have tests of their own */
    for (unsigned i = 0; i < groups->count; i++) {
        passes += passes_by_definition(rule, access, active & groups->lanes[i]);
        ideal += (active & groups->lanes[i]) != 0;
    }
    if (!EXPECT_EQ_INT(cost.passes, passes) | !EXPECT_EQ_INT(cost.ideal, ideal))
        note_access(bank_class, access);
}

static void costs_are_those_of_the_definition(void)
{
    for_many(expect_definition);
}

static void expect_map(const struct clsmem_bank_class *bank_class, const struct clsmem_bank_access *access)
{
    const struct clsmem_bank_rule *const rule = clsmem_bank_class_rule(bank_class, access->op, access->bytes);
    static struct clsmem_bank_map map;
    const struct clsmem_bank_cost cost = clsmem_bank_cost(bank_class, access, &map);
    unsigned served[CLSMEM_MAX_LANES] = { 0 }, last = 0, wrong = 0, twice = 0;

    for (size_t i = 0; i < map.count; i++) {
        const struct clsmem_bank_service *const service = &map.services[i];

        last = service->pass + 1 > last ? service->pass + 1 : last;
        wrong += service->address / rule->geometry.bank_bytes % rule->geometry.banks != service->bank;
        for (unsigned lane = 0; lane < CLSMEM_MAX_LANES; lane++)
            served[lane] += (unsigned)(service->lanes >> lane & 1);
        for (size_t other = 0; other < i; other++)
            twice +=
                map.services[other].pass == service->pass && map.services[other].bank == service->bank &&
                map.services[other].address / rule->geometry.row_bytes != service->address / rule->geometry.row_bytes;
    }
    for (unsigned lane = 0; lane < access->lanes; lane++) {
        const unsigned words =
            access->bytes > rule->geometry.bank_bytes ? access->bytes / rule->geometry.bank_bytes : 1;

        wrong += served[lane] != ((access->active >> lane & 1) != 0 ? words : 0);
    }
    if (!EXPECT_EQ_INT(wrong, 0) | !EXPECT_EQ_INT(rule->joined > 1 ? 0 : twice, 0) |
        !EXPECT(last == cost.passes || (rule->joined > 1 && last <= cost.passes)))
        note_access(bank_class, access);
}

static void a_map_serves_every_word_of_every_lane_in_as_many_passes_as_the_cost_has(void)
{
    for_many(expect_map);
}

/* Any order of a group's lanes costs the same, since a bank counts words. Here: groups that are runs, reversed. */
static void expect_no_order(const struct clsmem_bank_class *bank_class, const struct clsmem_bank_access *access)
{
    const struct clsmem_bank_rule *const rule = clsmem_bank_class_rule(bank_class, access->op, access->bytes);
    uint32_t moved[CLSMEM_MAX_LANES];
    struct clsmem_bank_access other = *access;

    memcpy(moved, access->addresses, sizeof moved);
    for (unsigned group = 0; group < rule->groups->count; group++) {
        unsigned first = CLSMEM_MAX_LANES, last = 0;

        for (unsigned lane = 0; lane < access->lanes; lane++) {
            if ((rule->groups->lanes[group] >> lane & 1) == 0)
                continue;
            first = first == CLSMEM_MAX_LANES ? lane : first;
            last = lane;
        }
        /* The two ends of every group change places: pairs l, l^1 can break, so classes that merge are left out. */
        if (first < last) {
            moved[first] = access->addresses[last];
            moved[last] = access->addresses[first];
        }
    }
    other.addresses = moved;
    other.active = ALL;

    struct clsmem_bank_access straight = *access;

    straight.active = ALL;

    const struct clsmem_bank_cost before = clsmem_bank_cost(bank_class, &straight, NULL);
    const struct clsmem_bank_cost after = clsmem_bank_cost(bank_class, &other, NULL);

    if (!rule->merged && !EXPECT_EQ_INT(after.passes, before.passes))
        note_access(bank_class, access);
}

static void lanes_of_a_group_may_change_places(void)
{
    for_many(expect_no_order);
}

/* All lanes a whole row further: the same banks. */
static void expect_no_shift(const struct clsmem_bank_class *bank_class, const struct clsmem_bank_access *access)
{
    const struct clsmem_bank_rule *const rule = clsmem_bank_class_rule(bank_class, access->op, access->bytes);
    uint32_t moved[CLSMEM_MAX_LANES];
    struct clsmem_bank_access other = *access;

    for (unsigned lane = 0; lane < CLSMEM_MAX_LANES; lane++)
        moved[lane] = access->addresses[lane] + 7 * rule->geometry.row_bytes;
    other.addresses = moved;

    const struct clsmem_bank_cost before = clsmem_bank_cost(bank_class, access, NULL);
    const struct clsmem_bank_cost after = clsmem_bank_cost(bank_class, &other, NULL);

    if (!EXPECT_EQ_INT(after.passes, before.passes))
        note_access(bank_class, access);
}

static void whole_rows_added_to_all_addresses_change_nothing(void)
{
    for_many(expect_no_shift);
}

/* Without merging, a lane less never costs more; what merging saves can only be lost by a lane more. */
static void expect_fewer(const struct clsmem_bank_class *bank_class, const struct clsmem_bank_access *access)
{
    struct clsmem_bank_access fewer = *access;
    const struct clsmem_bank_cost before = clsmem_bank_cost(bank_class, access, NULL);

    fewer.active &= ~(UINT64_C(1) << random_number() % access->lanes);

    const struct clsmem_bank_cost after = clsmem_bank_cost(bank_class, &fewer, NULL);

    if (!EXPECT(after.passes <= before.passes) | !EXPECT(after.ideal <= before.ideal))
        note_access(bank_class, access);
}

static void a_lane_less_never_costs_more(void)
{
    for_many(expect_fewer);
}

static void expect_bounds(const struct clsmem_bank_class *bank_class, const struct clsmem_bank_access *access)
{
    const struct clsmem_bank_rule *const rule = clsmem_bank_class_rule(bank_class, access->op, access->bytes);
    const struct clsmem_bank_cost cost = clsmem_bank_cost(bank_class, access, NULL);
    const unsigned most = access->lanes * (1 + rule->extra); /* each active lane in a pass of its own, in any bank */

    if (!EXPECT(cost.known && cost.passes >= cost.ideal && cost.passes <= most))
        note_access(bank_class, access);
}

static void passes_lie_between_the_ideal_and_one_a_lane(void)
{
    for_many(expect_bounds);
}

static unsigned greatest_common_divisor(unsigned a, unsigned b)
{
    return b == 0 ? a : greatest_common_divisor(b, a % b);
}

static void the_degree_of_a_stride_is_its_common_divisor_with_the_banks(void)
{
    const struct clsmem_bank_class *const bank_class = clsmem_bank_class_find("nv_cc5plus");
    uint32_t addresses[32];
    const struct clsmem_bank_access access = { CLSMEM_LOAD, 4, 32, ALL, addresses };

    for (unsigned stride = 1; stride <= 200; stride++) {
        for (unsigned lane = 0; lane < 32; lane++)
            addresses[lane] = 4 * stride * lane;

        const struct clsmem_bank_cost cost = clsmem_bank_cost(bank_class, &access, NULL);

        EXPECT_EQ_INT(cost.passes, greatest_common_divisor(stride, 32));
    }
}

/* A constant step modulo 2^32 is no stride: these lanes touch two words. */
static void words_at_the_ends_of_the_address_space_count_once_each(void)
{
    uint32_t addresses[32];
    const struct clsmem_bank_access access = { CLSMEM_LOAD, 4, 32, ALL, addresses };

    for (uint32_t lane = 0; lane < 32; lane++)
        addresses[lane] = lane % 2 << 31;
    EXPECT_EQ_INT(clsmem_bank_cost(clsmem_bank_class_find("nv_cc5plus"), &access, NULL).passes, 2);
}

/* Measured on compute capability 9.0: lane l works on the word or the pair of words number l mod 4. */
static void kinds_of_atomics_cost_what_the_counters_say(void)
{
    static const struct {
        const char *name;
        enum clsmem_bank_op op;
        unsigned bytes, passes, ideal, conflicts;
        bool known;
    } rows[] = {
        { "nv_cc5plus", CLSMEM_ATOMIC, 4, 8, 1, 7, true },
        { "nv_cc5plus", CLSMEM_INCREMENT, 4, 1, 1, 0, true },
        { "nv_cc5plus", CLSMEM_EXCHANGE, 4, 8, 1, 7, true },
        { "nv_cc5plus", CLSMEM_COMPARE, 4, 16, 2, 7, true },
        { "nv_cc5plus", CLSMEM_EXCHANGE, 8, 8, 2, 6, true },
        { "nv_cc5plus", CLSMEM_ATOMIC, 8, 0, 0, 0, false },
        { "nv_cc5plus", CLSMEM_COMPARE, 8, 0, 0, 0, false },
        { "rdna3", CLSMEM_INCREMENT, 4, 8, 1, 7, true }, /* no rule of its own: as any atomic */
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t addresses[32];
        const struct clsmem_bank_access access = { rows[i].op, rows[i].bytes, 32, ALL, addresses };
        struct clsmem_bank_cost cost;

        for (uint32_t lane = 0; lane < 32; lane++)
            addresses[lane] = lane % 4 * rows[i].bytes;
        cost = clsmem_bank_cost(clsmem_bank_class_find(rows[i].name), &access, NULL);
        if (!EXPECT(cost.known == rows[i].known && cost.passes == rows[i].passes && cost.ideal == rows[i].ideal &&
                    cost.conflicts == rows[i].conflicts))
            expect_note("%s %s of %u bytes: %u passes, %u ideal, %u conflicts", rows[i].name,
                        clsmem_bank_op_word(rows[i].op), rows[i].bytes, cost.passes, cost.ideal, cost.conflicts);
    }
}

static void no_active_lane_costs_nothing(void)
{
    static const uint32_t addresses[CLSMEM_MAX_LANES];
    size_t count;
    const struct clsmem_bank_class *const classes = clsmem_bank_classes(&count);

    for (size_t i = 0; i < count; i++) {
        const struct clsmem_bank_access access = { CLSMEM_LOAD, 4, classes[i].lanes, 0, addresses };
        const struct clsmem_bank_cost cost = clsmem_bank_cost(&classes[i], &access, NULL);

        EXPECT_EQ_INT(cost.passes, 0);
        EXPECT_EQ_INT(cost.ideal, 0);
        EXPECT(clsmem_bank_degree(&cost) != clsmem_bank_degree(&cost)); /* NAN */
    }
}

static void expect_refused(const char *name, struct clsmem_bank_access access, const char *text)
{
    static const uint32_t addresses[CLSMEM_MAX_LANES] = { 0, 4, 6 };

    access.addresses = addresses;
    EXPECT_EQ_INT(clsmem_bank_check(clsmem_bank_class_find(name), &access), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), text);
}

static void accesses_that_make_no_sense_are_refused(void)
{
    expect_refused("cdna3", (struct clsmem_bank_access){ CLSMEM_LOAD, 3, 32, 0, NULL }, "width of 3 bytes");
    expect_refused("cdna3", (struct clsmem_bank_access){ CLSMEM_LOAD, 0, 32, 0, NULL }, "width of 0 bytes");
    expect_refused("cdna3", (struct clsmem_bank_access){ CLSMEM_LOAD, 32, 32, 0, NULL }, "width of 32 bytes");
    expect_refused("cdna3", (struct clsmem_bank_access){ CLSMEM_LOAD, 12, 32, 0, NULL }, "no such load");
    expect_refused("cdna4", (struct clsmem_bank_access){ CLSMEM_STORE, 12, 32, 0, NULL }, "no such store");
    expect_refused("cdna3", (struct clsmem_bank_access){ CLSMEM_ATOMIC, 2, 32, 0, NULL }, "atomics are of 4 or 8");
    expect_refused("cdna3", (struct clsmem_bank_access){ CLSMEM_LOAD, 4, 65, 0, NULL }, "65 lanes");
    expect_refused("cdna3", (struct clsmem_bank_access){ CLSMEM_LOAD, 4, 0, 0, NULL }, "0 lanes");
    expect_refused("nv_cc5plus", (struct clsmem_bank_access){ CLSMEM_LOAD, 4, 33, 0, NULL }, "has 1 to 32");
    expect_refused("cdna3", (struct clsmem_bank_access){ CLSMEM_LOAD, 4, 3, 7, NULL }, "lane 2: address 6");
    EXPECT_EQ_INT(clsmem_bank_check(clsmem_bank_class_find("cdna3"),
                                    &(struct clsmem_bank_access){ CLSMEM_LOAD, 4, 3, 3, (uint32_t[]){ 0, 4, 6 } }),
                  CLSMEM_OK);
}

CU_TestInfo bank_tests[] = {
    TEST(every_counted_access_of_compute_capability_90_agrees),
    TEST(the_counters_tell_classes_apart),
    TEST(costs_are_those_of_the_definition),
    TEST(a_map_serves_every_word_of_every_lane_in_as_many_passes_as_the_cost_has),
    TEST(lanes_of_a_group_may_change_places),
    TEST(whole_rows_added_to_all_addresses_change_nothing),
    TEST(a_lane_less_never_costs_more),
    TEST(passes_lie_between_the_ideal_and_one_a_lane),
    TEST(the_degree_of_a_stride_is_its_common_divisor_with_the_banks),
    TEST(words_at_the_ends_of_the_address_space_count_once_each),
    TEST(kinds_of_atomics_cost_what_the_counters_say),
    TEST(no_active_lane_costs_nothing),
    TEST(accesses_that_make_no_sense_are_refused),
    CU_TEST_INFO_NULL,
};
