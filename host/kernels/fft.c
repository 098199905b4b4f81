/* fft: transforms in registers that exchange points through local memory, where the first exchange decides. */
#include "clsmem/kernel.h"
#include "clsmem/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LEAST_LENGTH 64
#define MOST_LENGTH 4096

/* Points of a work-item, and a row of the tile, as in the kernel file. */
#define POINTS 32

#define STEP_GROUP 256

enum mode { FORWARD, ROUND_TRIP };

static const struct clsmem_mode modes[] = {
    [FORWARD] = { "forward", "one transform" },
    [ROUND_TRIP] = { "round_trip", "a transform, and one back to the input" },
};

static size_t length_of(const struct clsmem_problem *problem)
{
    return problem->extent[0];
}

/* Real numbers of all transforms together. */
static size_t reals(const struct clsmem_problem *problem)
{
    return 2 * problem->extent[0] * problem->extent[1];
}

static unsigned log2_of(size_t length)
{
    unsigned log2_length = 0;

    while (length >>= 1)
        log2_length++;
    return log2_length;
}

/* Radices of the second and third pass of 32 points; the third is 1 where there is none. */
static size_t second_radix(size_t length)
{
    return length / POINTS < POINTS ? length / POINTS : POINTS;
}

static size_t third_radix(size_t length)
{
    return length / POINTS / second_radix(length);
}

/* Complex numbers in the buffer of roots: those of radix 2, then those of the passes of 32 points. */
static size_t roots_count(size_t length)
{
    return length + POINTS * second_radix(length) + (third_radix(length) > 1 ? length : 0);
}

/* Buffers by their place; a plan has the last one where a transform takes more than one pass. */
enum { IN, ROOTS, OUT, BETWEEN };

static struct clsmem_plan common_plan(const struct clsmem_problem *problem, bool has_between)
{
    return (struct clsmem_plan){
        .buffers = { [IN] = { reals(problem), CLSMEM_IN, problem->type },
                     [ROOTS] = { 2 * roots_count(length_of(problem)), CLSMEM_IN, problem->type },
                     [OUT] = { reals(problem), CLSMEM_OUT, problem->type },
                     [BETWEEN] = { has_between ? reals(problem) : 0, CLSMEM_SCRATCH, problem->type } },
        .params = { { "LENGTH", (long)length_of(problem) } },
    };
}

/* A launch for each pass of radix 2. The last one writes to the output, so those before take turns. */
static void plan_naive(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const unsigned steps = log2_of(length_of(problem));
    const unsigned launches = problem->mode == ROUND_TRIP ? 2 * steps : steps;
    const size_t pairs = reals(problem) / 4;

    (void)variant;
    (void)limits;
    *plan = common_plan(problem, true);
    for (unsigned i = 0; i < launches; i++) {
        const bool is_last = i + 1 == 2 * steps;
        const unsigned to = (launches - 1 - i) % 2 ? BETWEEN : OUT, from = to == OUT ? BETWEEN : OUT;
        const struct clsmem_pass pass = {
            .entry = i == 0 ? "fft_step_first" : "fft_step",
            .global = { clsmem_groups(pairs, STEP_GROUP) * STEP_GROUP },
            .local = { STEP_GROUP },
            .args = { clsmem_arg_buffer(i == 0 ? IN : from), clsmem_arg_buffer(ROOTS), clsmem_arg_buffer(to),
                      clsmem_arg_uint(pairs) },
        };

        plan->passes[i] = pass;
        if (i > 0) {
            plan->passes[i].args[4] = clsmem_arg_uint((size_t)1 << i % steps);
            plan->passes[i].args[5] = clsmem_arg_uint(i >= steps);
            plan->passes[i].args[6] = clsmem_arg_real(is_last ? 1.0 / (double)length_of(problem) : 1.0);
        }
    }
}

/* One launch a transform, `there` and, in a round trip, `back`. */
static void set_launches(const struct clsmem_problem *problem, const char *there, const char *back, size_t items,
                         size_t groups, struct clsmem_plan *plan)
{
    const bool returns = problem->mode == ROUND_TRIP;
    const struct clsmem_pass pass = {
        .global = { groups * items },
        .local = { items },
        .args = { clsmem_arg_buffer(IN), clsmem_arg_buffer(ROOTS), clsmem_arg_buffer(returns ? BETWEEN : OUT) },
    };

    plan->passes[0] = pass;
    plan->passes[0].entry = there;
    if (returns) {
        plan->passes[1] = pass;
        plan->passes[1].entry = back;
        plan->passes[1].args[0] = clsmem_arg_buffer(BETWEEN);
        plan->passes[1].args[2] = clsmem_arg_buffer(OUT);
    }
}

