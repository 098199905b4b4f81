/*
 * Lane groups: the usual ones, and those that the times themselves speak for. Lane numbers are vectors of bits. Where a
 * group is a subspace and the others are its cosets, a SPLIT by a puts all lanes of each group into one half when a is
 * orthogonal to the subspace, and else half of them into each. So the SPLITs that cost most form a subspace, too, and its
 * orthogonal complement is the group of lane 0.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bank_class_bits.h"
#include "geometry_model.h"
#include "jump.h"

bool clsmem_groups_equal(const struct clsmem_lane_groups *one, const struct clsmem_lane_groups *other)
{
    if (one->count != other->count)
        return false;
    for (unsigned i = 0; i < one->count; i++)
        if (one->lanes[i] != other->lanes[i])
            return false;
    return true;
}

struct clsmem_lane_groups clsmem_groups_cut(const struct clsmem_lane_groups *groups, unsigned lanes)
{
    struct clsmem_lane_groups left = { 0 };

    for (unsigned i = 0; i < groups->count; i++)
        if ((groups->lanes[i] & clsmem_bank_lanes(lanes)) != 0)
            left.lanes[left.count++] = groups->lanes[i] & clsmem_bank_lanes(lanes);
    return left;
}

static void add_set(struct clsmem_geometry_model *model, const struct clsmem_lane_groups *groups)
{
    for (size_t i = 0; i < model->set_count; i++)
        if (clsmem_groups_equal(&model->sets[i], groups))
            return;
    if (model->set_count < CLSMEM_GEOMETRY_MAX_SETS)
        model->sets[model->set_count++] = *groups;
}

void clsmem_groups_usual(struct clsmem_geometry_model *model, unsigned lanes)
{
    static const unsigned runs[] = { 32, 16, 8, 64, 4 };
    size_t class_count;
    const struct clsmem_bank_class *const classes = clsmem_bank_classes(&class_count);

    model->set_count = 0;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct clsmem_lane_groups groups = { .count = CLSMEM_MAX_LANES / runs[i] };

        for (unsigned g = 0; g < groups.count; g++)
            groups.lanes[g] = clsmem_bank_lanes(runs[i]) << g * runs[i] % CLSMEM_MAX_LANES;
        groups = clsmem_groups_cut(&groups, lanes);
        add_set(model, &groups);
    }
    for (size_t c = 0; c < class_count; c++) {
        for (size_t r = 0; r < classes[c].rule_count; r++) {
            const struct clsmem_lane_groups groups = clsmem_groups_cut(classes[c].rules[r].groups, lanes);

            add_set(model, &groups);
        }
    }
}

bool clsmem_groups_join(const struct clsmem_lane_groups *groups, struct clsmem_lane_groups *joined)
{
    *joined = (struct clsmem_lane_groups){ .count = (groups->count + 1) / 2 };
    for (unsigned i = 0; i < groups->count; i++)
        joined->lanes[i / 2] |= groups->lanes[i];
    return groups->count > 1;
}

/* Every member with the bits of `vector` turned. */
static uint64_t moved(uint64_t set, unsigned vector)
{
    uint64_t result = 0;

    for (; set != 0; set &= set - 1)
        result |= UINT64_C(1) << (clsmem_bank_log2(set) ^ vector);
    return result;
}

#define SUBSPACE_SLOTS 8192 /* six bits have 2825 subspaces */

static bool is_new(uint64_t *slots, uint64_t set)
{
    size_t at = (size_t)(set * UINT64_C(0x9e3779b97f4a7c15) >> 51);

    /* No subspace is the empty set. */
    while (slots[at] != 0 && slots[at] != set)
        at = (at + 1) % SUBSPACE_SLOTS;
    if (slots[at] == set)
        return false;
    slots[at] = set;
    return true;
}

/* Each subspace is one of a dimension less and another vector. */
enum clsmem_status clsmem_groups_subspaces(struct clsmem_geometry_model *model, unsigned lanes)
{
    enum clsmem_status status = CLSMEM_OK;
    uint64_t *slots = NULL;

    CHECK_ALLOC(slots, SUBSPACE_SLOTS * sizeof *slots);
    CHECK_ALLOC(model->subspaces, SUBSPACE_SLOTS * sizeof *model->subspaces);
    memset(slots, 0, SUBSPACE_SLOTS * sizeof *slots);
    is_new(slots, 1);
    model->subspaces[0] = 1;
    model->subspace_count = 1;
    for (size_t i = 0; i < model->subspace_count; i++) {
        for (unsigned vector = 1; vector < lanes; vector++) {
            const uint64_t larger = model->subspaces[i] | moved(model->subspaces[i], vector);

            if (larger != model->subspaces[i] && is_new(slots, larger))
                model->subspaces[model->subspace_count++] = larger;
        }
    }
out:
    free(slots);
    return status;
}

/* The cosets of all vectors that are orthogonal to every member. */
static void groups_orthogonal_to(uint64_t subspace, unsigned lanes, struct clsmem_lane_groups *groups)
{
    uint64_t group = 0, left = clsmem_bank_lanes(lanes);

    for (unsigned lane = 0; lane < lanes; lane++) {
        bool all = true;

        for (uint64_t members = subspace; members != 0; members &= members - 1)
            all &= clsmem_bank_count(lane & clsmem_bank_log2(members)) % 2 == 0;
        group |= (uint64_t)all << lane;
    }
    *groups = (struct clsmem_lane_groups){ 0 };
    while (left != 0) {
        groups->lanes[groups->count] = moved(group, clsmem_bank_log2(left));
        left &= ~groups->lanes[groups->count++];
    }
}

