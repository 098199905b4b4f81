/* The tables of a result file's objects. */
#include "result_read_fields.h"

static const char *const type_words[] = {
#define TYPE_WORD(name, c_word, word, bytes) word,
    CLSMEM_TYPES(TYPE_WORD) NULL
};

static const char *const status_words[] = {
#define STATUS_WORD(name, word) word,
    CLSMEM_STATUSES(STATUS_WORD) NULL
};

#define WORD(name, word) word,
static const char *const clock_words[] = { CLSMEM_CLOCKS(WORD) NULL };
static const char *const clock_verdict_words[] = { CLSMEM_CLOCK_VERDICTS(WORD) NULL };
static const char *const verdict_words[] = { CLSMEM_VERDICTS(WORD) NULL };

#define IN_FILE(kind, key, member) CLSMEM_FIELD(clsmem_results, kind, key, member)

static const struct clsmem_field tool_fields[] = {
    IN_FILE(STRING, "name", tool),
    IN_FILE(STRING, "version", tool_version),
    IN_FILE(STRING, "commit", tool_commit),
    { .key = NULL },
};

static const struct clsmem_field host_fields[] = {
    IN_FILE(STRING, "system", system),
    IN_FILE(STRING, "release", release),
    IN_FILE(STRING, "machine", machine),
    { .key = NULL },
};

const struct clsmem_field clsmem_results_fields[] = {
    CLSMEM_OBJECT_FIELD("tool", tool_fields),
    IN_FILE(STRING, "started", started),
    CLSMEM_OBJECT_FIELD("host", host_fields),
    IN_FILE(FLAG, "complete", complete),
    { .key = NULL },
};

#define IN_RUN(kind, key, member) CLSMEM_FIELD(clsmem_results_run, kind, key, member)

static const struct clsmem_field run_clock_fields[] = {
    CLSMEM_WORD_FIELD(clsmem_results_run, "verdict", clock, clock_verdict_words),
    IN_RUN(AMOUNT_OR_NULL, "step_ns", clock_step_ns),
    IN_RUN(STRING, "reason", clock_reason),
    { .key = NULL },
};

static const struct clsmem_field bank_class_fields[] = {
    IN_RUN(STRING, "name", bank_class),
    IN_RUN(STRING, "source", bank_source),
    { .key = NULL },
};

static const struct clsmem_field roof_fields[] = {
    IN_RUN(AMOUNT_OR_NULL, "read_bytes_per_s", read_bytes_per_s),
    IN_RUN(AMOUNT_OR_NULL, "copy_bytes_per_s", copy_bytes_per_s),
    IN_RUN(AMOUNT_OR_NULL, "f32_operations_per_s", f32_operations_per_s),
    IN_RUN(AMOUNT_OR_NULL, "f64_operations_per_s", f64_operations_per_s),
    { .key = NULL },
};

const struct clsmem_field clsmem_results_run_fields[] = {
    CLSMEM_OBJECT_FIELD("clock", run_clock_fields),
    CLSMEM_OBJECT_FIELD("bank_class", bank_class_fields),
    IN_RUN(BYTES, "seed", seed),
    CLSMEM_OBJECT_FIELD("roofs", roof_fields),
    { .key = NULL },
};

#define IN_DEVICE(kind, key, member) CLSMEM_FIELD(clsmem_results_device, kind, key, member)

const struct clsmem_field clsmem_results_device_fields[] = {
    IN_DEVICE(COUNT, "index", index),
    IN_DEVICE(COUNT, "platform", platform),
    IN_DEVICE(COUNT, "device", device),
    IN_DEVICE(STRING, "name", name),
    IN_DEVICE(STRING, "vendor", vendor),
    IN_DEVICE(STRING, "driver", driver),
    IN_DEVICE(STRING, "type", type),
    IN_DEVICE(STRING, "version", version),
    IN_DEVICE(STRING, "c_version", c_version),
    IN_DEVICE(STRING, "platform_name", platform_name),
    IN_DEVICE(STRING, "platform_version", platform_version),
    IN_DEVICE(STRING, "pci", pci),
    IN_DEVICE(COUNT, "compute_units", compute_units),
    IN_DEVICE(BYTES, "local_memory_bytes", local_memory_bytes),
    IN_DEVICE(STRING, "local_memory_type", local_memory_type),
    IN_DEVICE(BYTES, "max_work_group_size", max_work_group_size),
    IN_DEVICE(BYTES, "global_memory_bytes", global_memory_bytes),
    IN_DEVICE(BYTES, "max_allocation_bytes", max_allocation_bytes),
    IN_DEVICE(BYTES, "cache_bytes", cache_bytes),
    IN_DEVICE(FLAG, "fp64", fp64),
    IN_DEVICE(FLAG, "sub_groups", sub_groups),
    IN_DEVICE(FLAG, "atomics_64", atomics_64),
    IN_DEVICE(COUNT, "clock_mhz", clock_mhz),
    IN_DEVICE(AMOUNT, "timer_resolution_ns", timer_resolution_ns),
    IN_DEVICE(FLAG, "usable", usable),
    IN_DEVICE(STRING, "reason", reason),
    { .key = NULL },
};