/* One transform a work-group. */
static void plan_local(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                       const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const struct clsmem_layout layout = {
        .kind = (enum clsmem_layout_kind)clsmem_param(variant, "LAYOUT"),
        .cols = POINTS,
        .pad = (size_t)clsmem_param_or(variant, "PAD", 0),
    };
    const size_t rows = length_of(problem) / POINTS;

    (void)limits;
    *plan = common_plan(problem, problem->mode == ROUND_TRIP);
    set_launches(problem, "fft", "fft_back", length_of(problem) / POINTS, problem->extent[1], plan);
    plan->local_bytes = clsmem_layout_elements(&layout, rows) * 2 * clsmem_type_bytes(problem->type);
}

/* Four shares of the transforms a compute unit, so that none waits long for the last. */
static void plan_cpu(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                     const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t bytes = clsmem_type_bytes(problem->type), line = 64;
    const size_t wanted = 4 * limits->compute_units, batch = problem->extent[1];
    const size_t shares = wanted < batch ? wanted : batch;

    (void)variant;
    *plan = common_plan(problem, problem->mode == ROUND_TRIP);
    plan->params[1] = (struct clsmem_param){ "SHARES", (long)shares };
    set_launches(problem, "fft_cpu", "fft_cpu_back", 1, shares, plan);
    for (size_t i = 0; i < 2 && plan->passes[i].entry; i++)
        plan->passes[i].args[3] = clsmem_arg_uint(batch);
    plan->local_bytes = 4 * (length_of(problem) + line / bytes) * bytes;
}

static void plan_host(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)variant;
    (void)limits;
    *plan = common_plan(problem, false);
}

/*
 * One transform by Stockham's scheme in passes of radix 2: x becomes sum over j of x[j] exp(-2 pi i j k / length),
 * real and imaginary part side by side; with `back` exp(+2 pi i j k / length). x and y, of 2 x length numbers each,
 * take turns; returns the one with the result. roots[n + k] = exp(-pi i k / n).
 */
#define DEFINE_TRANSFORM(name, type)                                                                                  \
    static type *name(type *restrict x, type *restrict y, const type *restrict roots, size_t length, bool back)       \
    {                                                                                                                 \
        const type sign = back ? -1 : 1;                                                                              \
                                                                                                                      \
        for (size_t n = 1; n < length; n *= 2) {                                                                      \
            type *const turn = x;                                                                                     \
                                                                                                                      \
            for (size_t block = 0; block < length / 2; block += n) {                                                  \
                const type *const even = x + 2 * block, *const odd = even + length;                                   \
                type *const low = y + 4 * block, *const high = low + 2 * n;                                           \
                                                                                                                      \
                for (size_t k = 0; k < n; k++) {                                                                      \
                    const type re = roots[2 * (n + k)], im = sign * roots[2 * (n + k) + 1];                           \
                    const type odd_re = odd[2 * k] * re - odd[2 * k + 1] * im;                                        \
                    const type odd_im = odd[2 * k] * im + odd[2 * k + 1] * re;                                        \
                                                                                                                      \
                    low[2 * k] = even[2 * k] + odd_re;                                                                \
                    low[2 * k + 1] = even[2 * k + 1] + odd_im;                                                        \
                    high[2 * k] = even[2 * k] - odd_re;                                                               \
                    high[2 * k + 1] = even[2 * k + 1] - odd_im;                                                       \
                }                                                                                                     \
            }                                                                                                         \
            x = y;                                                                                                    \
            y = turn;                                                                                                 \
        }                                                                                                             \
        return x;                                                                                                     \
    }

DEFINE_TRANSFORM(transform_f32, float)
DEFINE_TRANSFORM(transform_f64, double)

/* A part of the transforms, one after the other; the work space lies in the first-level cache. */
#define DEFINE_LOOP(name, type, transform)                                                                            \
    static void name(const struct clsmem_host_part *share)                                                            \
    {                                                                                                                 \
        const size_t length = share->problem->extent[0], batch = share->problem->extent[1];                           \
        const type *const in = share->buffers[IN], *const roots = share->buffers[ROOTS];                              \
        type *const out = share->buffers[OUT], x[2 * MOST_LENGTH], y[2 * MOST_LENGTH];                                \
        const size_t end = batch * (share->part + 1) / share->parts;                                                  \
                                                                                                                      \
        for (size_t i = batch * share->part / share->parts; i < end; i++) {                                           \
            type *result, scale = 1;                                                                                  \
                                                                                                                      \
            memcpy(x, in + i * 2 * length, 2 * length * sizeof *x);                                                   \
            result = transform(x, y, roots, length, false);                                                           \
            if (share->problem->mode == ROUND_TRIP) {                                                                 \
                result = transform(result, result == x ? y : x, roots, length, true);                                 \
                scale /= (type)length;                                                                                \
            }                                                                                                         \
            for (size_t j = 0; j < 2 * length; j++)                                                                   \
                out[i * 2 * length + j] = scale * result[j];                                                          \
        }                                                                                                             \
    }

