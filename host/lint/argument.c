/* Kernel arguments: from the specs of a command line, or assumed, to bytes and buffers. */
#include "argument.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "argument_spec.h"
#include "argument_type.h"
#include "jump.h"

#define UNKNOWN_LOCAL_BYTES 16 /* an item's share of a local argument whose elements nobody knows */
/* Of an assumed local argument: what every device has, for kernels that want more than one element a work-item. */
#define ASSUMED_LOCAL_BYTES ((uint64_t)32 << 10)

/* Writes down what no spec told. */
static enum clsmem_status assume(struct lint_arguments *arguments, const struct lint_argument_place *place,
                                 const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

static enum clsmem_status assume(struct lint_arguments *arguments, const struct lint_argument_place *place,
                                 const char *format, ...)
{
    char what[128], line[sizeof place->words + sizeof what + 16];
    va_list values;

    va_start(values, format);
    vsnprintf(what, sizeof what, format, values);
    va_end(values);
    snprintf(line, sizeof line, "%s: assumed %s", place->words, what);

    char *const copy = strdup(line);

    if (!copy)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host");
    arguments->assumptions[arguments->assumption_count++] = copy;
    return CLSMEM_OK;
}

/* Values that work: numbers in [0, 1), and whole numbers that are also indices. */
static enum clsmem_status assume_buffer(const struct clsmem_lint_launch *launch, struct lint_arguments *arguments,
                                        const struct lint_argument_place *place)
{
    static const struct {
        enum lint_fill_kind real, whole;
    } kinds[] = { [1] = { LINT_FILL_BYTE, LINT_FILL_BYTE },
                  [2] = { LINT_FILL_HALF, LINT_FILL_USHORT },
                  [4] = { LINT_FILL_FLOAT, LINT_FILL_UINT },
                  [8] = { LINT_FILL_DOUBLE, LINT_FILL_ULONG } };
    const struct lint_number_type type = lint_number_type(place->parameter->type);
    const bool is_real = type.kind == LINT_NUMBER_REAL;
    const size_t below = launch->global[0] < UINT32_MAX ? launch->global[0] : UINT32_MAX;
    const unsigned bytes = type.bytes > 0 ? type.bytes : 4;
    const struct lint_fill fill = { .kind = is_real ? kinds[bytes].real : kinds[bytes].whole,
                                    .index = place->index,
                                    .modulus = (uint32_t)below };
    enum clsmem_status status;

    CHECK(lint_memory_add_unbounded(place->memory, place->parameter->name, &fill));
    place->value->buffer = (uint32_t)place->memory->count - 1;
    place->memory->buffers[place->value->buffer].is_read_only = place->parameter->space == LINT_CONSTANT;
    if (is_real)
        return assume(arguments, place, "as long as it takes, pseudo-random numbers in [0, 1)");
    if (bytes == 1)
        return assume(arguments, place, "as long as it takes, pseudo-random bytes");
    return assume(arguments, place, "as long as it takes, pseudo-random whole numbers below %zu", below);
out:
    return status;
}

static enum clsmem_status assume_local(const struct clsmem_lint_launch *launch, struct lint_arguments *arguments,
                                       const struct lint_argument_place *place)
{
    const uint64_t each = place->parameter->bytes > 0 ? place->parameter->bytes : UNKNOWN_LOCAL_BYTES;
    uint64_t items = 1, bytes;
    enum clsmem_status status;

    for (size_t i = 0; i < launch->dimensions; i++) {
        const uint64_t size = launch->local[0] > 0 ? launch->local[i] : place->program->required_local[i];

        items *= size > 0 && size < UINT32_MAX / items ? size : 1;
    }
    bytes = items * each > ASSUMED_LOCAL_BYTES ? items * each : ASSUMED_LOCAL_BYTES;
    CHECK(lint_argument_local(place, bytes));
    status = assume(arguments, place, "as long as it takes, up to %llu bytes", (unsigned long long)bytes);
out:
    return status;
}

/* The global size, or the largest number below it that fits. */
static uint64_t assumed_whole(const struct clsmem_lint_launch *launch, const struct lint_number_type *type)
{
    const unsigned bits = type->bytes * 8 - (type->kind == LINT_NUMBER_SIGNED);
    const uint64_t most = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;

    return launch->global[0] < most ? launch->global[0] : most;
}

static enum clsmem_status assume_scalar(const struct clsmem_lint_launch *launch, struct lint_arguments *arguments,
                                        const struct lint_argument_place *place)
{
    const uint64_t bytes = place->parameter->bytes;
    struct lint_number_type type = lint_number_type(place->parameter->type);
    uint64_t whole;
    enum clsmem_status status;

    CHECK(lint_argument_scalar(place));
    if (type.count == 0 || (uint64_t)type.bytes * type.count > bytes)
        type = lint_number_type_of_bytes(bytes);
    if (type.count == 0)
        return assume(arguments, place, "all 0");
    whole = assumed_whole(launch, &type);
    for (unsigned i = 0; i < type.count; i++) {
        if (type.kind == LINT_NUMBER_REAL)
            lint_number_store_real(1, type.bytes, place->value->bytes + i * type.bytes);
        else
            lint_number_store_whole(whole, type.bytes, place->value->bytes + i * type.bytes);
    }
    if (type.kind == LINT_NUMBER_REAL)
        return assume(arguments, place, "1.0");
    return assume(arguments, place, "%llu, %s", (unsigned long long)whole,
                  whole == launch->global[0] ? "the global size" : "the most that it can be");
out:
    return status;
}

/* "argument 2 'n' (int)"; names and types that the source does not tell are left out. */
static void describe(struct lint_argument_place *place)
{
    const struct lint_parameter *const parameter = place->parameter;
    const bool has_name = *parameter->name && strncmp(parameter->name, "argument ", strlen("argument ")) != 0;
    int used = snprintf(place->words, sizeof place->words, "argument %u", (unsigned)place->index);

    if (has_name)
        used += snprintf(place->words + used, sizeof place->words - (size_t)used, " '%.80s'", parameter->name);
    if (*parameter->type)
        snprintf(place->words + used, sizeof place->words - (size_t)used, " (%.80s)", parameter->type);
}

static enum clsmem_status make(const struct clsmem_lint_launch *launch, struct lint_arguments *arguments,
                               struct lint_argument_place *place)
{
    const char *const spec = place->index < launch->arg_count ? launch->args[place->index] : NULL;

    place->parameter = &place->program->parameters[place->index];
    place->value = &arguments->list[place->index];
    *place->value = (struct lint_argument){ .kind = place->parameter->kind, .buffer = LINT_NONE };
    describe(place);
    if (spec && strcmp(spec, "-") != 0)
        return lint_argument_read(place, spec);
    switch (place->parameter->kind) {
    case LINT_BUFFER:
        return assume_buffer(launch, arguments, place);
    case LINT_LOCAL_BUFFER:
        return assume_local(launch, arguments, place);
    case LINT_SCALAR:
        break;
    }
    return assume_scalar(launch, arguments, place);
}

/* "in (float*), n (int)". */
static void list_parameters(const struct lint_program *program, char *text, size_t room)
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < program->parameter_count && used < room; i++) {
        const struct lint_parameter *const parameter = &program->parameters[i];

        used += (size_t)snprintf(text + used, room - used, "%s%s%s%s%s", i > 0 ? ", " : "", parameter->name,
                                 *parameter->type ? " (" : "", parameter->type, *parameter->type ? ")" : "");
    }
}

