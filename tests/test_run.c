/*
 * Every variant of every family on the device under test, at sizes that tiles do not divide, in both types; and what a
 * row says when it cannot run. A row is ok, or skipped for a reason that this file knows too.
 */
#include <CUnit/CUnit.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clblast.h"
#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "expect.h"
#include "launch.h"
#include "session.h"

/* A sanitizer looks at the host's code, of which every shape runs the same. */
#ifdef __SANITIZE_ADDRESS__
#define IS_SANITIZED true
#else
#define IS_SANITIZED false
#endif

/* A launch of more operations than this takes longer on a CPU than a test may: the shape is left out. */
#define MOST_OPERATIONS 1e9

/*
 * By number of extents: one, odd and prime sizes, tile edges (8 to 128) and one beside them, long and flat. Each costs
 * every variant a build, even from the compiler's cache, so none is here that another one covers.
 */
static const size_t shapes_0[][CLSMEM_MAX_EXTENTS] = { { 1, 1, 1, 1 } };
static const size_t shapes_1[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1, 1 },    { 255, 1, 1, 1 },   { 257, 1, 1, 1 },   { 1021, 1, 1, 1 },
    { 4097, 1, 1, 1 }, { 16383, 1, 1, 1 }, { 16384, 1, 1, 1 }, { 65537, 1, 1, 1 },
};
static const size_t shapes_2[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1, 1 },   { 1, 67, 1, 1 },  { 67, 1, 1, 1 },    { 31, 33, 1, 1 },
    { 65, 63, 1, 1 }, { 36, 68, 1, 1 }, { 128, 192, 1, 1 }, { 259, 5, 1, 1 },
};
/* Odd places get an alpha and a beta; so what matters with both stands twice. */
static const size_t shapes_3[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1, 1 },     { 129, 65, 17, 1 },  { 129, 65, 17, 1 }, { 128, 128, 8, 1 },
    { 128, 128, 8, 1 }, { 1, 1, 1, 1 },      { 67, 1, 9, 1 },    { 1, 67, 5, 1 },
    { 31, 33, 32, 1 },  { 61, 131, 251, 1 }, { 127, 63, 7, 1 },  { 132, 68, 12, 1 },
};

struct shape_list {
    const size_t (*shapes)[CLSMEM_MAX_EXTENTS];
    size_t count;
};

static const struct shape_list shape_lists[] = {
    { shapes_0, sizeof shapes_0 / sizeof *shapes_0 },
    { shapes_1, sizeof shapes_1 / sizeof *shapes_1 },
    { shapes_2, sizeof shapes_2 / sizeof *shapes_2 },
    { shapes_3, sizeof shapes_3 / sizeof *shapes_3 },
};

/* What the variant's needs and the device's limits say, put together apart from the library. */
static bool is_expected_to_run(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                               const struct clsmem_problem *problem, const struct clsmem_limits *limits)
{
    const size_t *most = limits->max_items;
    struct clsmem_plan plan;

    clsmem_plan_make(kernel, variant, problem, limits, &plan);
    for (size_t p = 0; p < clsmem_plan_pass_count(&plan); p++) {
        const size_t *local = plan.passes[p].local;
        const size_t items = local[0] * (local[1] ? local[1] : 1) * (local[2] ? local[2] : 1);

        if (local[0] > most[0] || local[1] > most[1] || local[2] > most[2] || items > limits->max_group_items)
            return false;
    }
    return plan.local_bytes <= limits->local_bytes && (!(variant->needs & CLSMEM_NEEDS_CPU) || limits->is_cpu) &&
           (!(variant->needs & CLSMEM_NEEDS_SUBGROUPS) || limits->has_subgroups) &&
           (!(variant->needs & CLSMEM_NEEDS_NV_COMPILER) || limits->is_nv_compiler) &&
           (!(variant->needs & CLSMEM_NEEDS_NV_ASYNC) || limits->has_nv_async) &&
           (!(variant->needs & CLSMEM_NEEDS_NV_BULK) || limits->has_nv_bulk) &&
           (!(variant->needs & CLSMEM_NEEDS_SHUFFLE) || limits->has_subgroups || limits->is_nv_compiler) &&
           (!(variant->needs & CLSMEM_NEEDS_ATOMICS_64) || limits->has_atomics_64) &&
           (!(variant->needs & CLSMEM_NEEDS_CLBLAST) || clsmem_clblast_has(kernel, problem)) &&
           (variant->types == 0 || (variant->types >> problem->type & 1)) &&
           (problem->type != CLSMEM_F64 || limits->vector_f64 > 0);
}

