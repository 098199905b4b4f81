/* Plans of every variant in the registry, and what a device's limits make of them; all without a device. */
#include <CUnit/CUnit.h>

#include <math.h>
#include <string.h>

#include "clblast.h"
#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "embedded.h"
#include "expect.h"

/* What OpenCL 1.2 promises at the least, but for work-groups: 256 work-items is what every GPU has. */
static const struct clsmem_limits least = {
    .max_group_items = 256,
    .max_items = { 256, 256, 64 },
    .local_bytes = 32 << 10,
    .global_bytes = (size_t)1 << 30,
    .max_buffer_bytes = (size_t)1 << 28,
    .compute_units = 1,
    .vector_f32 = 1,
};

static const struct clsmem_limits gpu = {
    .max_group_items = 1024,
    .max_items = { 1024, 1024, 64 },
    .local_bytes = 48 << 10,
    .global_bytes = (size_t)16 << 30,
    .max_buffer_bytes = (size_t)4 << 30,
    .cache_bytes = 4 << 20,
    .compute_units = 20,
    .vector_f32 = 1,
    .vector_f64 = 1,
    .has_subgroups = true,
    .is_nv_compiler = true,
};

static const struct clsmem_limits cpu = {
    .max_group_items = 4096,
    .max_items = { 4096, 4096, 4096 },
    .local_bytes = 512 << 10,
    .global_bytes = (size_t)16 << 30,
    .max_buffer_bytes = (size_t)4 << 30,
    .cache_bytes = 32 << 20,
    .compute_units = 2,
    .vector_f32 = 8,
    .vector_f64 = 4,
    .is_cpu = true,
    .local_is_global = true,
};

/* One and odd sizes, tiles of most edges and one off them, and one that only a host can count. */
static const size_t shapes[][CLSMEM_MAX_EXTENTS] = {
    { 1, 1, 1, 1 },      { 31, 33, 32, 5 },    { 64, 64, 64, 64 },      { 65, 1, 127, 3 },
    { 128, 128, 8, 16 }, { 1021, 7, 4099, 2 }, { 70001, 30011, 99, 1 },
};

struct plan_case {
    const struct clsmem_kernel *kernel;
    const struct clsmem_variant *variant;
    struct clsmem_problem problem;
    const struct clsmem_limits *limits;
    struct clsmem_plan plan;
};

/* Behind a failed expectation: which plan it was. */
static void note_case(const struct plan_case *this)
{
    const size_t *extent = this->problem.extent;

    expect_note("%s.%s, %s, %zu x %zu x %zu x %zu, beta %g, on %s", this->kernel->name, this->variant->name,
                clsmem_type_word(this->problem.type), extent[0], extent[1], extent[2], extent[3], this->problem.beta,
                this->limits == &least ? "the least device"
                : this->limits == &gpu ? "a GPU"
                                       : "a CPU");
}

/* An extent that the family does not name is 1. */
static struct clsmem_problem problem_of(const struct clsmem_kernel *kernel, const size_t *shape, enum clsmem_type type,
                                        double beta)
{
    struct clsmem_problem problem = { .type = type, .alpha = 0.5, .beta = beta };

    for (size_t i = 0; i < CLSMEM_MAX_EXTENTS; i++)
        problem.extent[i] = kernel->extents[i] ? shape[i] : 1;
    return problem;
}

/* One shape in every type and mode of the family, with and without a beta; none where the family refuses it. */
static size_t visit_shape(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                          const struct clsmem_limits *limits, const size_t *shape,
                          void (*visit)(const struct plan_case *))
{
    const size_t modes = kernel->mode_count > 0 ? kernel->mode_count : 1;
    size_t visited = 0;

    for (size_t i = 0; i < 2 * CLSMEM_TYPE_COUNT * modes; i++) {
        static struct plan_case this;
        char reason[256];

        this.kernel = kernel;
        this.variant = variant;
        this.problem = problem_of(kernel, shape, (enum clsmem_type)(i / 2 % CLSMEM_TYPE_COUNT), i % 2 ? -0.25 : 0);
        this.problem.mode = i / 2 / CLSMEM_TYPE_COUNT;
        this.limits = limits;
        if (!clsmem_problem_makes_sense(kernel, &this.problem, reason, sizeof reason))
            continue;
        clsmem_plan_make(kernel, variant, &this.problem, limits, &this.plan);
        visit(&this);
        visited++;
    }
    return visited;
}

