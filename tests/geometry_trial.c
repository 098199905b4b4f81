/* Devices on trial: times by the bank model, with what real times have beside it. */
#include "geometry_trial.h"

#include <math.h>
#include <string.h>

#include "expect.h"

static uint64_t next_bits(uint64_t *state)
{
    uint64_t bits = *state += UINT64_C(0x9e3779b97f4a7c15);

    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

/* Above 0, below 1. */
static double next_part(uint64_t *state)
{
    return ((double)(next_bits(state) >> 11) + 0.5) / 9007199254740992.0;
}

static double next_normal(uint64_t *state)
{
    const double radius = sqrt(-2 * log(next_part(state)));

    return radius * cos(6.283185307179586 * next_part(state));
}

struct trial_device trial_device_of(const struct clsmem_bank_class *bank_class, double noise, uint64_t seed)
{
    static const double bases[] = { 0, 2, 26, 4 };

    return (struct trial_device){
        .bank_class = bank_class,
        .floor_degree = seed % 2 ? 3.2 : 1,
        .base = bases[seed / 2 % 4],
        .per_pass = 1 + 0.37 * (double)(seed / 8 % 3),
        .noise = noise,
        .wild = 0.02,
        .clock_step = seed / 2 % 3 == 1 ? 0.005 : 0,
        .seed = seed,
    };
}

/* Whether a cache has a reason to be slower. */
static bool is_dear_stride(const struct clsmem_timing *row, uint64_t seed)
{
    return row->pattern == CLSMEM_PATTERN_STRIDE && row->a >= 16u << seed % 4 && (row->a & (row->a - 1)) == 0;
}

static double ideal_time(const struct trial_device *device, const struct clsmem_timings *timings,
                         const struct clsmem_timing *row, unsigned least_ideal)
{
    const struct clsmem_bank_access access = clsmem_timing_access(timings, row);
    const struct clsmem_bank_cost cost = clsmem_bank_cost(device->bank_class, &access, NULL);
    const double floor = device->base + device->per_pass * device->floor_degree * least_ideal;
    const double time = device->base + device->per_pass * cost.passes;

    if (!clsmem_bank_class_has_banks(device->bank_class))
        return (device->base + device->per_pass) * (is_dear_stride(row, device->seed) ? 1.3 : 1);
    return !cost.known ? NAN : time > floor ? time : floor;
}

/* Of the operation and width, where pairs agree or not. */
static unsigned least_ideal_of(const struct trial_device *device, const struct clsmem_timings *timings,
                               const struct clsmem_timing *like)
{
    unsigned least = 0;

    for (size_t i = 0; i < timings->count; i++) {
        const struct clsmem_bank_access access = clsmem_timing_access(timings, &timings->rows[i]);

        if (access.op == like->op && access.bytes == like->bytes) {
            const unsigned ideal = clsmem_bank_cost(device->bank_class, &access, NULL).ideal;

            least = least == 0 || ideal < least ? ideal : least;
        }
    }
    return least;
}

double trial_noise(double noise, double wild, uint64_t *state)
{
    double factor = 1 + noise * next_normal(state);

    factor = factor < 0.05 ? 0.05 : factor;
    if (next_part(state) < wild)
        factor *= 1.5 + 2.5 * next_part(state);
    return factor;
}

void trial_take_times(const struct trial_device *device, struct clsmem_timings *timings)
{
    uint64_t state = device->seed * 977 + 1;
    unsigned least_ideal = 0;

    for (size_t i = 0; i < timings->count; i++) {
        struct clsmem_timing *const row = &timings->rows[i];
        const double factor = trial_noise(device->noise, device->wild, &state);

        if (i == 0 || row->op != row[-1].op || row->bytes != row[-1].bytes)
            least_ideal = least_ideal_of(device, timings, row);
        row->doubt = device->seed % 3 == 1 ? 1.96 * device->noise : 0;
        row->time = ideal_time(device, timings, row, least_ideal) * factor;
        if (device->clock_step > 0) {
            const double step = device->clock_step * (device->base + device->per_pass);

            row->time = round(row->time / step) * step;
        }
    }
}

static struct kept {
    struct clsmem_timings timings;
    struct clsmem_geometry_model model;
    bool is_made;
} kept[CLSMEM_MAX_LANES + 1][2];

struct clsmem_geometry_model *trial_model(unsigned lanes, enum clsmem_timing_scale scale,
                                          struct clsmem_timings **timings)
{
    struct kept *const mine = &kept[lanes][scale];

    if (!mine->is_made) {
        if (clsmem_timings_make(lanes, 48 << 10, scale, &mine->timings) != CLSMEM_OK ||
            clsmem_geometry_model_make(&mine->timings, &mine->model) != CLSMEM_OK)
            return NULL;
        mine->is_made = true;
    }
    *timings = &mine->timings;
    return &mine->model;
}

void trial_release_all(void)
{
    for (size_t lanes = 0; lanes <= CLSMEM_MAX_LANES; lanes++) {
        for (size_t scale = 0; scale < 2; scale++) {
            clsmem_geometry_model_release(&kept[lanes][scale].model);
            clsmem_timings_release(&kept[lanes][scale].timings);
            kept[lanes][scale].is_made = false;
        }
    }
}

size_t trial_wrong_rows(const struct clsmem_timings *timings, const struct clsmem_geometry_rule *rule,
                        const struct clsmem_bank_class *bank_class)
{
    const struct clsmem_bank_class found = {
        .name = "found", .lanes = timings->lanes, .rules = &rule->rule, .rule_count = 1
    };
    size_t wrong = 0;

    for (size_t i = 0; i < timings->count; i++) {
        const struct clsmem_bank_access access = clsmem_timing_access(timings, &timings->rows[i]);

        if (access.op == rule->op && access.bytes == rule->bytes)
            wrong +=
                clsmem_bank_cost(&found, &access, NULL).passes != clsmem_bank_cost(bank_class, &access, NULL).passes;
    }
    return wrong;
}

size_t trial_wrong_rules(const struct clsmem_timings *timings, const struct clsmem_geometry *geometry,
                         const struct clsmem_bank_class *bank_class)
{
    size_t wrong = 0;

    for (size_t i = 0; i < geometry->rule_count; i++)
        wrong += geometry->rules[i].known && trial_wrong_rows(timings, &geometry->rules[i], bank_class) > 0;
    return wrong;
}

size_t trial_known_rules(const struct clsmem_geometry *geometry)
{
    size_t known = 0;

    for (size_t i = 0; i < geometry->rule_count; i++)
        known += geometry->rules[i].known;
    return known;
}

const struct clsmem_geometry_rule *trial_rule(const struct clsmem_geometry *geometry, enum clsmem_bank_op op,
                                              unsigned bytes)
{
    for (size_t i = 0; i < geometry->rule_count; i++)
        if (geometry->rules[i].op == op && geometry->rules[i].bytes == bytes)
            return &geometry->rules[i];
    return NULL;
}

bool trial_is_best(const struct clsmem_geometry *geometry, const struct clsmem_bank_class *bank_class)
{
    for (size_t i = 0; i < geometry->best_count; i++)
        if (geometry->best[i] == bank_class)
            return true;
    return false;
}

void trial_note(const struct clsmem_geometry *geometry)
{
    expect_note("%s: %s; best %s (%zu alike), runner-up %s, %.1f behind",
                clsmem_geometry_verdict_word(geometry->verdict), geometry->reason,
                geometry->best_count ? geometry->best[0]->name : "-", geometry->best_count,
                geometry->runner_up ? geometry->runner_up->name : "-", geometry->behind);
    for (size_t i = 0; i < geometry->rule_count; i++) {
        const struct clsmem_geometry_rule *const rule = &geometry->rules[i];

        expect_note(
            "  %s of %u: %s, %u banks of %u (%u), share %u, %u groups, the first %#llx, merged %u; misfit %.4f, "
            "margin %.1f, max(%.2f, %.2f + %.2f n) %s",
            clsmem_bank_op_word(rule->op), rule->bytes, rule->known ? "known" : "not known", rule->rule.geometry.banks,
            rule->rule.geometry.bank_bytes, rule->rule.geometry.row_bytes, (unsigned)rule->rule.share,
            rule->groups.count, (unsigned long long)rule->groups.lanes[0], rule->rule.merged ? rule->merged.count : 0,
            rule->misfit, rule->margin, rule->floor, rule->base, rule->per_pass, rule->reason);
    }
}