/* How far the logarithms are from two levels, the higher one within the subspace; HUGE_VAL where it is not higher. */
static double distance_from(uint64_t subspace, uint64_t measured, const double *logarithms)
{
    double sum[2] = { 0 }, squares[2] = { 0 };
    unsigned count[2] = { 0 };

    for (uint64_t left = measured; left != 0; left &= left - 1) {
        const unsigned a = clsmem_bank_log2(left);
        const unsigned in = (unsigned)(subspace >> a & 1);

        sum[in] += logarithms[a];
        squares[in] += logarithms[a] * logarithms[a];
        count[in]++;
    }
    if (count[0] > 0 && count[1] > 0 && sum[1] / count[1] < sum[0] / count[0] + 0.05)
        return HUGE_VAL;
    return (count[0] ? squares[0] - sum[0] * sum[0] / count[0] : 0) +
           (count[1] ? squares[1] - sum[1] * sum[1] / count[1] : 0);
}

/* Rows may be from anywhere: what they say of themselves counts only where it is so. */
static bool is_row_of(const struct clsmem_geometry_model *model, const struct clsmem_timing *row,
                      enum clsmem_pattern pattern)
{
    return row->pattern == pattern && clsmem_timing_is_pattern(model->timings, row);
}

bool clsmem_groups_of_splits(const struct clsmem_geometry_model *model, const struct clsmem_access_model *access,
                             const double *times, enum clsmem_pattern pattern, struct clsmem_lane_groups *groups)
{
    double logarithms[CLSMEM_MAX_LANES] = { 0 }, best = HUGE_VAL;
    uint64_t measured = 0, subspace = 0;
    const unsigned fixed = pattern == CLSMEM_PATTERN_SPLIT_1 ? 1 : pattern == CLSMEM_PATTERN_SPLIT_2 ? 2 : 0;

    for (size_t i = 0; i < access->row_count; i++) {
        if (times[i] > 0 && is_row_of(model, access->rows[i], pattern)) {
            logarithms[access->rows[i]->a] = log(times[i]);
            measured |= UINT64_C(1) << access->rows[i]->a;
        }
    }
    for (size_t i = 0; i < model->subspace_count; i++) {
        double distance = HUGE_VAL;
        uint64_t outside = 0; /* of the halves that keep pairs together */

        for (uint64_t left = model->subspaces[i]; left != 0; left &= left - 1)
            outside |= clsmem_bank_log2(left) & fixed;
        if (outside == 0)
            distance = distance_from(model->subspaces[i], measured, logarithms);
        if (distance < best) {
            best = distance;
            subspace = model->subspaces[i];
        }
    }
    if (subspace == 0)
        return false;
    groups_orthogonal_to(subspace, model->timings->lanes, groups);
    return true;
}

/* Where the cheap ones end: the largest step between neighbours, relative to the time; 0 where none is large. */
static double cheap_until(double *sorted, size_t count)
{
    double step = 0.05, until = 0;

    for (size_t i = count / 20; i + 1 + count / 20 < count; i++) {
        if (sorted[i + 1] / sorted[i] - 1 > step) {
            step = sorted[i + 1] / sorted[i] - 1;
            until = (sorted[i] + sorted[i + 1]) / 2;
        }
    }
    return until;
}

/* Lane by lane: with the first one of a group go those that are dear with it, but for whom most of these disown. */
static void gather_groups(const uint64_t dear[CLSMEM_MAX_LANES], unsigned lanes, struct clsmem_lane_groups *groups)
{
    uint64_t left = clsmem_bank_lanes(lanes);

    *groups = (struct clsmem_lane_groups){ 0 };
    while (left != 0) {
        const unsigned first = clsmem_bank_log2(left);
        const uint64_t near = (dear[first] | UINT64_C(1) << first) & left;
        uint64_t group = UINT64_C(1) << first;

        for (unsigned lane = first + 1; lane < lanes; lane++)
            if ((left >> lane & 1) != 0 && 2 * clsmem_bank_count(dear[lane] & near) >= clsmem_bank_count(near) &&
                (clsmem_bank_count(near) > 2 || (near >> lane & 1) != 0))
                group |= UINT64_C(1) << lane;
        groups->lanes[groups->count++] = group;
        left &= ~group;
    }
}

bool clsmem_groups_of_pairs(const struct clsmem_geometry_model *model, const struct clsmem_access_model *access,
                            const double *times, struct clsmem_lane_groups *groups)
{
    const unsigned lanes = model->timings->lanes;
    double sorted[CLSMEM_MAX_LANES * CLSMEM_MAX_LANES / 2], until;
    uint64_t dear[CLSMEM_MAX_LANES] = { 0 };
    size_t count = 0;

    for (size_t i = 0; i < access->row_count; i++)
        if (times[i] > 0 && count < sizeof sorted / sizeof *sorted &&
            is_row_of(model, access->rows[i], CLSMEM_PATTERN_PAIR))
            sorted[count++] = times[i];
    if (count < (size_t)lanes * (lanes - 1) / 2)
        return false; /* groups that are no subspaces need every pair */
    qsort(sorted, count, sizeof *sorted, clsmem_fit_compare);
    until = cheap_until(sorted, count);
    if (until == 0)
        return false;
    for (size_t i = 0; i < access->row_count; i++) {
        const struct clsmem_timing *const row = access->rows[i];

        if (times[i] > until && is_row_of(model, row, CLSMEM_PATTERN_PAIR)) {
            dear[row->a] |= UINT64_C(1) << row->b;
            dear[row->b] |= UINT64_C(1) << row->a;
        }
    }
    gather_groups(dear, lanes, groups);
    return true;
}