static void visit_shapes(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                         const struct clsmem_limits *limits, void (*visit)(const struct plan_case *))
{
    size_t visited = 0;

    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        visited += visit_shape(kernel, variant, limits, shapes[s], visit);
    for (size_t s = 0; kernel->test_shapes && kernel->test_shapes[s][0] > 0; s++)
        visited += visit_shape(kernel, variant, limits, kernel->test_shapes[s], visit);
    if (!EXPECT(visited > 0))
        expect_note("%s accepts no shape", kernel->name);
}

/* Every variant, on every device, at every shape, in all types and modes, with and without a beta. */
static void for_each_plan(void (*visit)(const struct plan_case *))
{
    static const struct clsmem_limits *const devices[] = { &least, &gpu, &cpu };
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++)
        for (size_t v = 0; v < kernels[k]->variant_count; v++)
            for (size_t d = 0; d < sizeof devices / sizeof *devices; d++)
                visit_shapes(kernels[k], &kernels[k]->variants[v], devices[d], visit);
}

static void visit_global_sizes(const struct plan_case *this)
{
    for (size_t p = 0; p < clsmem_plan_pass_count(&this->plan); p++) {
        const struct clsmem_pass *pass = &this->plan.passes[p];

        for (size_t d = 0; d < 3; d++) {
            const size_t global = pass->global[d], local = pass->local[d];
            const bool used = d < clsmem_pass_dimensions(pass);

            if (!EXPECT(used ? local > 0 && global > 0 && global % local == 0 : global == 0 && local == 0)) {
                expect_note("dimension %zu: %zu work-items in groups of %zu", d, global, local);
                note_case(this);
            }
        }
    }
}

static void global_sizes_are_multiples_of_the_work_group(void)
{
    for_each_plan(visit_global_sizes);
}

static void visit_roles(const struct plan_case *this)
{
    const size_t count = clsmem_plan_buffer_count(&this->plan);
    size_t outputs = 0;

    for (size_t i = 0; i < count; i++) {
        const enum clsmem_role role = this->plan.buffers[i].role;

        outputs += role == CLSMEM_OUT || role == CLSMEM_IN_OUT;
        const bool is_own = role == CLSMEM_SCRATCH || role == CLSMEM_STATE;

        if (!EXPECT(role == CLSMEM_IN ? outputs == 0 : !is_own || outputs == 1))
            note_case(this);
    }
    if (!EXPECT_EQ_SIZE(outputs, 1))
        note_case(this);
}

static void inputs_come_first_then_one_output_then_scratch(void)
{
    for_each_plan(visit_roles);
}

static void visit_likeness(const struct plan_case *this)
{
    struct clsmem_plan first;

    clsmem_plan_make(this->kernel, &this->kernel->variants[0], &this->problem, this->limits, &first);
    const size_t output = clsmem_plan_output(&first);

    if (!EXPECT_EQ_SIZE(clsmem_plan_output(&this->plan), output))
        note_case(this);
    for (size_t i = 0; i <= output; i++) {
        const struct clsmem_buffer *a = &first.buffers[i], *b = &this->plan.buffers[i];

        if (!EXPECT(a->count == b->count && a->role == b->role && a->type == b->type))
            note_case(this);
    }
}

/* One oracle serves all variants of a family. */
static void inputs_and_output_are_alike_for_all_variants_of_a_family(void)
{
    for_each_plan(visit_likeness);
}

/* CLBlast's matrix-vector product reads the old output even where beta is 0, and poison is no number. */
static bool clblast_reads_output(const struct clsmem_kernel *kernel, const struct clsmem_problem *problem)
{
    struct clsmem_blas_call call = { .routine = CLSMEM_BLAS_NONE };

    if (kernel->blas)
        kernel->blas(problem, &call);
    return call.routine == CLSMEM_BLAS_GEMV;
}

static void visit_beta(const struct plan_case *this)
{
    const enum clsmem_role role = this->plan.buffers[clsmem_plan_output(&this->plan)].role;

    if (!EXPECT(this->problem.beta != 0 || role == CLSMEM_OUT || clblast_reads_output(this->kernel, &this->problem)))
        note_case(this);
}

static void without_a_beta_the_output_begins_as_poison(void)
{
    for_each_plan(visit_beta);
}

