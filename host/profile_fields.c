/* The fields of a profile's file. bench/profile.schema.json says the same. */
#include "profile_json.h"

#define WORD(name, word) word,
#define PROBE_WORD(name, word, what) word,
static const char *const op_words[] = { CLSMEM_BANK_OPS(WORD) NULL };
static const char *const clock_words[] = { CLSMEM_CLOCK_VERDICTS(WORD) NULL };
static const char *const end_words[] = { CLSMEM_PROBE_ENDS(WORD) NULL };
static const char *const verdict_words[] = { CLSMEM_GEOMETRY_VERDICTS(WORD) NULL };
static const char *const pattern_words[] = { CLSMEM_PATTERNS(WORD) NULL };
static const char *const probe_words[] = { CLSMEM_PROBES(PROBE_WORD) NULL };
#undef PROBE_WORD
#undef WORD

#define END                                                                                                           \
    {                                                                                                                 \
        .key = NULL                                                                                                   \
    }

static const struct clsmem_field device_fields[] = {
    CLSMEM_FIELD(clsmem_profile, TEXT, "name", device),
    CLSMEM_FIELD(clsmem_profile, TEXT, "vendor", vendor),
    CLSMEM_FIELD(clsmem_profile, TEXT, "driver", driver),
    CLSMEM_FIELD(clsmem_profile, TEXT, "version", version),
    CLSMEM_FIELD(clsmem_profile, TEXT, "platform", platform),
    CLSMEM_FIELD(clsmem_profile, COUNT, "compute_units", compute_units),
    CLSMEM_FIELD(clsmem_profile, COUNT, "clock_mhz", clock_mhz),
    CLSMEM_FIELD(clsmem_profile, BYTES, "local_bytes", local_bytes),
    CLSMEM_FIELD(clsmem_profile, FLAG, "is_cpu", is_cpu),
    CLSMEM_FIELD(clsmem_profile, FLAG, "local_is_global", local_is_global),
    CLSMEM_FIELD(clsmem_profile, COUNT, "lanes_said", lanes_said),
    END,
};

static const struct clsmem_field clock_fields[] = {
    CLSMEM_WORD_FIELD(clsmem_profile, "event", clock.event, clock_words),
    CLSMEM_FIELD(clsmem_profile, REAL, "event_step_ns", clock.event_step_ns),
    CLSMEM_FIELD(clsmem_profile, TEXT, "event_reason", clock.event_reason),
    CLSMEM_FIELD(clsmem_profile, TEXT, "counter", clock.counter),
    CLSMEM_FIELD(clsmem_profile, REAL, "cycles_per_ns", clock.cycles_per_ns),
    END,
};

const struct clsmem_field clsmem_profile_fields[] = {
    CLSMEM_FIELD(clsmem_profile, TEXT, "tool", tool),   CLSMEM_FIELD(clsmem_profile, TEXT, "made", made),
    CLSMEM_FIELD(clsmem_profile, FLAG, "quick", quick), CLSMEM_OBJECT_FIELD("device", device_fields),
    CLSMEM_OBJECT_FIELD("clock", clock_fields),         END,
};

const struct clsmem_field clsmem_profile_state_fields[] = {
    CLSMEM_WORD_FIELD(clsmem_probe_state, "end", end, end_words),
    CLSMEM_FIELD(clsmem_probe_state, TEXT, "reason", reason),
    CLSMEM_FIELD(clsmem_probe_state, REAL, "seconds", seconds),
    END,
};

const struct clsmem_field clsmem_profile_figure_fields[] = {
    CLSMEM_WORD_FIELD(clsmem_figure, "probe", probe, probe_words),
    CLSMEM_FIELD(clsmem_figure, TEXT, "quantity", quantity),
    CLSMEM_FIELD(clsmem_figure, TEXT, "of", of),
    CLSMEM_FIELD(clsmem_figure, COUNT, "at", at),
    CLSMEM_FIELD(clsmem_figure, TEXT, "unit", unit),
    CLSMEM_FIELD(clsmem_figure, REAL, "value", value),
    CLSMEM_FIELD(clsmem_figure, REAL, "low", low),
    CLSMEM_FIELD(clsmem_figure, REAL, "high", high),
    END,
};

const struct clsmem_field clsmem_profile_geometry_fields[] = {
    CLSMEM_WORD_FIELD(clsmem_geometry, "verdict", verdict, verdict_words),
    CLSMEM_FIELD(clsmem_geometry, TEXT, "reason", reason),
    CLSMEM_FIELD(clsmem_geometry, COUNT, "lanes", lanes),
    CLSMEM_FIELD(clsmem_geometry, REAL, "spread", spread),
    CLSMEM_FIELD(clsmem_geometry, REAL, "best_misfit", best_misfit),
    CLSMEM_FIELD(clsmem_geometry, REAL, "runner_up_misfit", runner_up_misfit),
    CLSMEM_FIELD(clsmem_geometry, REAL, "behind", behind),
    END,
};

const struct clsmem_field clsmem_profile_rule_fields[] = {
    CLSMEM_WORD_FIELD(clsmem_geometry_rule, "op", op, op_words),
    CLSMEM_FIELD(clsmem_geometry_rule, COUNT, "bytes", bytes),
    CLSMEM_FIELD(clsmem_geometry_rule, FLAG, "known", known),
    CLSMEM_FIELD(clsmem_geometry_rule, TEXT, "reason", reason),
    CLSMEM_FIELD(clsmem_geometry_rule, REAL, "misfit", misfit),
    CLSMEM_FIELD(clsmem_geometry_rule, REAL, "runner_up_misfit", runner_up_misfit),
    CLSMEM_FIELD(clsmem_geometry_rule, REAL, "margin", margin),
    CLSMEM_FIELD(clsmem_geometry_rule, REAL, "floor", floor),
    CLSMEM_FIELD(clsmem_geometry_rule, REAL, "base", base),
    CLSMEM_FIELD(clsmem_geometry_rule, REAL, "per_pass", per_pass),
    CLSMEM_FIELD(clsmem_geometry_rule, BYTES, "rows", rows),
    END,
};

const struct clsmem_field clsmem_profile_timings_fields[] = {
    CLSMEM_FIELD(clsmem_timings, COUNT, "lanes", lanes),
    CLSMEM_FIELD(clsmem_timings, COUNT, "pitch_bytes", pitch_bytes),
    CLSMEM_FIELD(clsmem_timings, FLAG, "in_cycles", in_cycles),
    END,
};

const struct clsmem_field clsmem_profile_timing_fields[] = {
    CLSMEM_WORD_FIELD(clsmem_timing, "op", op, op_words),
    CLSMEM_FIELD(clsmem_timing, COUNT, "bytes", bytes),
    CLSMEM_WORD_FIELD(clsmem_timing, "pattern", pattern, pattern_words),
    CLSMEM_FIELD(clsmem_timing, COUNT, "a", a),
    CLSMEM_FIELD(clsmem_timing, COUNT, "b", b),
    CLSMEM_FIELD(clsmem_timing, REAL, "time", time),
    CLSMEM_FIELD(clsmem_timing, REAL, "doubt", doubt),
    END,
};
