/* Plans: made from a family's data, and held against a device's limits before anything is allocated or built. */
#include "clsmem/plan.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "clblast.h"

void clsmem_plan_make(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                      const struct clsmem_problem *problem, const struct clsmem_limits *limits,
                      struct clsmem_plan *plan)
{
    *plan = (struct clsmem_plan){ 0 };
    (variant->plan ? variant->plan : kernel->plan)(variant, problem, limits, plan);
}

bool clsmem_kernel_rounds(const struct clsmem_kernel *kernel, const struct clsmem_problem *problem)
{
    return kernel->magnitude && kernel->roundings(problem) > 0;
}

size_t clsmem_kernel_extent_count(const struct clsmem_kernel *kernel)
{
    size_t count = 0;

    while (count < CLSMEM_MAX_EXTENTS && kernel->extents[count])
        count++;
    return count;
}

bool clsmem_kernel_has_type(const struct clsmem_kernel *kernel, enum clsmem_type type)
{
    const unsigned types = kernel->types ? kernel->types : CLSMEM_IN_TYPE(F32) | CLSMEM_IN_TYPE(F64);

    return types >> type & 1;
}

enum clsmem_type clsmem_kernel_type(const struct clsmem_kernel *kernel)
{
    size_t type = CLSMEM_F32;

    while (!clsmem_kernel_has_type(kernel, (enum clsmem_type)type))
        type++;
    return (enum clsmem_type)type;
}

bool clsmem_problem_equal(const struct clsmem_problem *a, const struct clsmem_problem *b)
{
    return memcmp(a->extent, b->extent, sizeof a->extent) == 0 && a->type == b->type && a->mode == b->mode &&
           a->alpha == b->alpha && a->beta == b->beta;
}

static bool is_size(size_t extent)
{
    return extent >= 1 && extent <= CLSMEM_MAX_EXTENT;
}

bool clsmem_problem_makes_sense(const struct clsmem_kernel *kernel, const struct clsmem_problem *problem, char *reason,
                                size_t reason_bytes)
{
    for (size_t i = 0; i < CLSMEM_MAX_EXTENTS; i++) {
        if (is_size(problem->extent[i]))
            continue;
        snprintf(reason, reason_bytes, "an extent of %zu is not within 1 and %zu", problem->extent[i],
                 CLSMEM_MAX_EXTENT);
        return false;
    }
    if (!clsmem_kernel_has_type(kernel, problem->type)) {
        snprintf(reason, reason_bytes, "%s has no %s", kernel->name, clsmem_type_word(problem->type));
        return false;
    }
    return !kernel->accepts || kernel->accepts(problem, reason, reason_bytes);
}

size_t clsmem_plan_buffer_count(const struct clsmem_plan *plan)
{
    size_t count = 0;

    while (count < CLSMEM_MAX_BUFFERS && plan->buffers[count].count > 0)
        count++;
    return count;
}

size_t clsmem_plan_pass_count(const struct clsmem_plan *plan)
{
    size_t count = 0;

    while (count < CLSMEM_MAX_PASSES && plan->passes[count].entry)
        count++;
    return count;
}

size_t clsmem_pass_arg_count(const struct clsmem_pass *pass)
{
    size_t count = 0;

    while (count < CLSMEM_MAX_ARGS && pass->args[count].kind != CLSMEM_ARG_END)
        count++;
    return count;
}

size_t clsmem_pass_dimensions(const struct clsmem_pass *pass)
{
    size_t dimensions = 1;

    while (dimensions < 3 && pass->global[dimensions] > 0)
        dimensions++;
    return dimensions;
}

size_t clsmem_plan_output(const struct clsmem_plan *plan)
{
    size_t place = 0;

    while (plan->buffers[place].role != CLSMEM_OUT && plan->buffers[place].role != CLSMEM_IN_OUT) {
        place++;
        assert(place < clsmem_plan_buffer_count(plan) && "a plan has one output");
    }
    return place;
}

size_t clsmem_buffer_bytes(const struct clsmem_buffer *buffer)
{
    return buffer->count * clsmem_type_bytes(buffer->type);
}

double clsmem_plan_device_bytes(const struct clsmem_kernel *kernel, const struct clsmem_plan *plan)
{
    const double sets = kernel->magnitude && !kernel->rounds_always ? 2 : 1, tolerances = kernel->magnitude ? 1 : 0;
    double bytes = 0;

    for (size_t i = 0; i < clsmem_plan_buffer_count(plan); i++) {
        const double own = (double)plan->buffers[i].count * (double)clsmem_type_bytes(plan->buffers[i].type);

        switch (plan->buffers[i].role) {
        case CLSMEM_IN:
            bytes += sets * own;
            break;
        case CLSMEM_OUT:
            bytes += (1 + sets + tolerances) * own;
            break;
        case CLSMEM_IN_OUT:
            bytes += (1 + 2 * sets + tolerances) * own;
            break;
        case CLSMEM_SCRATCH:
        case CLSMEM_STATE:
            bytes += own;
            break;
        }
    }
    return bytes;
}