/* PoCL 5.0's method `cbs` miscompiles CLBlast, so that the oracle accuses it; all other variants must be right there. */
static bool clblast_may_be_wrong(const struct clsmem_result *result)
{
    return session_is_cbs() && result->kernel->blas;
}

static bool has_right_note(const struct clsmem_result *result)
{
    if (*result->check.note && clblast_may_be_wrong(result))
        return EXPECT_CONTAINS(result->check.note, "CLBlast is suspect");
    return EXPECT_EQ_STR(result->check.note, "");
}

/* What an ok row must say. */
static bool is_whole(const struct clsmem_result *result)
{
    return EXPECT_EQ_SIZE(result->check.wrong, 0) & EXPECT(result->check.worst <= 1) &
           EXPECT(result->check.oracle[0] != '\0') & has_right_note(result) & EXPECT_EQ_STR(result->reason, "") &
           EXPECT(result->time.count > 0) & EXPECT(result->kernel->is_slope || result->time.median_ns > 0) &
           EXPECT(result->kernel->is_slope || (result->rate > 0) == (result->kernel->unit != CLSMEM_UNIT_NONE));
}

/* Of one variant that a fault is known of: how often it ran, and how often the fault struck. */
struct fault_tally {
    size_t rows, wrong;
};

static void expect_row(struct clsmem_session *session, const struct clsmem_kernel *kernel,
                       const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       struct fault_tally *tally)
{
    const bool runs = is_expected_to_run(kernel, variant, problem, &session->device.info.limits);
    struct clsmem_result result;
    bool held;

    session_run(session, kernel, variant, problem, &result);
    if (result.known_fault) {
        tally->rows++;
        tally->wrong += result.status == CLSMEM_WRONG;
    }
    if (result.known_fault && result.status == CLSMEM_WRONG) {
        clsmem_result_release(&result);
        return;
    }
    held = EXPECT_EQ_STR(clsmem_status_word(result.status), runs ? "ok" : "skipped");
    held &= runs ? is_whole(&result) : EXPECT_CONTAINS(result.reason, "needs ") & EXPECT_EQ_SIZE(result.time.count, 0);
    if (!held)
        expect_note("%s.%s, %s, mode %zu, %zu x %zu x %zu x %zu, alpha %g, beta %g: %s\n%s", kernel->name,
                    variant->name, clsmem_type_word(problem->type), problem->mode, problem->extent[0],
                    problem->extent[1], problem->extent[2], problem->extent[3], problem->alpha, problem->beta,
                    result.reason, result.build_log ? result.build_log : "");
    clsmem_result_release(&result);
}

/* The family's own shapes, or those that suit any with so many extents. */
static size_t shapes_of(const struct clsmem_kernel *kernel, const size_t (**shapes)[CLSMEM_MAX_EXTENTS])
{
    const size_t extents = clsmem_kernel_extent_count(kernel);
    size_t count = 0;

    *shapes = kernel->test_shapes;
    while (*shapes && (*shapes)[count][0] > 0)
        count++;
    if (*shapes || !EXPECT(extents < sizeof shape_lists / sizeof *shape_lists))
        return count;
    *shapes = shape_lists[extents].shapes;
    return shape_lists[extents].count;
}

static void set_extents(const struct clsmem_kernel *kernel, const size_t *shape, struct clsmem_problem *problem)
{
    for (size_t i = 0; i < CLSMEM_MAX_EXTENTS; i++)
        problem->extent[i] = i < clsmem_kernel_extent_count(kernel) ? shape[i] : 1;
}

/* All variants at one problem share one oracle. False where the family refuses it, or it would take too long. */
static bool expect_problem(struct clsmem_session *session, const struct clsmem_kernel *kernel,
                           const struct clsmem_problem *problem, struct fault_tally *tallies)
{
    char reason[256];

    if (!clsmem_problem_makes_sense(kernel, problem, reason, sizeof reason) ||
        kernel->work(problem).operations > MOST_OPERATIONS)
        return false;
    for (size_t v = 0; v < kernel->variant_count; v++)
        expect_row(session, kernel, &kernel->variants[v], problem, &tallies[v]);
    return true;
}

/*
 * Modes take turns from shape to shape; at the first shape all of them run. In another type than the family's own every
 * third shape has to do.
 */