static void visit_buffers(const struct plan_case *this)
{
    const size_t count = clsmem_plan_buffer_count(&this->plan);
    bool used[CLSMEM_MAX_BUFFERS] = { false };

    for (size_t p = 0; p < clsmem_plan_pass_count(&this->plan); p++) {
        const struct clsmem_pass *pass = &this->plan.passes[p];

        for (size_t a = 0; a < clsmem_pass_arg_count(pass); a++) {
            if (pass->args[a].kind != CLSMEM_ARG_BUFFER)
                continue;
            if (EXPECT(pass->args[a].number < count))
                used[pass->args[a].number] = true;
            else
                note_case(this);
        }
    }
    for (size_t i = 0; i < count && clsmem_plan_pass_count(&this->plan) > 0; i++)
        if (!EXPECT(used[i] || this->plan.buffers[i].role == CLSMEM_IN_OUT))
            note_case(this);
}

static void arguments_are_buffers_of_the_plan_and_none_is_left_out(void)
{
    for_each_plan(visit_buffers);
}

static void visit_local_bytes(const struct plan_case *this)
{
    for (size_t p = 0; p < clsmem_plan_pass_count(&this->plan); p++) {
        const struct clsmem_pass *pass = &this->plan.passes[p];
        size_t bytes = 0;

        for (size_t a = 0; a < clsmem_pass_arg_count(pass); a++)
            bytes += pass->args[a].kind == CLSMEM_ARG_LOCAL ? pass->args[a].number : 0;
        if (!EXPECT(bytes <= this->plan.local_bytes))
            note_case(this);
    }
}

static void local_bytes_cover_the_local_arguments(void)
{
    for_each_plan(visit_local_bytes);
}

static void visit_clblast(const struct plan_case *this)
{
    const bool is_rival = this->variant->needs & CLSMEM_NEEDS_CLBLAST,
               is_loop = this->variant->needs & CLSMEM_NEEDS_HOST;
    const size_t passes = clsmem_plan_pass_count(&this->plan);

    if (!EXPECT(is_loop ? passes == 0 : is_rival || passes > 0) | !EXPECT(!is_rival || this->kernel->blas != NULL) |
        !EXPECT((this->variant->host != NULL) == is_loop) |
        !EXPECT(!is_loop || (this->variant->needs & CLSMEM_NEEDS_CPU)))
        note_case(this);
}

static void all_but_the_rivals_have_passes(void)
{
    for_each_plan(visit_clblast);
}

static bool is_named_before(const char *name, const struct clsmem_param *params, size_t count)
{
    for (size_t i = 0; i < count && params[i].name; i++)
        if (strcmp(params[i].name, name) == 0)
            return true;
    return false;
}

static void visit_params(const struct plan_case *this)
{
    const struct clsmem_param *own = this->variant->params, *planned = this->plan.params;

    for (size_t i = 0; i < CLSMEM_MAX_PARAMS && own[i].name; i++)
        if (!EXPECT(!is_named_before(own[i].name, own, i)))
            note_case(this);
    for (size_t i = 0; i < CLSMEM_MAX_PARAMS && planned[i].name; i++)
        if (!EXPECT(!is_named_before(planned[i].name, own, CLSMEM_MAX_PARAMS)) |
            !EXPECT(!is_named_before(planned[i].name, planned, i)))
            note_case(this);
}

static void no_macro_is_defined_twice(void)
{
    for_each_plan(visit_params);
}

/* Source of a family inside the library. It is terminated. */
static const char *source_of(const struct clsmem_kernel *kernel)
{
    const size_t length = strlen(kernel->name);

    for (size_t i = 0; i < clsmem_embedded_count; i++) {
        const char *name = clsmem_embedded_sources[i].name;

        if (strncmp(name, kernel->name, length) == 0 && strcmp(name + length, ".cl") == 0)
            return (const char *)clsmem_embedded_sources[i].text;
    }
    return "";
}

/* The parameter list of a kernel function, behind its parenthesis; NULL when there is no such function. */
static const char *params_of(const char *source, const char *entry)
{
    for (const char *found = source; (found = strstr(found, entry)); found++) {
        const char *behind = found + strlen(entry);

        if (found - source >= 5 && strncmp(found - 5, "void ", 5) == 0 && *behind == '(')
            return behind + 1;
    }
    return NULL;
}