/* "5.2 GiB" reads better than digits, and the sum may exceed any integer. */
static void format_bytes(double bytes, char *text, size_t text_bytes)
{
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB" };
    size_t unit = 0;

    for (; bytes >= 1024 && unit < sizeof units / sizeof *units - 1; unit++)
        bytes /= 1024;
    snprintf(text, text_bytes, bytes < 10 && unit > 0 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}

static bool memory_fits(const struct clsmem_kernel *kernel, const struct clsmem_plan *plan,
                        const struct clsmem_limits *limits, char *reason, size_t reason_bytes)
{
    char needed[32], there[32];

    for (size_t i = 0; i < clsmem_plan_buffer_count(plan); i++) {
        const double bytes = (double)plan->buffers[i].count * (double)clsmem_type_bytes(plan->buffers[i].type) +
                             2.0 * (double)CLSMEM_GUARD_BYTES;

        if (bytes > (double)limits->max_buffer_bytes) {
            format_bytes(bytes, needed, sizeof needed);
            format_bytes((double)limits->max_buffer_bytes, there, sizeof there);
            snprintf(reason, reason_bytes, "needs a buffer of %s; the device's largest is %s", needed, there);
            return false;
        }
    }
    if (clsmem_plan_device_bytes(kernel, plan) > (double)limits->global_bytes) {
        format_bytes(clsmem_plan_device_bytes(kernel, plan), needed, sizeof needed);
        format_bytes((double)limits->global_bytes, there, sizeof there);
        snprintf(reason, reason_bytes, "needs %s of global memory, checks included; the device has %s", needed, there);
        return false;
    }
    return true;
}

static bool pass_fits(const struct clsmem_pass *pass, const struct clsmem_limits *limits, char *reason,
                      size_t reason_bytes)
{
    size_t items = 1;

    for (size_t d = 0; d < clsmem_pass_dimensions(pass); d++) {
        items *= pass->local[d];
        if (pass->local[d] > limits->max_items[d]) {
            snprintf(reason, reason_bytes, "needs %zu work-items in dimension %zu of a work-group; the limit is %zu",
                     pass->local[d], d, limits->max_items[d]);
            return false;
        }
    }
    if (items > limits->max_group_items) {
        snprintf(reason, reason_bytes, "needs work-groups of %zu work-items; the limit is %zu", items,
                 limits->max_group_items);
        return false;
    }
    return true;
}

bool clsmem_plan_fits(const struct clsmem_kernel *kernel, const struct clsmem_plan *plan,
                      const struct clsmem_limits *limits, char *reason, size_t reason_bytes)
{
    if (plan->local_bytes > limits->local_bytes) {
        snprintf(reason, reason_bytes, "needs %zu bytes of local memory; a work-group has %zu", plan->local_bytes,
                 limits->local_bytes);
        return false;
    }
    for (size_t i = 0; i < clsmem_plan_pass_count(plan); i++)
        if (!pass_fits(&plan->passes[i], limits, reason, reason_bytes))
            return false;
    return memory_fits(kernel, plan, limits, reason, reason_bytes);
}

bool clsmem_variant_applies(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                            const struct clsmem_problem *problem, const struct clsmem_limits *limits, char *reason,
                            size_t reason_bytes)
{
    const bool has_clblast = clsmem_clblast_available();
    const struct {
        bool missing;
        const char *text;
    } needs[] = {
        { problem->type == CLSMEM_F64 && limits->vector_f64 == 0, "needs fp64 (cl_khr_fp64)" },
        { variant->types && !(variant->types >> problem->type & 1),
          "needs another element type: has no such variant" },
        { (variant->needs & CLSMEM_NEEDS_CPU) && !limits->is_cpu, "needs a CPU: one work-item is a whole work-group" },
        { (variant->needs & CLSMEM_NEEDS_SUBGROUPS) && !limits->has_subgroups, "needs cl_khr_subgroups" },
        { (variant->needs & CLSMEM_NEEDS_NV_COMPILER) && !limits->is_nv_compiler,
          "needs NVIDIA's compiler: inline PTX" },
        { (variant->needs & CLSMEM_NEEDS_NV_ASYNC) && !limits->has_nv_async,
          "needs NVIDIA's compiler for compute capability 8.0 or newer: copies past the registers" },
        { (variant->needs & CLSMEM_NEEDS_NV_BULK) && !limits->has_nv_bulk,
          "needs NVIDIA's compiler for compute capability 9.0 or newer: bulk copies" },
        { (variant->needs & CLSMEM_NEEDS_SHUFFLE) && !limits->has_subgroups && !limits->is_nv_compiler,
          "needs cl_khr_subgroups, or NVIDIA's compiler" },
        { (variant->needs & CLSMEM_NEEDS_ATOMICS_64) && !limits->has_atomics_64, "needs cl_khr_int64_base_atomics" },
        { (variant->needs & CLSMEM_NEEDS_CLBLAST) && !has_clblast, "needs CLBlast: built without it" },
        { (variant->needs & CLSMEM_NEEDS_CLBLAST) && has_clblast && !clsmem_clblast_has(kernel, problem),
          "needs a routine of CLBlast that there is not" },
    };

    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        if (needs[i].missing) {
            snprintf(reason, reason_bytes, "%s", needs[i].text);
            return false;
        }
    }
    return true;
}
