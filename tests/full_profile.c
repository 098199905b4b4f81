/* A profile that has something in every field. */
#include "full_profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

struct clsmem_device_info full_profile_info(void)
{
    struct clsmem_device_info info = { .clock_mhz = 1980, .type = CL_DEVICE_TYPE_GPU };

    strcpy(info.name, "Wonder 9 (TM)");
    strcpy(info.vendor, "Makers, Inc.");
    strcpy(info.driver, "570.1");
    strcpy(info.version, "OpenCL 3.0");
    strcpy(info.platform_name, "Makers OpenCL");
    info.limits.compute_units = 132;
    info.limits.local_bytes = 49152;
    info.limits.local_is_global = true;
    return info;
}

static void set_rule(struct clsmem_geometry_rule *rule, enum clsmem_bank_op op, unsigned bytes,
                     const struct clsmem_bank_class *like)
{
    const struct clsmem_bank_rule *const from = clsmem_bank_class_rule(like, op, bytes);

    *rule = (struct clsmem_geometry_rule){ .op = op, .bytes = bytes, .known = true, .rule = *from, .rows = 812 };
    rule->rule.ops = 1u << op;
    rule->rule.least_bytes = rule->rule.most_bytes = bytes;
    rule->groups = *from->groups;
    rule->rule.groups = &rule->groups;
    if (from->merged) {
        rule->merged = *from->merged;
        rule->rule.merged = &rule->merged;
    }
    rule->misfit = 0.0125;
    rule->runner_up_misfit = NAN;
    rule->margin = 1234.5;
    rule->floor = 2.25;
    rule->base = 27.5;
    rule->per_pass = 2.0;
}

static void set_geometry(struct clsmem_profile *profile, const char *class_name)
{
    const struct clsmem_bank_class *const like = clsmem_bank_class_find(class_name);
    struct clsmem_geometry *const geometry = &profile->geometry;

    profile->has_geometry = true;
    profile->probes[CLSMEM_PROBE_BANKS].end = CLSMEM_PROBE_OK;
    *geometry = (struct clsmem_geometry){ .verdict = CLSMEM_GEOMETRY_BANKS, .lanes = like->lanes, .spread = 31.5 };
    strcpy(geometry->reason, "times grow with the passes");
    set_rule(&geometry->rules[0], CLSMEM_LOAD, 4, like);
    set_rule(&geometry->rules[1], CLSMEM_LOAD, 16, like);
    set_rule(&geometry->rules[2], CLSMEM_STORE, 4, like);
    geometry->rules[3] =
        (struct clsmem_geometry_rule){ .op = CLSMEM_ATOMIC, .bytes = 4, .misfit = NAN, .margin = NAN, .rows = 3 };
    strcpy(geometry->rules[3].reason, "too few rows");
    geometry->rule_count = 4;
    geometry->best[0] = like;
    geometry->best_count = 1;
    geometry->runner_up = clsmem_bank_class_find("rdna4");
    geometry->best_misfit = 0.01;
    geometry->runner_up_misfit = 0.5;
    geometry->behind = 412.25;
}

const struct clsmem_figure full_profile_figures[2] = {
    { CLSMEM_PROBE_LATENCY, "latency", "load4", 0, "cycles", 28, 27.875, 28.125 },
    { CLSMEM_PROBE_BARRIER, "barrier", "", 256, "ns", 12.5, NAN, NAN },
};

void full_profile_make(struct clsmem_profile *profile, const char *class_name)
{
    const struct clsmem_device_info info = full_profile_info();

    clsmem_profile_begin(&info, profile);
    profile->is_cpu = true;
    profile->lanes_said = 32;
    profile->quick = true;
    strcpy(profile->made, "2026-11-30T09:10:35Z");
    strcpy(profile->tool, "0.1.0 (abc)");
    profile->clock = (struct clsmem_probe_clock){ CLSMEM_CLOCK_COARSE, 1000, "steps by \"1\" us", "%clock64", 1.755 };
    for (size_t i = 0; i < CLSMEM_PROBE_COUNT; i++) {
        profile->probes[i].end = (enum clsmem_probe_end)(i % (CLSMEM_PROBE_DEADLINE + 1));
        snprintf(profile->probes[i].reason, sizeof profile->probes[i].reason, "reason %zu", i);
        profile->probes[i].seconds = 0.5 + (double)i;
    }
    for (size_t i = 0; i < 2; i++)
        EXPECT_EQ_INT(clsmem_profile_add(profile, &full_profile_figures[i]), CLSMEM_OK);
    set_geometry(profile, class_name);
}

void full_profile_set_timings(struct clsmem_profile *profile)
{
    struct clsmem_timings *const timings = &profile->timings;

    *timings = (struct clsmem_timings){ .lanes = 8, .pitch_bytes = 512, .in_cycles = true, .count = 2 };
    timings->rows = calloc(2, sizeof *timings->rows);
    timings->rows[0] =
        (struct clsmem_timing){ .op = CLSMEM_COMPARE, .bytes = 4, .pattern = CLSMEM_PATTERN_RUNS, .a = 3, .b = 8 };
    timings->rows[0].time = 33.5;
    timings->rows[0].doubt = 0.0005;
    timings->rows[1] = (struct clsmem_timing){ .op = CLSMEM_LOAD, .bytes = 12, .a = 12, .time = NAN };
    for (unsigned lane = 0; lane < 8; lane++) {
        timings->rows[0].addresses[lane] = lane / 3 * 8;
        timings->rows[1].addresses[lane] = 12 * lane;
    }
}