DEFINE_LOOP(host_f32, float, transform_f32)
DEFINE_LOOP(host_f64, double, transform_f64)

static void host_loop(const struct clsmem_host_part *share)
{
    (share->problem->type == CLSMEM_F64 ? host_f64 : host_f32)(share);
}

static const struct clsmem_variant variants[] = {
    { "naive", "no local memory: radix 2, a launch a pass", .plan = plan_naive,
      .params = { { "GROUP", STEP_GROUP } } },
    { "radix_2", "radix 2 through local memory, an exchange a pass; those of neighbours collide two by two",
      .params = { { "RADIX", 2 }, { "LAYOUT", CLSMEM_PLAIN } } },
    { "plain", "the wound: 32 points a work-item, and the first results of a sub-group all collide in one bank",
      .versus = "radix_2", .params = { { "RADIX", 32 }, { "LAYOUT", CLSMEM_PLAIN } } },
    { "padded", "cure of plain by one dead point a row", .versus = "plain",
      .params = { { "RADIX", 32 }, { "LAYOUT", CLSMEM_PADDED }, { "PAD", 1 } } },
    { "swizzled", "cure of plain by XOR with the row", .versus = "plain",
      .params = { { "RADIX", 32 }, { "LAYOUT", CLSMEM_SWIZZLED }, { "ACCESS", 1 }, { "SHIFT", 0 } } },
    { "cpu", "one work-item a share of the transforms, radix 8 and 4 on vectors of eight, in cached local memory",
      .needs = CLSMEM_NEEDS_CPU, .plan = plan_cpu },
    { "host_c", "radix 2 as a plain C loop on the host: the rival of cpu",
      .needs = CLSMEM_NEEDS_CPU | CLSMEM_NEEDS_HOST, .plan = plan_host, .host = host_loop },
};

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    const double points = (double)reals(problem) / 2, passes = problem->mode == ROUND_TRIP ? 2 : 1;

    return (struct clsmem_work){
        .bytes = 2 * (double)reals(problem) * (double)clsmem_type_bytes(problem->type),
        .operations = passes * 5 * points * (double)log2_of(length_of(problem)),
    };
}

static bool accepts(const struct clsmem_problem *problem, char *reason, size_t reason_bytes)
{
    const size_t length = length_of(problem);

    if (length >= LEAST_LENGTH && length <= MOST_LENGTH && (length & (length - 1)) == 0)
        return true;
    snprintf(reason, reason_bytes, "the length of a transform is a power of two from %d to %d, not %zu", LEAST_LENGTH,
             MOST_LENGTH, length);
    return false;
}

/* exp(-2 pi i k / n), in more bits than a double has. */
static void set_root(size_t k, size_t n, double root[2])
{
    const long double angle = 6.283185307179586476925286766559L * (long double)k / (long double)n;

    root[0] = (double)cosl(angle);
    root[1] = (double)-sinl(angle);
}

/* roots[n + k] = exp(-pi i k / n): what every pass of radix 2 reads in a row. The first root has no use. */
static void set_radix_2_roots(size_t length, double *roots)
{
    set_root(0, 1, roots);
    for (size_t n = 1; n < length; n *= 2)
        for (size_t k = 0; k < n; k++)
            set_root(k, 2 * n, roots + 2 * (n + k));
}

/* Of a pass of `radix` when n points make a transform: n roots for each of its points. */
static void set_pass_roots(size_t radix, size_t n, double *roots)
{
    for (size_t j = 0; j < radix; j++)
        for (size_t k = 0; k < n; k++)
            set_root(j * k, radix * n, roots + 2 * (j * n + k));
}

static void data(const struct clsmem_problem *problem, unsigned buffer, double *values, size_t count)
{
    const size_t length = length_of(problem), radix = second_radix(length);

    if (buffer != ROOTS)
        return;
    set_radix_2_roots(length, values);
    set_pass_roots(radix, POINTS, values + 2 * length);
    if (third_radix(length) > 1)
        set_pass_roots(third_radix(length), POINTS * radix, values + 2 * (length + POINTS * radix));
    for (size_t i = 0; i < count && problem->type == CLSMEM_F32; i++)
        values[i] = (double)(float)values[i];
}

