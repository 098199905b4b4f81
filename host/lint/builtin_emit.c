/* Finds the row of a called builtin function, or says why there is none. */
#include "builtin.h"

#include <string.h>

#include "builtin_build.h"

static const struct {
    const struct lint_builtin *rows;
    const size_t *count;
} tables[] = {
#define TABLE(name)                                                                                                   \
    {                                                                                                                 \
        lint_builtins_##name, &lint_builtins_##name##_count                                                           \
    }
    TABLE(items),  TABLE(groups),    TABLE(sub_groups), TABLE(ballots), TABLE(memory),    TABLE(atomics), TABLE(math),
    TABLE(common), TABLE(geometric), TABLE(integers),   TABLE(dots),    TABLE(relations), TABLE(vectors),
#undef TABLE
};

/* What is refused on purpose. A name that ends in * stands for all that begin so; later rows are more general. */
static const struct {
    const char *name, *reason;
} refused[] = {
    { "printf", "kernels that use printf" },
    { "read_image*", "kernels that use images" },
    { "write_image*", "kernels that use images" },
    { "get_image_*", "kernels that use images" },
    { "intel_sub_group_avc_*", "kernels that use images" },
    { "intel_sub_group_block_*", "block accesses to images" }, /* those to buffers are known */
    { "__translate_sampler_initializer", "kernels that use samplers" },
    { "__read_pipe_*", "kernels that use pipes" },
    { "__write_pipe_*", "kernels that use pipes" },
    { "__get_pipe_*", "kernels that use pipes" },
    { "__commit_*", "kernels that use pipes" },
    { "__reserve_*", "kernels that use pipes" },
    { "__work_group_*", "kernels that use pipes" },
    { "__sub_group_*", "kernels that use pipes" },
    { "is_valid_reserve_id", "kernels that use pipes" },
    { "enqueue_*", "kernels that enqueue kernels" },
    { "__enqueue_*", "kernels that enqueue kernels" },
    { "__get_kernel_*", "kernels that enqueue kernels" },
    { "get_kernel_*", "kernels that enqueue kernels" },
    { "get_default_queue", "kernels that enqueue kernels" },
    { "ndrange_*", "kernels that enqueue kernels" },
    { "create_user_event", "kernels that enqueue kernels" },
    { "set_user_event_status", "kernels that enqueue kernels" },
    { "capture_event_profiling_info", "kernels that enqueue kernels" },
    { "retain_event", "kernels that enqueue kernels" },
    { "release_event", "kernels that enqueue kernels" },
    { "is_valid_event", "kernels that enqueue kernels" },
    { "sub_group_*_mul", "products over a sub-group" },
    { "work_group_*_mul", "products over a work-group" },
    { "sub_group_clustered_*", "reductions over parts of a sub-group" },
};

/* At most one * in the pattern. */
static bool name_fits(const char *name, const char *pattern)
{
    const char *const star = strchr(pattern, '*');
    const size_t before = star ? (size_t)(star - pattern) : 0, length = strlen(name);

    if (!star)
        return strcmp(name, pattern) == 0;

    const size_t behind = strlen(star + 1);

    return length >= before + behind && strncmp(name, pattern, before) == 0 &&
           strcmp(name + length - behind, star + 1) == 0;
}

static const char *reason_of(const struct lint_signature *signature)
{
    for (size_t i = 0; i < signature->count; i++)
        if (strncmp(signature->parameters[i].name, "ocl_image", 9) == 0)
            return "kernels that use images";
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (name_fits(signature->name, refused[i].name))
            return refused[i].reason;
    return NULL;
}

static enum clsmem_status refuse(const struct lint_call *call, const struct lint_signature *signature)
{
    const char *const reason = reason_of(signature);
    char text[512];

    lint_signature_print(signature, call, text, sizeof text);
    return reason ? clsmem_fail(CLSMEM_INVALID, "%s: clsmem-lint does not run %s", text, reason)
                  : clsmem_fail(CLSMEM_INVALID,
                                "%s: neither defined in the file nor a builtin function that clsmem-lint knows", text);
}

/* Whether the arguments are what the name says: a front end that passes them in another way is not understood. */
static bool arguments_fit(const struct lint_call *call, const struct lint_signature *signature)
{
    if (!signature->is_mangled)
        return true;
    if (call->argument_count != signature->count)
        return false;
    for (size_t i = 0; i < signature->count; i++) {
        const struct lint_type *const type = &signature->parameters[i];
        const struct lint_value *const argument = &call->arguments[i];

        if ((type->pointers > 0) != argument->is_pointer && type->scalar != LINT_TYPE_NAMED)
            return false;
        if (type->pointers == 0 && type->scalar != LINT_TYPE_NAMED &&
            (type->count != argument->count || type->count > LINT_MOST_ELEMENTS ||
             (type->scalar != LINT_TYPE_BOOL && lint_type_bits(type) != argument->bits)))
            return false;
    }
    return true;
}

enum clsmem_status lint_builtin_emit(struct lint_program *program, const struct lint_call *call)
{
    struct lint_signature signature;
    struct lint_builder builder = { .program = program, .call = call, .signature = &signature };

    lint_signature_read(call->name, &signature);
    if (!arguments_fit(call, &signature))
        return refuse(call, &signature);
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (size_t i = 0; i < *tables[t].count; i++) {
            builder.builtin = &tables[t].rows[i];
            if (name_fits(signature.name, builder.builtin->name) && lint_builder_match(&builder) &&
                builder.builtin->emit(&builder))
                return CLSMEM_OK;
        }
    return refuse(call, &signature);
}