static void expect_family(struct clsmem_session *session, const struct clsmem_kernel *kernel, enum clsmem_type type)
{
    const size_t modes = kernel->mode_count > 0 ? kernel->mode_count : 1;
    const size_t(*shapes)[CLSMEM_MAX_EXTENTS];
    const size_t shape_count = shapes_of(kernel, &shapes);
    const size_t step = type == clsmem_kernel_type(kernel) && !IS_SANITIZED ? 1 : 3;
    struct fault_tally *const tallies = calloc(kernel->variant_count, sizeof *tallies);
    size_t ran = 0;

    for (size_t s = 0; tallies && s < shape_count; s += step)
        for (size_t mode = 0; mode < modes; mode++) {
            const bool has_factors = s / step / modes % 2 == 1;
            struct clsmem_problem problem = {
                .type = type, .mode = mode, .alpha = has_factors ? 0.5 : 1, .beta = has_factors ? -0.25 : 0
            };

            set_extents(kernel, shapes[s], &problem);
            if (s == 0 || s / step % modes == mode)
                ran += expect_problem(session, kernel, &problem, tallies);
        }
    /* Some shapes are too much work; those that are left out above do not count. */
    if (!EXPECT(ran >= 4 / step || ran * step >= shape_count))
        expect_note("%s: %zu shapes", kernel->name, ran);
    for (size_t v = 0; tallies && v < kernel->variant_count; v++)
        if (!EXPECT(tallies[v].rows == 0 || tallies[v].wrong > 0))
            expect_note("%s.%s is right at every shape: the fault that host/known_fault.c lists is not there",
                        kernel->name, kernel->variants[v].name);
    free(tallies);
}

static void expect_every_variant(enum clsmem_type type)
{
    struct clsmem_session *session = session_shared();
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; session && k < count; k++)
        if (clsmem_kernel_has_type(kernels[k], type))
            expect_family(session, kernels[k], type);
}

static void every_variant_is_right_in_f32_at_sizes_that_tiles_do_not_divide(void)
{
    expect_every_variant(CLSMEM_F32);
}

/* On a device without doubles every row is skipped, and says why. */
static void every_variant_is_right_in_f64_at_sizes_that_tiles_do_not_divide(void)
{
    expect_every_variant(CLSMEM_F64);
}

static void every_variant_is_right_in_f16_at_sizes_that_tiles_do_not_divide(void)
{
    expect_every_variant(CLSMEM_F16);
}

static void every_variant_is_right_in_integers_at_sizes_that_tiles_do_not_divide(void)
{
    for (size_t type = 0; type < CLSMEM_TYPE_COUNT; type++)
        if (clsmem_type_is_integer((enum clsmem_type)type))
            expect_every_variant((enum clsmem_type)type);
}