/* By radix 2 in double; a round trip leads back to the input. */
static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    const size_t length = length_of(problem);
    double roots[2 * MOST_LENGTH], x[2 * MOST_LENGTH], y[2 * MOST_LENGTH];

    memcpy(expected, in[IN], reals(problem) * sizeof *expected);
    if (problem->mode == ROUND_TRIP)
        return;
    set_radix_2_roots(length, roots);
    for (size_t i = 0; i < problem->extent[1]; i++) {
        double *const transform = expected + i * 2 * length;

        memcpy(x, transform, 2 * length * sizeof *x);
        memcpy(transform, transform_f64(x, y, roots, length, false), 2 * length * sizeof *x);
    }
}

/*
 * Euclidean lengths, since that of an error bounds each of its parts. A transform is log2 n levels, each of which
 * multiplies some points by roots and adds and subtracts pairs. A level is sqrt(2) times a unitary matrix, so it lets
 * the length of errors, in proportion to that of the data, as it is, and adds its own: at most (mu + sqrt(2) 4 u) + u
 * for a product and a sum, where mu <= u is the error of a rounded root (Higham, Accuracy and Stability of Numerical
 * Algorithms, 2002, lemma 3.5 and theorem 24.2). That is less than 7 u for each level; it also covers products of two
 * roots in passes of radix 4, and the products by roots between passes of more points, since then not each level has
 * one. The result's length is sqrt(n) times that of the data; a way back, divided by n, has that of the data, and two
 * errors.
 */
static void magnitude(const struct clsmem_problem *problem, const double *const in[], double *magnitude)
{
    const size_t count = 2 * length_of(problem);

    for (size_t i = 0; i < problem->extent[1]; i++) {
        double squares = 0;

        for (size_t j = 0; j < count; j++)
            squares += in[IN][i * count + j] * in[IN][i * count + j];
        for (size_t j = 0; j < count; j++)
            magnitude[i * count + j] =
                sqrt(problem->mode == ROUND_TRIP ? squares : squares * (double)length_of(problem));
    }
}

static double roundings(const struct clsmem_problem *problem)
{
    return (problem->mode == ROUND_TRIP ? 14 : 7) * (double)log2_of(length_of(problem));
}

static const size_t test_shapes[][CLSMEM_MAX_EXTENTS] = {
    { 64, 1, 1, 1 },   { 64, 7, 1, 1 },   { 128, 3, 1, 1 },
    { 256, 5, 1, 1 },  { 512, 2, 1, 1 },  { 1024, 3, 1, 1 },
    { 2048, 1, 1, 1 }, { 4096, 2, 1, 1 }, { 0 },
};

const struct clsmem_kernel clsmem_kernel_fft = {
    .name = "fft",
    .summary = "Fourier transforms of complex numbers, each in one work-group: points change hands in local memory",
    .lesson =
        "A transform of n points is log2 n levels, and after some of them every point must reach another work-item. "
        "naive sends all points through global memory after each level; radix_2 sends them through local memory, "
        "and pays a barrier or two each time. With 32 points in a work-item's registers five levels need no memory "
        "at all: 1024 points meet once, 4096 twice.\n"
        "The price shows in plain. After its first pass a work-item has 32 results in a row, so what a sub-group "
        "writes at once lies 32 points apart: one bank for single words, one pair of banks for complex numbers of "
        "two. One dead point a row, or an XOR with the row, is all it takes; every other access runs along rows in "
        "any layout. Transforms are bound by memory when local memory is not in their way, so see the share of the "
        "roof of copying.\n"
        "Roots of unity come from a table that was computed once, in more precision: native functions are faster on "
        "some devices, and their error is part of the result on all of them. The seed of every GPU transform "
        "library. Stockham's scheme: W. T. Cochran et al., 'What is the fast Fourier transform?' (1967). On GPUs: "
        "N. K. Govindaraju et al., 'High performance discrete Fourier transforms on graphics processors' (2008); V. "
        "Volkov, B. Kazian, 'Fitting FFT onto the G80 architecture' (2008). Errors: N. J. Higham, 'Accuracy and "
        "Stability of Numerical Algorithms' (2002), chapter 24.",
    .extents = { "length", "batch" },
    .modes = modes,
    .mode_count = sizeof modes / sizeof *modes,
    .quick_modes = 1,
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GFLOP_PER_S,
    .roof = CLSMEM_ROOF_COPY,
    .sizes = { .cpu = { { 1024, 512 }, { 1024, 4096 }, { 2048, 16384 } },
               .gpu = { { 1024, 8192 }, { 1024, 65536 }, { 2048, 65536 } } },
    .test_shapes = test_shapes,
    .small = { 2048, 2 },
    .rounds_always = true,
    .accepts = accepts,
    .plan = plan_local,
    .work = work,
    .data = data,
    .reference = reference,
    .magnitude = magnitude,
    .roundings = roundings,
};
