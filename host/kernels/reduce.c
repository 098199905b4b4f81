/* reduce: a sum, a greatest element, a dot product. The classical ladder, and what takes it to the speed of memory. */
#include "clsmem/kernel.h"

#include <math.h>

enum mode { SUM, MAX, DOT };

static const struct clsmem_mode modes[] = {
    [SUM] = { "sum", "of all elements" },
    [MAX] = { "max", "the greatest element, by fmax(): NaN is passed over" },
    [DOT] = { "dot", "the sum of the products of two arrays" },
};

/*
 * Work-groups of a launch whose work-items go on to further elements: as many for each compute unit, and at least this
 * many together, so that a work-item of a small device has no long sum either.
 */
#define MANY_GROUPS 4096

/* The least elements, or vectors, that are worth a work-item. */
#define LEAST_EACH 8

/* Vectors that a work-item folds apart. */
#define IN_FLIGHT 4

/* reduce_cpu: work-groups that keep 2 to 64 compute units busy, and never more than a last sum should have terms. */
#define CPU_GROUPS 64
#define MOST_CPU_GROUPS 256

static size_t input_count(const struct clsmem_problem *problem)
{
    return problem->mode == DOT ? 2 : 1;
}

static size_t round_up(size_t value, size_t unit)
{
    return clsmem_groups(value, unit) * unit;
}

/* The inputs, the output and no pass yet, with macros that say what is computed. */
static struct clsmem_plan common_plan(const struct clsmem_problem *problem)
{
    const size_t inputs = input_count(problem);
    struct clsmem_plan plan = {
        .params = { { "IS_MAX", problem->mode == MAX }, { "IS_DOT", problem->mode == DOT } },
    };

    for (size_t i = 0; i < inputs; i++)
        plan.buffers[i] = (struct clsmem_buffer){ problem->extent[0], CLSMEM_IN, problem->type };
    plan.buffers[inputs] = (struct clsmem_buffer){ 1, CLSMEM_OUT, problem->type };
    return plan;
}

static void add_param(struct clsmem_plan *plan, const char *name, size_t value)
{
    size_t place = 0;

    while (plan->params[place].name)
        place++;
    plan->params[place] = (struct clsmem_param){ name, (long)value };
}

/* Behind the output; returns its place. */
static unsigned add_buffer(struct clsmem_plan *plan, size_t count, enum clsmem_role role, enum clsmem_type type)
{
    unsigned place = 0;

    while (plan->buffers[place].count > 0)
        place++;
    plan->buffers[place] = (struct clsmem_buffer){ count, role, type };
    return place;
}

static struct clsmem_pass *add_pass(struct clsmem_plan *plan, const char *entry, size_t groups, size_t group)
{
    size_t place = 0;

    while (plan->passes[place].entry)
        place++;
    plan->passes[place] = (struct clsmem_pass){ .entry = entry, .global = { groups * group }, .local = { group } };
    return &plan->passes[place];
}

static void add_arg(struct clsmem_pass *pass, struct clsmem_arg arg)
{
    size_t place = 0;

    while (pass->args[place].kind != CLSMEM_ARG_END)
        place++;
    pass->args[place] = arg;
}

/* The pass that reads the inputs, one of them twice where there is one: those, the buffer that it writes, and n. */
static struct clsmem_pass *add_first_pass(struct clsmem_plan *plan, const struct clsmem_problem *problem,
                                          const char *entry, size_t groups, size_t group, unsigned target)
{
    struct clsmem_pass *pass = add_pass(plan, entry, groups, group);

    add_arg(pass, clsmem_arg_buffer(0));
    add_arg(pass, clsmem_arg_buffer((unsigned)input_count(problem) - 1));
    add_arg(pass, clsmem_arg_buffer(target));
    add_arg(pass, clsmem_arg_uint(problem->extent[0]));
    return pass;
}