/* Copies the parameter that begins at `text` and gives where the next one begins; NULL at the list's end. */
static const char *param_cut(const char *text, char *param, size_t bytes)
{
    text += strspn(text, " \n");
    const size_t length = strcspn(text, ",)");
    const size_t copied = length < bytes ? length : bytes - 1;

    memcpy(param, text, copied);
    param[copied] = '\0';
    return text[length] == ',' ? text + length + 1 : NULL;
}

/* Whether a parameter takes what the plan hands over; an input must be const. */
static bool param_takes(const char *param, const struct clsmem_arg *arg, const struct clsmem_plan *plan)
{
    const bool is_const = strstr(param, "const ") != NULL;

    switch (arg->kind) {
    case CLSMEM_ARG_BUFFER:
        return (strstr(param, "__global ") || strstr(param, "__constant ")) &&
               (is_const || plan->buffers[arg->number].role != CLSMEM_IN);
    case CLSMEM_ARG_LOCAL:
        return strncmp(param, "__local ", 8) == 0;
    case CLSMEM_ARG_UINT:
        return strncmp(param, "uint ", 5) == 0;
    case CLSMEM_ARG_REAL:
        return strncmp(param, "ELEMENT ", 8) == 0 || strncmp(param, "REAL ", 5) == 0;
    case CLSMEM_ARG_END:
        break;
    }
    return false;
}

static bool is_macro(const char *param)
{
    return *param >= 'A' && *param <= 'Z' && !strchr(param, ' ');
}

static void visit_signatures(const struct plan_case *this)
{
    for (size_t p = 0; p < clsmem_plan_pass_count(&this->plan); p++) {
        const struct clsmem_pass *pass = &this->plan.passes[p];
        const char *rest = params_of(source_of(this->kernel), pass->entry);
        size_t count = 0;

        if (!EXPECT(rest != NULL)) {
            expect_note("%s.cl has no kernel function %s", this->kernel->name, pass->entry);
            note_case(this);
        }
        for (; rest; count++) {
            char param[128];

            rest = param_cut(rest, param, sizeof param);
            if (is_macro(param))
                return; /* for several parameters, as many as the variant has */
            if (count >= CLSMEM_MAX_ARGS || !EXPECT(param_takes(param, &pass->args[count], &this->plan))) {
                expect_note("%s: argument %zu is \"%s\"", pass->entry, count, param);
                note_case(this);
                break;
            }
        }
        if (!EXPECT_EQ_SIZE(count, clsmem_pass_arg_count(pass)))
            note_case(this);
    }
}

static void arguments_are_those_of_the_kernel_function_and_inputs_are_const(void)
{
    for_each_plan(visit_signatures);
}

static void every_family_has_a_variant_that_any_device_can_run(void)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++) {
        for (size_t t = 0; t < CLSMEM_TYPE_COUNT; t++) {
            const size_t *const shape = kernels[k]->test_shapes ? kernels[k]->test_shapes[0] : shapes[1];
            const struct clsmem_problem problem = problem_of(kernels[k], shape, (enum clsmem_type)t, 0);
            size_t fitting = 0;

            if (!clsmem_kernel_has_type(kernels[k], problem.type))
                continue;
            for (size_t v = 0; v < kernels[k]->variant_count; v++) {
                const struct clsmem_variant *variant = &kernels[k]->variants[v];
                struct clsmem_plan plan;
                char reason[256];

                clsmem_plan_make(kernels[k], variant, &problem, &least, &plan);
                fitting += variant->needs == 0 && clsmem_plan_fits(kernels[k], &plan, &least, reason, sizeof reason);
            }
            if (!EXPECT(fitting > 0))
                expect_note("%s, %s", kernels[k]->name, clsmem_type_word(problem.type));
        }
    }
}

static bool ends_a_sentence(const char *text)
{
    return *text && text[strlen(text) - 1] == '.';
}

static bool is_one_word(const char *name)
{
    return *name && name[strcspn(name, " ,\t")] == '\0';
}

static void modes_have_names_of_one_word_and_say_what_they_show(void)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++) {
        EXPECT((kernels[k]->modes != NULL) == (kernels[k]->mode_count > 0));
        EXPECT(kernels[k]->quick_modes <= kernels[k]->mode_count);
        for (size_t m = 0; m < kernels[k]->mode_count; m++) {
            const struct clsmem_mode *const mode = &kernels[k]->modes[m];

            if (!EXPECT(is_one_word(mode->name) && mode->shows && *mode->shows && !ends_a_sentence(mode->shows)))
                expect_note("%s, mode %zu", kernels[k]->name, m);
            for (size_t other = 0; other < m; other++)
                EXPECT(strcmp(kernels[k]->modes[other].name, mode->name) != 0);
        }
    }
}

