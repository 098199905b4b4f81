/* One variant on one device to one row: applies, plan, build, fill, launch, check, time. */
#ifndef CLSMEM_RUN_H
#define CLSMEM_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clsmem/bank_class.h"
#include "clsmem/device.h"
#include "clsmem/kernel.h"
#include "clsmem/known_fault.h"
#include "clsmem/measure.h"
#include "clsmem/prediction.h"
#include "clsmem/program.h"

/* What the user chose; zeroed fields mean the default. */
struct clsmem_run_options {
    const char *kernel_directory; /* NULL: the kernels inside the library */
    uint64_t seed;
    bool timer_forced; /* use `timer` whatever the self-test says */
    enum clsmem_clock timer;
    double least_ns, most_ns, warm_up_ns; /* of one row; 0: the defaults of measure.h */
    enum clsmem_scale scale;
    const struct clsmem_bank_class *bank_class; /* of the device; NULL: guessed from the driver's answers */
    const char *bank_source;                    /* where that class is from; NULL: chosen by the user */
    const volatile sig_atomic_t *stop;          /* raise it to end with CLSMEM_INTERRUPTED; may be NULL */
};

/* The best rates that this device showed in this run; 0 where not measured. */
struct clsmem_roofs {
    double read_bytes_per_s, copy_bytes_per_s;
    double multiply_add_per_s[CLSMEM_TYPE_COUNT]; /* floating-point operations, by enum clsmem_type */
};

/* How a result was checked. Texts are static or inside the struct. */
struct clsmem_check {
    char oracle[48]; /* such as "reference+clblast" */
    double worst;    /* largest error over its bound; 0 where every element is equal */
    size_t wrong;    /* elements beyond their bound */
    char note[160];  /* what is wrong and where, or which side of a disagreement is suspect; "" otherwise */
};

/* One row. Owns time and build_log. */
struct clsmem_result {
    const struct clsmem_kernel *kernel;
    const struct clsmem_variant *variant;
    struct clsmem_problem problem;
    enum clsmem_status status;
    char reason[512]; /* one line: why it was skipped or failed; "" when ok */
    struct clsmem_measurement time;
    struct clsmem_work work;
    double rate;   /* in the family's unit; NAN without a time */
    double share;  /* of this device's roof, 1 = at the roof; NAN without one */
    double factor; /* speed over that of the variant it is compared with; NAN without one */
    double
        mode_factor; /* speed over that of the same variant in the family's first mode; NAN unless it compares them */
    double degree;   /* predicted conflict degree; NAN: not predicted, or no local access */
    bool is_predicted;
    struct clsmem_prediction prediction; /* for the device's bank class; without one, of global memory alone */
    bool cached;                         /* the working set is smaller than four times the last-level cache */
    struct clsmem_check check;
    const struct clsmem_known_fault *known_fault; /* of this device and variant, whether or not it struck; or NULL */
    double build_ns, first_launch_ns;
    double oracle_ns;    /* making inputs and expected outputs, paid by the first row of a problem; else 0 */
    double checking_ns;  /* filling, checking and all else of the row's own that is neither building nor timing */
    double measuring_ns; /* warm-up and samples */
    size_t local_bytes;
    uint64_t source_hash;
    char *build_log; /* NULL when the compiler said nothing */
};

/* Also of a row that is all zeros. */
void clsmem_result_release(struct clsmem_result *result);

/* A device made ready: clock judged, comparison kernels built and proven. Roofs are the caller's to raise. */
struct clsmem_session {
    struct clsmem_device device;
    struct clsmem_run_options options; /* the caller may change kernel_directory between rows */
    enum clsmem_clock_verdict clock_verdict;
    double clock_step_ns;
    char clock_reason[160];
    const struct clsmem_bank_class *bank_class; /* NULL: unknown, so nothing is predicted */
    char bank_source[512];                      /* where the class is known from, or why it is not */
    struct clsmem_roofs roofs;
    struct clsmem_checker *checker;
    struct clsmem_oracle *oracle;   /* of the last problem; made anew when family or problem change */
    struct clsmem_history *history; /* of the last family and its extents, in all modes */
};

/* The caller closes the session, also after a failure. */
enum clsmem_status clsmem_session_open(const struct clsmem_device_info *info, const struct clsmem_run_options *options,
                                       struct clsmem_session *session);
void clsmem_session_close(struct clsmem_session *session);

/*
 * Whether the device still answers. After an access to memory that is not there, a context may fail for good: NVIDIA's
 * driver then refuses every further context in the process too.
 */
bool clsmem_session_is_alive(const struct clsmem_session *session);

/* The family's problem at the session's scale on this device. */
struct clsmem_problem clsmem_session_problem(const struct clsmem_session *session, const struct clsmem_kernel *kernel,
                                             enum clsmem_type type);

/*
 * Runs one variant. The row is always complete; its status says how it ended. Returns CLSMEM_OK also for rows that
 * were skipped or failed; another status only where no further row can run: CLSMEM_INTERRUPTED, or
 * CLSMEM_DEVICE_FAILED when the device no longer answers.
 * The caller releases the row.
 */
enum clsmem_status clsmem_run(struct clsmem_session *session, const struct clsmem_kernel *kernel,
                              const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                              struct clsmem_result *result);

/*
 * Whether the family measures one of the device's limits: rows of these, at the session's own problem, are what roofs
 * are raised from. clsmem_session_raise_roof ignores a row that is not ok, or not to be trusted.
 */
bool clsmem_kernel_is_roof(const struct clsmem_kernel *kernel);
void clsmem_session_raise_roof(struct clsmem_session *session, const struct clsmem_result *result);

/* Sets the row's share, and marks it suspect where it beats physics, by the roofs as they stand. */
void clsmem_session_rate(const struct clsmem_session *session, struct clsmem_result *result);

#endif