/* A pass over `count` partial results. */
static struct clsmem_pass *add_later_pass(struct clsmem_plan *plan, const char *entry, size_t groups, size_t group,
                                          unsigned source, unsigned target, size_t count)
{
    struct clsmem_pass *pass = add_pass(plan, entry, groups, group);

    add_arg(pass, clsmem_arg_buffer(source));
    add_arg(pass, clsmem_arg_buffer(target));
    add_arg(pass, clsmem_arg_uint(count));
    return pass;
}

/* One element a work-item, again and again until one is left; two buffers of partial results take turns. */
static void plan_tree(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t group = (size_t)clsmem_param(variant, "GROUP"), groups = clsmem_groups(problem->extent[0], group);
    const unsigned out = (unsigned)input_count(problem);
    unsigned source = out, target = out, other = out;

    (void)limits;
    *plan = common_plan(problem);
    plan->local_bytes = group * clsmem_type_bytes(problem->type);
    if (groups > 1)
        target = add_buffer(plan, groups, CLSMEM_SCRATCH, problem->type);
    if (groups > group)
        other = add_buffer(plan, clsmem_groups(groups, group), CLSMEM_SCRATCH, problem->type);
    add_first_pass(plan, problem, "reduce_tree", groups, group, target);

    for (size_t count = groups; count > 1; count = clsmem_groups(count, group)) {
        source = target;
        target = count > group ? other : out;
        other = source;
        add_later_pass(plan, "reduce_tree_again", clsmem_groups(count, group), group, source, target, count);
    }
}

/* Work-groups for work-items that fold `each` elements or more. */
static size_t group_count(const struct clsmem_problem *problem, const struct clsmem_limits *limits, size_t group,
                          size_t each)
{
    const size_t most = round_up(MANY_GROUPS, limits->compute_units),
                 wanted = clsmem_groups(problem->extent[0], group * each);

    return wanted < most ? wanted : most;
}

/* Many groups leave a partial result each, and one more folds them. */
static void plan_first_add(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                           const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t group = (size_t)clsmem_param(variant, "GROUP");
    const size_t groups = group_count(problem, limits, group, LEAST_EACH);

    *plan = common_plan(problem);
    plan->local_bytes = group * clsmem_type_bytes(problem->type);

    const unsigned partials = add_buffer(plan, groups, CLSMEM_SCRATCH, problem->type);

    add_first_pass(plan, problem, variant->entry, groups, group, partials);
    add_later_pass(plan, "reduce_partials", 1, group, partials, (unsigned)input_count(problem), groups);
}

/* What the kernels over vectors share: 512 work-items where the device has so many, accesses of 16 bytes. */
struct vectors {
    size_t group, groups;
};

static struct vectors plan_common_vectors(const struct clsmem_problem *problem, const struct clsmem_limits *limits,
                                          struct clsmem_plan *plan)
{
    const size_t bytes = clsmem_type_bytes(problem->type), width = 16 / bytes;
    const size_t group = limits->max_group_items < 512 ? 256 : 512;

    *plan = common_plan(problem);
    plan->local_bytes = group * bytes;
    add_param(plan, "GROUP", group);
    add_param(plan, "WIDTH", width);
    add_param(plan, "IN_FLIGHT", IN_FLIGHT);
    return (struct vectors){ group, group_count(problem, limits, group, LEAST_EACH * width) };
}

static void plan_vector(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                        const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const struct vectors vectors = plan_common_vectors(problem, limits, plan);
    const unsigned partials = add_buffer(plan, vectors.groups, CLSMEM_SCRATCH, problem->type);

    add_first_pass(plan, problem, variant->entry, vectors.groups, vectors.group, partials);
    add_later_pass(plan, "reduce_partials", 1, vectors.group, partials, (unsigned)input_count(problem),
                   vectors.groups);
}

static void plan_vector_dynamic(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                                const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    plan_vector(variant, problem, limits, plan);
    add_arg(&plan->passes[0], clsmem_arg_local(plan->local_bytes));
}