/* Paragraphs of whole sentences. */
static void every_family_has_a_lesson(void)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++)
        if (!EXPECT(kernels[k]->lesson && strlen(kernels[k]->lesson) > 80 && ends_a_sentence(kernels[k]->lesson)))
            expect_note("%s", kernels[k]->name);
}

static void summaries_have_no_period(void)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++) {
        if (!EXPECT(!ends_a_sentence(kernels[k]->summary)))
            expect_note("%s", kernels[k]->name);
        for (size_t v = 0; v < kernels[k]->variant_count; v++)
            if (!EXPECT(!ends_a_sentence(kernels[k]->variants[v].shows)))
                expect_note("%s.%s", kernels[k]->name, kernels[k]->variants[v].name);
    }
}

/* A factor is speed over that of a row which must have been measured already. */
static void a_variant_comes_after_the_one_it_is_compared_with(void)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++) {
        for (size_t v = 1; v < kernels[k]->variant_count; v++) {
            const struct clsmem_variant *variant = &kernels[k]->variants[v];
            const struct clsmem_variant *versus = clsmem_variant_versus(kernels[k], variant);

            if (!EXPECT(versus != NULL && versus < variant))
                expect_note("%s.%s", kernels[k]->name, variant->name);
        }
    }
}

static size_t rivals(const struct clsmem_kernel *kernel)
{
    size_t count = 0;

    for (size_t v = 0; v < kernel->variant_count; v++)
        count += (kernel->variants[v].needs & CLSMEM_NEEDS_CLBLAST) != 0;
    return count;
}

static void families_name_what_checks_them(void)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++) {
        const struct clsmem_kernel *kernel = kernels[k];

        /* A probe needs lattice data, which only families that round get. */
        if (!EXPECT(kernel->reference != NULL && kernel->work != NULL && kernel->plan != NULL) |
            !EXPECT((kernel->magnitude != NULL) == (kernel->roundings != NULL)) |
            !EXPECT(!kernel->confirm || kernel->magnitude) | !EXPECT_EQ_SIZE(rivals(kernel), kernel->blas ? 1 : 0) |
            !EXPECT(!(kernel->variants[0].needs & CLSMEM_NEEDS_CLBLAST)))
            expect_note("%s", kernel->name);
    }
}

/* Sizes of one kind of device: each named extent there, and none smaller than at the scale before. */
static void expect_growing(const struct clsmem_kernel *kernel, const size_t (*sizes)[CLSMEM_MAX_EXTENTS])
{
    for (size_t i = 0; i < CLSMEM_MAX_EXTENTS && kernel->extents[i]; i++) {
        for (size_t scale = 0; scale < CLSMEM_SCALE_COUNT; scale++) {
            if (!EXPECT(sizes[scale][i] >= 1) | !EXPECT(scale == 0 || sizes[scale][i] >= sizes[scale - 1][i]))
                expect_note("%s: %s at scale %zu", kernel->name, kernel->extents[i], scale);
        }
    }
}

static void every_family_has_sizes_that_grow_with_the_scale(void)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++) {
        expect_growing(kernels[k], kernels[k]->sizes.cpu);
        expect_growing(kernels[k], kernels[k]->sizes.gpu);
    }
}

static void visit_work(const struct plan_case *this)
{
    const struct clsmem_work work = this->kernel->work(&this->problem);
    const enum clsmem_unit unit = this->kernel->unit;
    struct clsmem_plan first;
    double held = 0;

    /* What takes one launch after the other may move its data each time. */
    clsmem_plan_make(this->kernel, &this->kernel->variants[0], &this->problem, this->limits, &first);

    for (size_t i = 0; i <= clsmem_plan_output(&this->plan); i++)
        held += (double)clsmem_buffer_bytes(&this->plan.buffers[i]);
    held *= this->problem.beta == 0 ? 1.001 : 2;
    if (!EXPECT(work.bytes >= 0 && isfinite(work.bytes) && isfinite(work.operations) && isfinite(work.items)) |
        !EXPECT(unit != CLSMEM_UNIT_GFLOP_PER_S || work.operations > 0) |
        !EXPECT(unit != CLSMEM_UNIT_GB_PER_S || work.bytes > 0) |
        !EXPECT((unit != CLSMEM_UNIT_GKEY_PER_S && unit != CLSMEM_UNIT_NS) || work.items > 0) |
        !EXPECT(clsmem_plan_pass_count(&first) > 1 || work.bytes <= held))
        note_case(this);
}