/* The most local memory that one of the built kernels takes, `__local` arguments included. */
static cl_ulong built_local_bytes(struct clsmem_session *session, struct clsmem_launch *launch,
                                  const struct clsmem_problem *problem)
{
    const cl_mem none[CLSMEM_MAX_BUFFERS] = { 0 };
    cl_ulong most = 0;

    EXPECT_EQ_INT(clsmem_launch_bind(launch, problem, none), CLSMEM_OK);
    for (size_t pass = 0; pass < clsmem_plan_pass_count(&launch->plan); pass++) {
        cl_ulong bytes = 0;

        EXPECT_EQ_INT(clGetKernelWorkGroupInfo(launch->kernels[pass], session->device.info.device_id,
                                               CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL),
                      CL_SUCCESS);
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* The last of its shapes that the family accepts. */
static struct clsmem_problem problem_of_any_shape(const struct clsmem_kernel *kernel)
{
    const size_t(*shapes)[CLSMEM_MAX_EXTENTS];
    struct clsmem_problem problem = { .type = clsmem_kernel_type(kernel), .alpha = 1 };
    char reason[256];

    for (size_t s = shapes_of(kernel, &shapes); s-- > 0;) {
        set_extents(kernel, shapes[s], &problem);
        if (clsmem_problem_makes_sense(kernel, &problem, reason, sizeof reason))
            break;
    }
    return problem;
}

/*
 * A plan that promises too little would be refused by the device, one that promises too much is skipped needlessly.
 * NVIDIA adds a few bytes of its own, and PoCL 5.0 does not say: it answers 0.
 */
#define DRIVERS_OWN_BYTES 16

static void a_plan_counts_the_local_memory_of_the_built_kernel(void)
{
    struct clsmem_session *session = session_shared();
    const struct clsmem_sources embedded = { NULL };
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; session && k < count; k++) {
        const struct clsmem_problem problem = problem_of_any_shape(kernels[k]);

        for (size_t v = 0; v < kernels[k]->variant_count; v++) {
            const struct clsmem_variant *variant = &kernels[k]->variants[v];
            struct clsmem_launch launch;

            if ((variant->needs & (CLSMEM_NEEDS_CLBLAST | CLSMEM_NEEDS_HOST)) ||
                !is_expected_to_run(kernels[k], variant, &problem, &session->device.info.limits))
                continue;
            if (EXPECT_EQ_INT(
                    clsmem_launch_prepare(&session->device, &embedded, kernels[k], variant, &problem, &launch),
                    CLSMEM_OK)) {
                const size_t built = (size_t)built_local_bytes(session, &launch, &problem);

                if (built > 0 && !(EXPECT(launch.plan.local_bytes <= built) &
                                   EXPECT(built <= launch.plan.local_bytes + DRIVERS_OWN_BYTES)))
                    expect_note("%s.%s: planned %zu, built %zu", kernels[k]->name, variant->name,
                                launch.plan.local_bytes, built);
            }
            clsmem_launch_release(&launch);
        }
    }
}

static const struct clsmem_kernel *family(const char *name)
{
    return clsmem_kernel_find(name);
}

/* Runs copy.scalar, or another variant by its place, on so many elements. */
static struct clsmem_result copy_of(struct clsmem_session *session, size_t variant, size_t count)
{
    const struct clsmem_problem problem = { .extent = { count, 1, 1, 1 }, .alpha = 1 };
    struct clsmem_result result;

    session_run(session, family("copy"), &family("copy")->variants[variant], &problem, &result);
    return result;
}

static void an_extent_that_no_kernel_can_count_makes_no_sense(void)
{
    static const size_t extents[] = { 0, CLSMEM_MAX_EXTENT + 1, (size_t)-1 };
    struct clsmem_session *session = session_shared();

    for (size_t i = 0; session && i < sizeof extents / sizeof *extents; i++) {
        struct clsmem_result result = copy_of(session, 0, extents[i]);
        char text[64];

        snprintf(text, sizeof text, "an extent of %zu is not within 1 and ", extents[i]);
        EXPECT_EQ_INT(result.status, CLSMEM_INVALID);
        EXPECT_CONTAINS(result.reason, text);
        clsmem_result_release(&result);
    }
}

static void a_problem_beyond_the_devices_memory_is_skipped_and_says_how_large_it_is(void)
{
    struct clsmem_session *session = session_shared();
    const struct clsmem_problem problem = { .extent = { CLSMEM_MAX_EXTENT, CLSMEM_MAX_EXTENT, 1, 1 }, .alpha = 1 };
    struct clsmem_result result;

    if (!session)
        return;
    session_run(session, family("transpose"), family("transpose")->variants, &problem, &result);
    EXPECT_EQ_INT(result.status, CLSMEM_SKIPPED);
    EXPECT_CONTAINS(result.reason, "needs a buffer of 16384 PiB; the device's largest is ");
    clsmem_result_release(&result);
}

static void rows_of_one_problem_share_their_oracle(void)
{
    struct clsmem_session *session = session_shared();

    if (!session)
        return;
    struct clsmem_result first = copy_of(session, 0, 5000), second = copy_of(session, 1, 5000);
    struct clsmem_result other = copy_of(session, 1, 5001);

    EXPECT(first.oracle_ns > 0);
    EXPECT_NEAR(second.oracle_ns, 0, 0);
    EXPECT(other.oracle_ns > 0);
    clsmem_result_release(&first);
    clsmem_result_release(&second);
    clsmem_result_release(&other);
}

static void a_factor_is_the_speed_over_the_variant_compared_with(void)
{
    struct clsmem_session *session = session_shared();

    if (!session)
        return;
    struct clsmem_result early = copy_of(session, 1, 6000), first = copy_of(session, 0, 6000);
    struct clsmem_result late = copy_of(session, 1, 6000);

    EXPECT(isnan(early.factor)); /* the first had not been timed */
    EXPECT(isnan(first.factor));
    EXPECT_NEAR(late.factor, first.time.median_ns / late.time.median_ns, 1e-12);
    clsmem_result_release(&early);
    clsmem_result_release(&first);
    clsmem_result_release(&late);
}

static void a_row_tells_its_times_apart(void)
{
    struct clsmem_session *session = session_shared();

    if (!session)
        return;
    struct clsmem_result result = copy_of(session, 0, 7000);

    EXPECT(result.build_ns > 0);
    EXPECT(result.first_launch_ns > 0);
    EXPECT(result.checking_ns > 0);
    EXPECT(result.measuring_ns > 0);
    EXPECT(result.source_hash != 0);
    EXPECT_NEAR(result.work.bytes, 2 * 7000 * 4, 0);
    EXPECT_NEAR(result.rate, result.work.bytes / result.time.median_ns, 1e-9 * result.rate);
    clsmem_result_release(&result);
}

static void a_cpus_local_memory_has_no_banks(void)
{
    struct clsmem_session *session = session_shared();

    if (!session || !session->device.info.limits.is_cpu)
        return;
    EXPECT(session->bank_class == clsmem_bank_class_find("none"));
    EXPECT_EQ_STR(session->bank_source, "a CPU");
}

/* The shared session's cache is never smaller than 7000 elements, where the driver tells it. */
static void a_small_stream_is_marked_as_cached(void)
{
    struct clsmem_session *session = session_shared();

    if (!session || session->device.info.limits.cache_bytes < 1 << 16)
        return;
    struct clsmem_result result = copy_of(session, 0, 7000);

    EXPECT(result.cached);
    clsmem_result_release(&result);
}

/* By hand, since a device's own cache may be any. */
static void a_sessions_stream_outgrows_the_cache_unless_that_is_huge(void)
{
    const struct clsmem_kernel *copy = family("copy");
    struct clsmem_session session = { .options.scale = CLSMEM_NORMAL };
    struct clsmem_limits *limits = &session.device.info.limits;
    struct clsmem_problem problem;

    *limits = (struct clsmem_limits){ .is_cpu = true,
                                      .vector_f32 = 8,
                                      .max_group_items = 4096,
                                      .local_bytes = 1 << 19,
                                      .max_items = { 4096, 4096, 4096 },
                                      .cache_bytes = 96u << 20,
                                      .global_bytes = (size_t)16 << 30,
                                      .max_buffer_bytes = (size_t)4 << 30 };
    problem = clsmem_session_problem(&session, copy, CLSMEM_F32);
    EXPECT(copy->work(&problem).bytes >= 4.0 * (double)limits->cache_bytes);
    limits->cache_bytes = (size_t)1 << 30;
    problem = clsmem_session_problem(&session, copy, CLSMEM_F32);
    EXPECT_NEAR(copy->work(&problem).bytes, 1 << 29, 0);
    session.options.scale = CLSMEM_QUICK;
    problem = clsmem_session_problem(&session, copy, CLSMEM_F32);
    EXPECT_NEAR(copy->work(&problem).bytes, 1 << 27, 0);
    limits->max_buffer_bytes = 1 << 20;
    problem = clsmem_session_problem(&session, copy, CLSMEM_F32);
    EXPECT(problem.extent[0] * sizeof(float) <= limits->max_buffer_bytes);
}

static void a_raised_flag_ends_the_run(void)
{
    static volatile sig_atomic_t stop = 1;
    struct clsmem_session *session = session_shared();
    const struct clsmem_problem problem = { .extent = { 100, 1, 1, 1 }, .alpha = 1 };
    struct clsmem_result result;

    if (!session)
        return;
    session->options.stop = &stop;
    EXPECT_EQ_INT(clsmem_run(session, family("copy"), family("copy")->variants, &problem, &result),
                  CLSMEM_INTERRUPTED);
    session->options.stop = NULL;
    EXPECT_EQ_INT(result.status, CLSMEM_INTERRUPTED);
    EXPECT(result.time.samples_ns == NULL);
    clsmem_result_release(&result);
}

static void a_forced_clock_is_the_one_that_is_used(void)
{
    struct clsmem_session *session = session_shared();

    if (!session)
        return;
    session->options.timer_forced = true;
    session->options.timer = CLSMEM_CLOCK_HOST;
    struct clsmem_result host = copy_of(session, 0, 100);

    session->options.timer = CLSMEM_CLOCK_EVENT;
    struct clsmem_result event = copy_of(session, 0, 100);

    session->options.timer_forced = false;
    EXPECT_EQ_STR(clsmem_clock_word(host.time.clock), "host");
    EXPECT_EQ_STR(clsmem_clock_word(event.time.clock), "event");
    clsmem_result_release(&host);
    clsmem_result_release(&event);
}

/* Rows made by hand: roofs and shares need no device. */
static struct clsmem_result row_of(const char *name, double bytes, double operations, double median_ns)
{
    const struct clsmem_kernel *kernel = family(name);

    return (struct clsmem_result){
        .kernel = kernel,
        .variant = kernel->variants,
        .work = { .bytes = bytes, .operations = operations },
        .time = { .count = 1, .median_ns = median_ns, .least_ns = median_ns, .verdict = CLSMEM_STABLE },
    };
}

static void the_best_trusted_row_is_the_roof(void)
{
    struct clsmem_session session = { 0 };
    struct clsmem_result slow = row_of("copy", 1000, 0, 200), fast = row_of("copy", 1000, 0, 100);
    struct clsmem_result suspect = row_of("copy", 1000, 0, 1), wrong = row_of("copy", 1000, 0, 1);
    struct clsmem_result arithmetic = row_of("fma", 0, 3000, 100);

    suspect.time.verdict = CLSMEM_SUSPECT;
    wrong.status = CLSMEM_WRONG;
    arithmetic.problem.type = CLSMEM_F64;
    fast.time.median_ns = 150; /* what disturbs a measurement only lowers a roof: the least time counts */
    clsmem_session_raise_roof(&session, &fast);
    clsmem_session_raise_roof(&session, &slow);
    clsmem_session_raise_roof(&session, &suspect);
    clsmem_session_raise_roof(&session, &wrong);
    clsmem_session_raise_roof(&session, &arithmetic);
    EXPECT_NEAR(session.roofs.copy_bytes_per_s, 1e10, 1);
    EXPECT_NEAR(session.roofs.read_bytes_per_s, 0, 0);
    EXPECT_NEAR(session.roofs.multiply_add_per_s[CLSMEM_F32], 0, 0);
    EXPECT_NEAR(session.roofs.multiply_add_per_s[CLSMEM_F64], 3e10, 1);
}

static void a_share_is_of_the_familys_own_roof_and_above_it_suspect(void)
{
    const struct clsmem_session session = { .roofs = { .copy_bytes_per_s = 1e10 } };
    struct clsmem_result half = row_of("transpose", 1000, 0, 200), beyond = row_of("transpose", 1000, 0, 80);
    struct clsmem_result cached = beyond, roofless = row_of("gemm", 1000, 1000, 200), failed = half;

    cached.cached = true;
    failed.status = CLSMEM_WRONG;
    clsmem_session_rate(&session, &half);
    clsmem_session_rate(&session, &beyond);
    clsmem_session_rate(&session, &cached);
    clsmem_session_rate(&session, &roofless);
    clsmem_session_rate(&session, &failed);
    EXPECT_NEAR(half.share, 0.5, 1e-12);
    EXPECT_EQ_INT(half.time.verdict, CLSMEM_STABLE);
    EXPECT_NEAR(beyond.share, 1.25, 1e-12);
    EXPECT_EQ_INT(beyond.time.verdict, CLSMEM_SUSPECT);
    EXPECT_CONTAINS(beyond.time.reason, "125 % of what this device's own copy");
    EXPECT_EQ_INT(cached.time.verdict, CLSMEM_STABLE);
    EXPECT(isnan(roofless.share));
    EXPECT(isnan(failed.share));
}

CU_TestInfo run_tests[] = {
    TEST(every_variant_is_right_in_f32_at_sizes_that_tiles_do_not_divide),
    TEST(every_variant_is_right_in_f64_at_sizes_that_tiles_do_not_divide),
    TEST(every_variant_is_right_in_f16_at_sizes_that_tiles_do_not_divide),
    TEST(every_variant_is_right_in_integers_at_sizes_that_tiles_do_not_divide),
    TEST(a_plan_counts_the_local_memory_of_the_built_kernel),
    TEST(an_extent_that_no_kernel_can_count_makes_no_sense),
    TEST(a_problem_beyond_the_devices_memory_is_skipped_and_says_how_large_it_is),
    TEST(rows_of_one_problem_share_their_oracle),
    TEST(a_factor_is_the_speed_over_the_variant_compared_with),
    TEST(a_row_tells_its_times_apart),
    TEST(a_cpus_local_memory_has_no_banks),
    TEST(a_small_stream_is_marked_as_cached),
    TEST(a_sessions_stream_outgrows_the_cache_unless_that_is_huge),
    TEST(a_raised_flag_ends_the_run),
    TEST(a_forced_clock_is_the_one_that_is_used),
    TEST(the_best_trusted_row_is_the_roof),
    TEST(a_share_is_of_the_familys_own_roof_and_above_it_suspect),
    CU_TEST_INFO_NULL,
};