/* NVIDIA's sub-groups have 32 work-items; of others it is only known that they have one or more. */
static void plan_sub_group(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                           const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    plan_vector(variant, problem, limits, plan);

    const size_t group = plan->passes[0].local[0];

    add_param(plan, "SUB_GROUPS", limits->is_nv_compiler ? group / 32 : group);
}

/* One launch, and a counter that it leaves at 0. */
static void plan_one_pass(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                          const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const struct vectors vectors = plan_common_vectors(problem, limits, plan);
    const unsigned partials = add_buffer(plan, vectors.groups, CLSMEM_SCRATCH, problem->type);
    const unsigned finished = add_buffer(plan, 1, CLSMEM_STATE, CLSMEM_U32);
    struct clsmem_pass *pass =
        add_first_pass(plan, problem, variant->entry, vectors.groups, vectors.group, (unsigned)input_count(problem));

    add_arg(pass, clsmem_arg_buffer(partials));
    add_arg(pass, clsmem_arg_buffer(finished));
    plan->local_bytes += sizeof(cl_uint);
}

/* Vectors as wide as the processor's, at most 64 bytes. */
static size_t native_width(const struct clsmem_problem *problem, const struct clsmem_limits *limits)
{
    const size_t native = problem->type == CLSMEM_F64 ? limits->vector_f64 : limits->vector_f32;
    const size_t widest = 64 / clsmem_type_bytes(problem->type);

    return native >= widest ? widest : native >= widest / 2 ? widest / 2 : widest / 4;
}

/* One work-item a share; shares are whole pages, so that each begins at a vector. */
static void plan_cpu(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                     const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    const size_t units = limits->compute_units, n = problem->extent[0];
    const size_t wanted = 4 * units < CPU_GROUPS        ? CPU_GROUPS
                          : 4 * units > MOST_CPU_GROUPS ? MOST_CPU_GROUPS
                                                        : 4 * units;
    const size_t share = round_up(clsmem_groups(n, wanted), 4096), groups = clsmem_groups(n, share);

    *plan = common_plan(problem);
    add_param(plan, "GROUP", 1);
    add_param(plan, "WIDTH", native_width(problem, limits));
    add_param(plan, "SHARE", share);

    const unsigned partials = add_buffer(plan, groups, CLSMEM_SCRATCH, problem->type);

    add_first_pass(plan, problem, variant->entry, groups, 1, partials);
    add_later_pass(plan, "reduce_partials", 1, 1, partials, (unsigned)input_count(problem), groups);
    plan->local_bytes = clsmem_type_bytes(problem->type);
}

/* CLBlast finds the place of the greatest element, and one work-item fetches that. */
static void plan_clblast(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                         const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)variant;
    (void)limits;
    *plan = common_plan(problem);
    if (problem->mode != MAX)
        return;
    add_param(plan, "GROUP", 1);

    const unsigned place = add_buffer(plan, 1, CLSMEM_SCRATCH, CLSMEM_U32);
    struct clsmem_pass *pass = add_pass(plan, "reduce_pick", 1, 1);

    add_arg(pass, clsmem_arg_buffer(0));
    add_arg(pass, clsmem_arg_buffer(1));
    add_arg(pass, clsmem_arg_buffer(place));
    add_arg(pass, clsmem_arg_uint(problem->extent[0]));
}

/* Parts of the host's loops leave a partial result each; more threads than that would have nothing to do. */
#define MOST_PARTS 512

static void plan_host(const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                      const struct clsmem_limits *limits, struct clsmem_plan *plan)
{
    (void)variant;
    (void)limits;
    *plan = common_plan(problem);
    add_buffer(plan, MOST_PARTS, CLSMEM_SCRATCH, problem->type);
}

/* Elements that are folded side by side, so that a compiler may use vectors, and those that one stretch of it takes. */
#define SIDES 64
#define HOST_STRETCH 65536