/* A rate from more bytes than there are would flatter. */
static void work_is_counted_and_not_more_than_the_buffers_hold(void)
{
    for_each_plan(visit_work);
}

/* A family of our own, for what limits do to a plan. */
static const struct clsmem_variant no_variant = { .name = "none" };
static const struct clsmem_kernel no_family = { .name = "none", .variants = &no_variant, .variant_count = 1 };

static struct clsmem_plan small_plan(void)
{
    return (struct clsmem_plan){
        .buffers = { { 1024, CLSMEM_IN, CLSMEM_F32 }, { 1024, CLSMEM_OUT, CLSMEM_F32 } },
        .passes = { { .entry = "none", .global = { 256, 2 }, .local = { 128, 2 } } },
        .local_bytes = 1024,
    };
}

static const char *misfit(const struct clsmem_plan *plan, const struct clsmem_limits *limits)
{
    static char reason[256];

    reason[0] = '\0';
    EXPECT(clsmem_plan_fits(&no_family, plan, limits, reason, sizeof reason) == (reason[0] == '\0'));
    return reason;
}

static void a_plan_at_its_limits_fits(void)
{
    struct clsmem_limits limits = least;
    const struct clsmem_plan plan = small_plan();

    limits.max_group_items = 256;
    limits.max_items[0] = 128;
    limits.max_items[1] = 2;
    limits.local_bytes = 1024;
    limits.max_buffer_bytes = 4096 + 2 * CLSMEM_GUARD_BYTES;
    limits.global_bytes = 4096 * 3; /* input, output, expected output */
    EXPECT_EQ_STR(misfit(&plan, &limits), "");
}

static void a_plan_beyond_a_limit_says_what_it_needs_and_what_there_is(void)
{
    struct clsmem_plan plan = small_plan();
    struct clsmem_limits limits = least;

    limits.local_bytes = 1023;
    EXPECT_EQ_STR(misfit(&plan, &limits), "needs 1024 bytes of local memory; a work-group has 1023");
    limits = least;
    limits.max_items[1] = 1;
    EXPECT_EQ_STR(misfit(&plan, &limits), "needs 2 work-items in dimension 1 of a work-group; the limit is 1");
    limits = least;
    limits.max_group_items = 255;
    EXPECT_EQ_STR(misfit(&plan, &limits), "needs work-groups of 256 work-items; the limit is 255");
    limits = least;
    limits.max_buffer_bytes = 4095 + 2 * CLSMEM_GUARD_BYTES;
    EXPECT_EQ_STR(misfit(&plan, &limits), "needs a buffer of 132 KiB; the device's largest is 132 KiB");
    limits = least;
    limits.global_bytes = 10000;
    EXPECT_EQ_STR(misfit(&plan, &limits), "needs 12 KiB of global memory, checks included; the device has 9.8 KiB");
}

static void every_pass_is_held_against_the_limits(void)
{
    struct clsmem_plan plan = small_plan();

    for (size_t p = 1; p < CLSMEM_MAX_PASSES; p++)
        plan.passes[p] = plan.passes[0];
    EXPECT_EQ_STR(misfit(&plan, &least), "");
    plan.passes[CLSMEM_MAX_PASSES - 1].local[0] = 129;
    EXPECT_CONTAINS(misfit(&plan, &least), "needs work-groups of 258 work-items");
}

static double no_roundings(const struct clsmem_problem *problem)
{
    (void)problem;
    return 0;
}

static void no_magnitude(const struct clsmem_problem *problem, const double *const in[], double *magnitude)
{
    (void)problem;
    (void)in;
    (void)magnitude;
}

