/*
 * Result files, read back: bench/results.schema.json as plain structs. A file may come from anyone, so whatever it says
 * is held to be wrong until it is seen to be right; names in it are checked, other texts are as the file has them.
 * Times are in ns a launch and sizes in bytes. A number that does not exist is NAN.
 */
#ifndef CLSMEM_RESULT_READ_H
#define CLSMEM_RESULT_READ_H

#include <stdbool.h>
#include <stddef.h>

#include "clsmem/kernel.h"
#include "clsmem/measure.h"
#include "clsmem/status.h"

#define CLSMEM_RESULTS_VERSION 3
#define CLSMEM_RESULTS_MOST_BYTES ((size_t)256 << 20) /* of a file */
#define CLSMEM_RESULTS_MOST_ROWS 100000               /* of a run */

/* Every text lives as long as the struct clsmem_results that it came with. All are UTF-8 and never NULL unless said. */

/* As the driver described it; numbers are 0 where it did not say. Texts are printable ASCII, but for the reason. */
struct clsmem_results_device {
    unsigned index, platform, device; /* flat index, and P:D */
    const char *name, *vendor, *driver;
    const char *type; /* "CPU", "GPU", "accelerator", "other" */
    const char *version, *c_version, *platform_name, *platform_version, *pci;
    unsigned compute_units, clock_mhz;
    size_t local_memory_bytes, max_work_group_size, max_work_item_sizes[3];
    const char *local_memory_type; /* "local", "global" */
    size_t global_memory_bytes, max_allocation_bytes, cache_bytes;
    bool fp64, sub_groups, atomics_64, usable;
    double timer_resolution_ns;
    const char *reason; /* why it is not usable; "" */
};

/* The measured times of a row that is ok. */
struct clsmem_results_time {
    enum clsmem_clock clock; /* of samples_ns */
    enum clsmem_verdict verdict;
    const char *reason; /* why it is too short or suspect; "" */
    double median_ns, low_ns, high_ns, least_ns;
    unsigned launches;  /* in the batch behind each sample */
    double *samples_ns; /* `count` of them, at least 1, finite, in the order taken */
    double *other_ns;   /* `other_count`, by the other clock; NAN where it had no reading */
    size_t count, other_count;
};

/* What clsmem-lint says of the variant at a small shape. */
struct clsmem_results_prediction {
    const char *view, *shape;
    double passes, conflict_free_passes;
    double degree, worst_degree;
    const char *worst_place; /* file and line; NULL */
    double bytes, sectors, operations, intensity;
};

/* One row of a result file. Texts belong to the file it came from. */
struct clsmem_results_row {
    const char *kernel, *variant; /* family and variant: [a-z][a-z0-9_]* */
    enum clsmem_type type;
    const char *mode; /* "" where the family has but one */
    char shape[96];   /* "1024x512x256"; "-" for a family without extents */
    const char *extent_names[CLSMEM_MAX_EXTENTS];
    size_t extents[CLSMEM_MAX_EXTENTS], extent_count;
    double alpha, beta;
    enum clsmem_status status;
    const char *reason; /* why it is not ok; "" */
    bool has_time;      /* just as status is CLSMEM_OK */
    struct clsmem_results_time time;
    double work_bytes, work_operations, work_items; /* of one launch */
    double rate;                                    /* in `unit` */
    const char *unit;                               /* "GB/s", "GFLOP/s", "Gkey/s", "ns" (less is better), "" */
    double share;                                   /* of the device's roof; 1: at the roof */
    const char *versus;                             /* the variant that this one is compared with; NULL */
    double factor, mode_factor;                     /* speed over that of `versus`, and over the first mode */
    double degree;                                  /* predicted conflict degree */
    bool is_predicted, cached;
    struct clsmem_results_prediction prediction;
    const char *oracle, *check_note;
    double worst_error;      /* over its bound; NAN: infinite */
    size_t wrong;            /* elements beyond their bound */
    const char *known_fault; /* NULL */
    double build_ns, first_launch_ns, oracle_ns, checking_ns, measuring_ns;
    size_t local_bytes;
    const char *source_hash; /* 16 digits */
    const char *build_log;   /* NULL */
};

/* What a family says of its rows. */
struct clsmem_results_conclusion {
    const char *kernel, *text;
    enum clsmem_type type;
};

/* The rows of one device. No two have the same family, variant, shape, type and mode. */
struct clsmem_results_run {
    struct clsmem_results_device device;
    enum clsmem_clock_verdict clock;
    double clock_step_ns;
    const char *clock_reason;
    const char *bank_class,
        *bank_source; /* "nv_cc5plus", "none", "unknown" or a class of the user's; where it is from */
    size_t seed;
    double read_bytes_per_s, copy_bytes_per_s, f32_operations_per_s, f64_operations_per_s; /* roofs */
    struct clsmem_results_row *rows;
    size_t row_count;
    struct clsmem_results_conclusion *conclusions;
    size_t conclusion_count;
};

/* One file. */
struct clsmem_results {
    const char *path;  /* as it was asked for; the caller's */
    char *text;        /* the file as it was read, with a NUL behind it */
    size_t text_bytes; /* without that NUL */
    const char *tool, *tool_version, *tool_commit;
    const char *started; /* "2001-02-03T04:05:06Z" */
    const char *system, *release, *machine;
    bool complete; /* whether every row that was asked for is there */
    struct clsmem_results_run *runs;
    size_t run_count;
    void *tree; /* what the texts lie in */
};

/*
 * CLSMEM_IO: cannot be read. CLSMEM_INVALID: no result file of this version, truncated, too large, nested too deeply,
 * changed while it was read, with a row that is there twice, or with a value that cannot stand where it stands; the
 * text names the file, and the line or the place in it. The caller releases the results, also after a failure.
 */
enum clsmem_status clsmem_results_read(const char *path, struct clsmem_results *results);
/* The same from memory; `name` stands for the path. */
enum clsmem_status clsmem_results_parse(const char *text, size_t bytes, const char *name,
                                        struct clsmem_results *results);
void clsmem_results_release(struct clsmem_results *results);

/* The order by family, variant, mode, type and shape; 0: the same row, measured on whatever device. */
int clsmem_results_row_compare(const struct clsmem_results_row *a, const struct clsmem_results_row *b);

#endif