#define ADDED(x, y) ((x) + (y))
#define GREATER(x, y) ((x) >= (y) || (y) != (y) ? (x) : (y)) /* fmax(), which compilers call and do not write out */
#define OF_A(i) a[i]
#define PRODUCT(i) (a[i] * b[i])

#define HOST_LOOP(name, real, neutral, fold, term)                                                                    \
    static real name(const real *a, const real *b, size_t count)                                                      \
    {                                                                                                                 \
        real folded = neutral;                                                                                        \
                                                                                                                      \
        (void)b;                                                                                                      \
        for (size_t i = 0; i < count;) {                                                                              \
            const size_t end = count - i < HOST_STRETCH ? count : i + HOST_STRETCH;                                   \
            real sides[SIDES];                                                                                        \
                                                                                                                      \
            for (size_t j = 0; j < SIDES; j++)                                                                        \
                sides[j] = neutral;                                                                                   \
            for (; i + SIDES <= end; i += SIDES)                                                                      \
                for (size_t j = 0; j < SIDES; j++)                                                                    \
                    sides[j] = fold(sides[j], term(i + j));                                                           \
            for (; i < end; i++)                                                                                      \
                sides[0] = fold(sides[0], term(i));                                                                   \
            for (size_t j = 1; j < SIDES; j++)                                                                        \
                sides[0] = fold(sides[0], sides[j]);                                                                  \
            folded = fold(folded, sides[0]);                                                                          \
        }                                                                                                             \
        return folded;                                                                                                \
    }

HOST_LOOP(sum_f32, float, -0.0f, ADDED, OF_A)
HOST_LOOP(max_f32, float, NAN, GREATER, OF_A)
HOST_LOOP(dot_f32, float, -0.0f, ADDED, PRODUCT)
HOST_LOOP(sum_f64, double, -0.0, ADDED, OF_A)
HOST_LOOP(max_f64, double, (double)NAN, GREATER, OF_A)
HOST_LOOP(dot_f64, double, -0.0, ADDED, PRODUCT)

static float (*const loops_f32[])(const float *a, const float *b, size_t count) = { sum_f32, max_f32, dot_f32 };
static double (*const loops_f64[])(const double *a, const double *b, size_t count) = { sum_f64, max_f64, dot_f64 };

/* Elements start to end - 1 into the part's partial result; or, in the last phase, all of these into the output. */
static void host(const struct clsmem_host_part *part)
{
    const struct clsmem_problem *problem = part->problem;
    const size_t inputs = input_count(problem), n = problem->extent[0], later = problem->mode == MAX ? MAX : SUM;
    const unsigned parts = part->parts < MOST_PARTS ? part->parts : MOST_PARTS;
    const size_t start = n * part->part / parts, count = n * (part->part + 1) / parts - start;
    const void *a = part->buffers[0], *b = part->buffers[inputs - 1];
    void *out = part->buffers[inputs], *partials = part->buffers[inputs + 1];

    if (part->phase == 0 && part->part < parts) {
        if (problem->type == CLSMEM_F64)
            ((double *)partials)[part->part] =
                loops_f64[problem->mode]((const double *)a + start, (const double *)b + start, count);
        else
            ((float *)partials)[part->part] =
                loops_f32[problem->mode]((const float *)a + start, (const float *)b + start, count);
    }
    if (part->phase == 1 && part->part == 0) {
        if (problem->type == CLSMEM_F64)
            *(double *)out = loops_f64[later](partials, NULL, parts);
        else
            *(float *)out = loops_f32[later](partials, NULL, parts);
    }
}

#define TREE(steps)                                                                                                   \
    {                                                                                                                 \
        { "GROUP", 256 },                                                                                             \
        {                                                                                                             \
            "STEPS", steps                                                                                            \
        }                                                                                                             \
    }

/* As cl/reduce.cl has them. */
enum steps { DIVERGENT, STRIDED, SEQUENTIAL };