static void device_memory_counts_buffers_and_what_checks_them(void)
{
    const struct clsmem_kernel exact = no_family;
    struct clsmem_kernel rounding = no_family;
    struct clsmem_plan plan = small_plan();

    rounding.magnitude = no_magnitude;
    rounding.roundings = no_roundings;
    plan.buffers[0].count = 1;  /* 4 bytes of input */
    plan.buffers[1].count = 10; /* 40 of output */
    plan.buffers[2] = (struct clsmem_buffer){ 100, CLSMEM_SCRATCH, CLSMEM_F64 };
    EXPECT_NEAR(clsmem_plan_device_bytes(&exact, &plan), 4 + 2 * 40 + 800, 0);
    EXPECT_NEAR(clsmem_plan_device_bytes(&rounding, &plan), 2 * 4 + 4 * 40 + 800, 0);
    plan.buffers[1].role = CLSMEM_IN_OUT;
    EXPECT_NEAR(clsmem_plan_device_bytes(&exact, &plan), 4 + 3 * 40 + 800, 0);
    EXPECT_NEAR(clsmem_plan_device_bytes(&rounding, &plan), 2 * 4 + 6 * 40 + 800, 0);
}

static void a_sum_beyond_any_integer_is_not_small(void)
{
    struct clsmem_plan plan = small_plan();

    plan.buffers[1].count = SIZE_MAX / 8 + 1;
    plan.buffers[1].type = CLSMEM_F64;
    EXPECT(clsmem_plan_device_bytes(&no_family, &plan) >= 2.0 * (double)SIZE_MAX);
    EXPECT_CONTAINS(misfit(&plan, &gpu), "needs a buffer of 16384 PiB");
}

static void visit_largest(const struct clsmem_kernel *kernel)
{
    const size_t most[] = { CLSMEM_MAX_EXTENT, CLSMEM_MAX_EXTENT, CLSMEM_MAX_EXTENT, CLSMEM_MAX_EXTENT };
    const struct clsmem_problem problem = problem_of(kernel, most, clsmem_kernel_type(kernel), 1);
    double elements = 0;
    struct clsmem_plan plan;
    char reason[256];

    if (!kernel->extents[0] || !clsmem_problem_makes_sense(kernel, &problem, reason, sizeof reason))
        return;
    for (size_t v = 0; v < kernel->variant_count; v++) {
        clsmem_plan_make(kernel, &kernel->variants[v], &problem, &gpu, &plan);
        for (size_t i = 0; i < clsmem_plan_buffer_count(&plan); i++)
            elements = fmax(elements, (double)plan.buffers[i].count);
        /* Sizes beyond any integer must not come back as small ones. */
        if (!EXPECT(clsmem_plan_device_bytes(kernel, &plan) >= (double)clsmem_type_bytes(problem.type) * elements) |
            !EXPECT(!clsmem_plan_fits(kernel, &plan, &gpu, reason, sizeof reason)))
            expect_note("%s.%s", kernel->name, kernel->variants[v].name);
        for (size_t p = 0; p < clsmem_plan_pass_count(&plan); p++)
            EXPECT(plan.passes[p].global[0] >= plan.passes[p].local[0]);
    }
}

static void the_largest_problem_does_not_wrap_around(void)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++)
        visit_largest(kernels[k]);
}

static void lists_end_at_their_capacity(void)
{
    struct clsmem_plan plan = { 0 };

    EXPECT_EQ_SIZE(clsmem_plan_buffer_count(&plan), 0);
    EXPECT_EQ_SIZE(clsmem_plan_pass_count(&plan), 0);
    EXPECT_EQ_SIZE(clsmem_pass_arg_count(&plan.passes[0]), 0);
    for (size_t i = 0; i < CLSMEM_MAX_BUFFERS; i++)
        plan.buffers[i] = (struct clsmem_buffer){ 1, i == 3 ? CLSMEM_OUT : CLSMEM_IN, CLSMEM_F32 };
    for (size_t i = 0; i < CLSMEM_MAX_PASSES; i++)
        plan.passes[i].entry = "none";
    for (unsigned i = 0; i < CLSMEM_MAX_ARGS; i++)
        plan.passes[0].args[i] = clsmem_arg_buffer(i);
    EXPECT_EQ_SIZE(clsmem_plan_buffer_count(&plan), CLSMEM_MAX_BUFFERS);
    EXPECT_EQ_SIZE(clsmem_plan_pass_count(&plan), CLSMEM_MAX_PASSES);
    EXPECT_EQ_SIZE(clsmem_pass_arg_count(&plan.passes[0]), CLSMEM_MAX_ARGS);
    EXPECT_EQ_SIZE(clsmem_plan_output(&plan), 3);
}