const struct clsmem_field clsmem_results_conclusion_fields[] = {
    CLSMEM_FIELD(clsmem_results_conclusion, STRING, "kernel", kernel),
    CLSMEM_WORD_FIELD(clsmem_results_conclusion, "type", type, type_words),
    CLSMEM_FIELD(clsmem_results_conclusion, STRING, "text", text),
    { .key = NULL },
};

#define IN_ROW(kind, key, member) CLSMEM_FIELD(clsmem_results_row, kind, key, member)

static const struct clsmem_field work_fields[] = {
    IN_ROW(AMOUNT, "bytes", work_bytes),
    IN_ROW(AMOUNT, "operations", work_operations),
    IN_ROW(AMOUNT, "items", work_items),
    { .key = NULL },
};

static const struct clsmem_field check_fields[] = {
    IN_ROW(STRING, "oracle", oracle),
    IN_ROW(AMOUNT_OR_NULL, "worst_error_over_bound", worst_error),
    IN_ROW(BYTES, "wrong", wrong),
    IN_ROW(STRING, "note", check_note),
    { .key = NULL },
};

const struct clsmem_field clsmem_results_row_fields[] = {
    IN_ROW(STRING, "kernel", kernel),
    IN_ROW(STRING, "variant", variant),
    CLSMEM_WORD_FIELD(clsmem_results_row, "type", type, type_words),
    IN_ROW(STRING_OR_NULL, "mode", mode),
    IN_ROW(REAL, "alpha", alpha),
    IN_ROW(REAL, "beta", beta),
    CLSMEM_WORD_FIELD(clsmem_results_row, "status", status, status_words),
    IN_ROW(STRING, "reason", reason),
    CLSMEM_OBJECT_FIELD("work", work_fields),
    IN_ROW(AMOUNT_OR_NULL, "rate", rate),
    IN_ROW(STRING, "unit", unit),
    IN_ROW(AMOUNT_OR_NULL, "share_of_roof", share),
    IN_ROW(STRING_OR_NULL, "versus", versus),
    IN_ROW(AMOUNT_OR_NULL, "factor", factor),
    IN_ROW(AMOUNT_OR_NULL, "mode_factor", mode_factor),
    IN_ROW(AMOUNT_OR_NULL, "degree", degree),
    IN_ROW(FLAG, "cached", cached),
    CLSMEM_OBJECT_FIELD("check", check_fields),
    IN_ROW(STRING_OR_NULL, "known_fault", known_fault),
    IN_ROW(AMOUNT, "build_ns", build_ns),
    IN_ROW(AMOUNT, "first_launch_ns", first_launch_ns),
    IN_ROW(AMOUNT, "oracle_ns", oracle_ns),
    IN_ROW(AMOUNT, "checking_ns", checking_ns),
    IN_ROW(AMOUNT, "measuring_ns", measuring_ns),
    IN_ROW(BYTES, "local_bytes", local_bytes),
    IN_ROW(STRING, "source_hash", source_hash),
    IN_ROW(STRING_OR_NULL, "build_log", build_log),
    { .key = NULL },
};

#define IN_TIME(kind, key, member) CLSMEM_FIELD(clsmem_results_time, kind, key, member)

const struct clsmem_field clsmem_results_time_fields[] = {
    CLSMEM_WORD_FIELD(clsmem_results_time, "clock", clock, clock_words),
    CLSMEM_WORD_FIELD(clsmem_results_time, "verdict", verdict, verdict_words),
    IN_TIME(STRING, "reason", reason),
    IN_TIME(AMOUNT, "median_ns", median_ns),
    IN_TIME(AMOUNT, "low_ns", low_ns),
    IN_TIME(AMOUNT, "high_ns", high_ns),
    IN_TIME(AMOUNT, "least_ns", least_ns),
    IN_TIME(COUNT, "launches", launches),
    { .key = NULL },
};

#define PREDICTED(kind, key, member) CLSMEM_FIELD(clsmem_results_prediction, kind, key, member)

const struct clsmem_field clsmem_results_prediction_fields[] = {
    PREDICTED(STRING, "view", view),
    PREDICTED(STRING, "shape", shape),
    PREDICTED(AMOUNT, "passes", passes),
    PREDICTED(AMOUNT, "conflict_free_passes", conflict_free_passes),
    PREDICTED(AMOUNT_OR_NULL, "degree", degree),
    PREDICTED(AMOUNT_OR_NULL, "worst_degree", worst_degree),
    PREDICTED(STRING_OR_NULL, "worst_place", worst_place),
    PREDICTED(AMOUNT, "bytes", bytes),
    PREDICTED(AMOUNT, "sectors", sectors),
    PREDICTED(AMOUNT, "operations", operations),
    PREDICTED(AMOUNT_OR_NULL, "intensity", intensity),
    { .key = NULL },
};