static const struct clsmem_variant variants[] = {
    { "divergent",
      "one element a work-item; each 2nd, 4th, 8th, ... goes on, and all sub-groups with them; gaps in f64 conflict",
      .plan = plan_tree, .params = TREE(DIVERGENT) },
    { "clblast", "CLBlast's sum, dot, or place of the greatest element: the rival", .needs = CLSMEM_NEEDS_CLBLAST,
      .plan = plan_clblast },
    { "strided", "the wound: the first work-items go on, 2, 4, 8, ... words apart, so 2, 4, 8 of them collide",
      .plan = plan_tree, .params = TREE(STRIDED) },
    { "sequential", "cure of strided: the first half adds the second half's values, which lie side by side",
      .versus = "strided", .plan = plan_tree, .params = TREE(SEQUENTIAL) },
    { "first_add", "each work-item adds many elements up while it loads them, and the tree costs nothing any more",
      .entry = "reduce_first_add", .versus = "sequential", .plan = plan_first_add, .params = { { "GROUP", 256 } } },
    { "vector", "the same by 16 bytes an access, four of them in flight", .entry = "reduce_vector",
      .versus = "first_add", .plan = plan_vector },
    { "vector_dynamic", "the same with its local array as a __local argument", .entry = "reduce_vector_dynamic",
      .versus = "vector", .plan = plan_vector_dynamic },
    { "sub_group", "the tree by values from lane to lane: one barrier, one local value a sub-group",
      .entry = "reduce_sub_group", .versus = "vector", .needs = CLSMEM_NEEDS_SHUFFLE, .plan = plan_sub_group,
      .params = { { "USES_SUB_GROUPS", 1 } } },
    { "one_pass", "one launch: the last group to finish, by an atomic count, adds the partial results up",
      .entry = "reduce_one_pass", .versus = "vector", .plan = plan_one_pass },
    { "host_c", "a plain C loop on each of the host's processors, sums side by side: the rival", .versus = "clblast",
      .needs = CLSMEM_NEEDS_CPU | CLSMEM_NEEDS_HOST, .plan = plan_host, .host = host, .host_phases = 2 },
    { "cpu", "one work-item a share, in the processor's own vectors, no local memory to speak of",
      .entry = "reduce_cpu", .versus = "host_c", .needs = CLSMEM_NEEDS_CPU, .plan = plan_cpu },
};

static struct clsmem_work work(const struct clsmem_problem *problem)
{
    return (struct clsmem_work){
        .bytes = (double)(input_count(problem) * problem->extent[0]) * (double)clsmem_type_bytes(problem->type),
    };
}

/* Terms that are added up apart, so that millions of them cost a sum in double no digits. */
#define REFERENCE_STRETCH 4096

/* The sum of terms, or of their absolute values. */
static double add_terms(const struct clsmem_problem *problem, const double *const in[], bool absolute)
{
    const size_t n = problem->extent[0];
    double sum = 0;

    for (size_t start = 0; start < n; start += REFERENCE_STRETCH) {
        const size_t end = n - start < REFERENCE_STRETCH ? n : start + REFERENCE_STRETCH;
        double part = 0;

        for (size_t i = start; i < end; i++) {
            const double term = problem->mode == DOT ? in[0][i] * in[1][i] : in[0][i];

            part += absolute ? fabs(term) : term;
        }
        sum += part;
    }
    return sum;
}

static void reference(const struct clsmem_problem *problem, const double *const in[], double *expected)
{
    if (problem->mode != MAX) {
        *expected = add_terms(problem, in, false);
        return;
    }
    *expected = (double)NAN;
    for (size_t i = 0; i < problem->extent[0]; i++)
        *expected = fmax(*expected, in[0][i]);
}

static void magnitude(const struct clsmem_problem *problem, const double *const in[], double *magnitude)
{
    *magnitude = problem->mode == MAX ? 0 : add_terms(problem, in, true);
}