static void unused_dimensions_do_not_count(void)
{
    struct clsmem_pass pass = { .global = { 64 }, .local = { 64 } };

    EXPECT_EQ_SIZE(clsmem_pass_dimensions(&pass), 1);
    pass.global[1] = 1;
    EXPECT_EQ_SIZE(clsmem_pass_dimensions(&pass), 2);
    pass.global[2] = 1;
    EXPECT_EQ_SIZE(clsmem_pass_dimensions(&pass), 3);
}

/* Why a variant with these needs does not apply; "" when it does. */
static const char *missing(unsigned needs, enum clsmem_type type, const struct clsmem_limits *limits)
{
    const struct clsmem_variant variant = { .name = "none", .needs = needs };
    const struct clsmem_problem problem = { .extent = { 1, 1, 1, 1 }, .type = type };
    static char reason[256];

    reason[0] = '\0';
    EXPECT(clsmem_variant_applies(clsmem_kernel_find("gemm"), &variant, &problem, limits, reason, sizeof reason) ==
           (reason[0] == '\0'));
    return reason;
}

static void a_variant_applies_where_the_device_has_what_it_needs(void)
{
    EXPECT_EQ_STR(missing(0, CLSMEM_F32, &least), "");
    EXPECT_EQ_STR(missing(0, CLSMEM_F64, &gpu), "");
    EXPECT_EQ_STR(missing(CLSMEM_NEEDS_CPU, CLSMEM_F64, &cpu), "");
    EXPECT_EQ_STR(missing(CLSMEM_NEEDS_SUBGROUPS | CLSMEM_NEEDS_NV_COMPILER, CLSMEM_F32, &gpu), "");
}

static void a_variant_says_what_the_device_lacks(void)
{
    EXPECT_EQ_STR(missing(0, CLSMEM_F64, &least), "needs fp64 (cl_khr_fp64)");
    EXPECT_CONTAINS(missing(CLSMEM_NEEDS_CPU, CLSMEM_F32, &gpu), "needs a CPU");
    EXPECT_EQ_STR(missing(CLSMEM_NEEDS_SUBGROUPS, CLSMEM_F32, &cpu), "needs cl_khr_subgroups");
    EXPECT_CONTAINS(missing(CLSMEM_NEEDS_NV_COMPILER, CLSMEM_F32, &cpu), "needs NVIDIA's compiler");
}

static void the_rival_applies_where_clblast_was_built_in(void)
{
    EXPECT_EQ_STR(missing(CLSMEM_NEEDS_CLBLAST, CLSMEM_F32, &least),
                  clsmem_clblast_available() ? "" : "needs CLBlast: built without it");
}

CU_TestInfo plan_tests[] = {
    TEST(global_sizes_are_multiples_of_the_work_group),
    TEST(inputs_come_first_then_one_output_then_scratch),
    TEST(inputs_and_output_are_alike_for_all_variants_of_a_family),
    TEST(without_a_beta_the_output_begins_as_poison),
    TEST(arguments_are_buffers_of_the_plan_and_none_is_left_out),
    TEST(local_bytes_cover_the_local_arguments),
    TEST(all_but_the_rivals_have_passes),
    TEST(no_macro_is_defined_twice),
    TEST(arguments_are_those_of_the_kernel_function_and_inputs_are_const),
    TEST(every_family_has_a_variant_that_any_device_can_run),
    TEST(summaries_have_no_period),
    TEST(modes_have_names_of_one_word_and_say_what_they_show),
    TEST(every_family_has_a_lesson),
    TEST(a_variant_comes_after_the_one_it_is_compared_with),
    TEST(families_name_what_checks_them),
    TEST(every_family_has_sizes_that_grow_with_the_scale),
    TEST(work_is_counted_and_not_more_than_the_buffers_hold),
    TEST(a_plan_at_its_limits_fits),
    TEST(a_plan_beyond_a_limit_says_what_it_needs_and_what_there_is),
    TEST(every_pass_is_held_against_the_limits),
    TEST(device_memory_counts_buffers_and_what_checks_them),
    TEST(a_sum_beyond_any_integer_is_not_small),
    TEST(the_largest_problem_does_not_wrap_around),
    TEST(lists_end_at_their_capacity),
    TEST(unused_dimensions_do_not_count),
    TEST(a_variant_applies_where_the_device_has_what_it_needs),
    TEST(a_variant_says_what_the_device_lacks),
    TEST(the_rival_applies_where_clblast_was_built_in),
    CU_TEST_INFO_NULL,
};