enum clsmem_status lint_arguments_make(const struct lint_program *program, const struct clsmem_lint_launch *launch,
                                       struct lint_memory *memory, struct lint_arguments *arguments)
{
    struct lint_argument_place place = { .program = program, .memory = memory };
    const size_t count = program->parameter_count;
    enum clsmem_status status = CLSMEM_OK;

    *arguments = (struct lint_arguments){ 0 };
    if (launch->arg_count > 0 && launch->arg_count != count) {
        char list[512];

        list_parameters(program, list, sizeof list);
        return clsmem_fail(CLSMEM_INVALID, "too %s arguments: %zu, but %s takes %zu%s%s",
                           launch->arg_count < count ? "few" : "many", launch->arg_count, program->kernel, count,
                           count > 0 ? ": " : "", list);
    }
    arguments->list = calloc(count + 1, sizeof *arguments->list);
    arguments->assumptions = calloc(count + 1, sizeof *arguments->assumptions);
    if (!arguments->list || !arguments->assumptions) {
        status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for %zu arguments", count);
        goto out;
    }
    for (; arguments->count < count; arguments->count++) {
        place.index = (uint32_t)arguments->count;
        CHECK(make(launch, arguments, &place));
    }
out:
    if (status != CLSMEM_OK) {
        arguments->count = arguments->list ? count : 0; /* the one that failed may hold bytes */
        lint_arguments_release(arguments);
    }
    return status;
}

void lint_arguments_release(struct lint_arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++)
        free(arguments->list[i].bytes);
    for (size_t i = 0; i < arguments->assumption_count; i++)
        free(arguments->assumptions[i]);
    free(arguments->list);
    free(arguments->assumptions);
    *arguments = (struct lint_arguments){ 0 };
}