/*
 * Additions behind one another, in the worst variant at the worst place. host_c: 1024 on each side of a stretch of
 * 65536, 64 sides, up to 512 parts. cpu: 256 or 1024, up to 256 shares, stretches of 2^17 elements over all shares with
 * the narrowest vectors. A GPU's work-item has fewer than n / 2^19, and trees add 9 or 32. CLBlast's sums are longer from
 * some size on, and its errors still far below: they do not all have one sign.
 */
static double roundings(const struct clsmem_problem *problem)
{
    const double n = (double)problem->extent[0], longest = 2048 + n / 65536;

    return problem->mode == MAX ? 0 : (n < longest ? n : longest) + (problem->mode == DOT);
}

static void blas(const struct clsmem_problem *problem, struct clsmem_blas_call *call)
{
    *call = (struct clsmem_blas_call){
        .routine = problem->mode == SUM   ? CLSMEM_BLAS_SUM
                   : problem->mode == DOT ? CLSMEM_BLAS_DOT
                                          : CLSMEM_BLAS_IMAX,
        .k = problem->extent[0],
        .in = { 0, 1 },
        .out = problem->mode == SUM ? 1 : 2, /* dot has two inputs, and a place goes behind the output */
    };
}

/* One; a group of the tree, two levels and three of them, one off; primes; vectors and shares cut short. */
static const size_t test_shapes[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1, 1 },      { 2, 1, 1, 1 },
    { 3, 1, 1, 1 },      { 255, 1, 1, 1 },
    { 256, 1, 1, 1 },    { 257, 1, 1, 1 },
    { 1021, 1, 1, 1 },   { 4095, 1, 1, 1 },
    { 4097, 1, 1, 1 },   { 65537, 1, 1, 1 },
    { 65536, 1, 1, 1 },  { 300007, 1, 1, 1 },
    { 524287, 1, 1, 1 }, { 0 },
};

const struct clsmem_kernel clsmem_kernel_reduce = {
    .name = "reduce",
    .summary = "sum, greatest element or dot product: a tree in local memory, and the ways past it",
    .lesson =
        "Look at divergent, strided and sequential first: the same additions in the same tree, one element a "
        "work-item, so that local memory has most of the work. divergent keeps every sub-group busy to the last step "
        "for fewer and fewer lanes; strided packs the lanes together, and its words lie 2, 4, 8, ... apart, so that "
        "2, "
        "4, 8 lanes wait for one bank (and all 32 in groups of 1024); sequential has neither. Halving from the top is "
        "the seed of every tree in local memory, and lanes that stay together of every loop over a list that "
        "shrinks.\n"
        "Then look at the share of the roof. first_add does what no layout can: with many elements a work-item the "
        "tree is too small to matter, whatever its order. vector asks for 64 bytes a work-item before it waits for "
        "any of them: a memory is fast when much is in flight. sub_group and one_pass take away what is left, "
        "barriers and a launch: it shows at small sizes alone.\n"
        "A sum of floats depends on its order. Every variant here has its own, and all stay within roundings x u x "
        "sum |x|, with the tree's depth for the roundings where a plain loop has n.\n"
        "After Harris, Optimizing Parallel Reduction in CUDA (2007), whose seven steps these follow; Blelloch, Prefix "
        "Sums and Their Applications (1990); Higham, The Accuracy of Floating Point Summation (1993).",
    .extents = { "n" },
    .modes = modes,
    .mode_count = sizeof modes / sizeof *modes,
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .unit = CLSMEM_UNIT_GB_PER_S,
    .roof = CLSMEM_ROOF_READ,
    .sizes = { .cpu = { { 1 << 21 }, { 1 << 25 }, { 1 << 27 } }, .gpu = { { 1 << 26 }, { 1 << 27 }, { 1 << 28 } } },
    .test_shapes = test_shapes,
    .small = { 5000 },
    .plan = plan_vector,
    .work = work,
    .reference = reference,
    .magnitude = magnitude,
    .roundings = roundings,
    .blas = blas,
};
