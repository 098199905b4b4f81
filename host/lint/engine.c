/* A launch made ready: sizes, arguments, where everything lies in memory. */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "jump.h"
#include "shadow.h"
#include "worker.h"

/* More than any device has, and within what an address can say. */
#define MOST_LOCAL_BYTES ((uint64_t)1 << (LINT_SMALL_OFFSET_BITS - 1))
/* Of one work-item. */
#define MOST_PRIVATE_BYTES ((uint64_t)1 << (LINT_SMALL_OFFSET_BITS - 1))
/* Local arguments begin where a vector of 16 bytes may: devices give them at least that. */
#define LOCAL_ARGUMENT_ALIGN 16

double lint_engine_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void lint_engine_halt(struct lint_engine *engine, enum lint_halt halt, uint32_t site)
{
    int expected = LINT_GO_ON;

    if (atomic_compare_exchange_strong(&engine->halt, &expected, (int)halt))
        atomic_store(&engine->halt_site, site);
}

bool lint_engine_must_halt(struct lint_engine *engine, uint32_t site)
{
    if (engine->stop && *engine->stop)
        lint_engine_halt(engine, LINT_HALT_STOPPED, site);
    else if (engine->deadline_at > 0 && lint_engine_clock() > engine->deadline_at)
        lint_engine_halt(engine, LINT_HALT_DEADLINE, site);
    return atomic_load(&engine->halt) != LINT_GO_ON;
}

static enum clsmem_status choose_local(struct lint_engine *engine, const struct clsmem_lint_launch *launch)
{
    const uint64_t *const required = engine->program->required_local;

    if (launch->local[0] == 0 && required[0] == 0)
        return clsmem_fail(CLSMEM_INVALID, "kernel '%s' requires no work-group size of its own, so one must be given",
                           engine->program->kernel);
    for (unsigned d = 0; d < 3; d++) {
        engine->local[d] = launch->local[0] == 0 ? required[d] : d < launch->dimensions ? launch->local[d] : 1;
        if (required[0] != 0 && required[d] != engine->local[d])
            return clsmem_fail(CLSMEM_INVALID, "kernel '%s' requires work-groups of %llu x %llu x %llu work-items",
                               engine->program->kernel, (unsigned long long)required[0],
                               (unsigned long long)required[1], (unsigned long long)required[2]);
    }
    return CLSMEM_OK;
}

static enum clsmem_status set_sizes(struct lint_engine *engine, const struct clsmem_lint_launch *launch)
{
    uint64_t items = 1;
    enum clsmem_status status = CLSMEM_OK;

    engine->dimensions = launch->dimensions;
    if (launch->dimensions < 1 || launch->dimensions > 3)
        return clsmem_fail(CLSMEM_INVALID, "an ND-range has 1 to 3 dimensions, not %zu", launch->dimensions);
    CHECK(choose_local(engine, launch));
    engine->group_total = 1;
    for (unsigned d = 0; d < 3; d++) {
        engine->global[d] = d < launch->dimensions ? launch->global[d] : 1;
        engine->offset[d] = d < launch->dimensions ? launch->offset[d] : 0;
        if (engine->local[d] == 0 || engine->global[d] == 0 || engine->global[d] % engine->local[d] != 0)
            return clsmem_fail(CLSMEM_INVALID,
                               "global size %llu is no multiple of the work-group's %llu in dimension %u",
                               (unsigned long long)engine->global[d], (unsigned long long)engine->local[d], d);
        engine->groups[d] = engine->global[d] / engine->local[d];
        if (engine->local[d] > LINT_MOST_GROUP_ITEMS || (items *= engine->local[d]) > LINT_MOST_GROUP_ITEMS)
            return clsmem_fail(CLSMEM_INVALID, "work-groups have at most %d work-items", LINT_MOST_GROUP_ITEMS);
        if (engine->groups[d] > ((uint64_t)1 << 48) / engine->group_total)
            return clsmem_fail(CLSMEM_INVALID, "too many work-groups");
        engine->group_total *= engine->groups[d];
    }
    engine->group_items = (uint32_t)items;
    engine->sub_groups = (engine->group_items + engine->lanes - 1) / engine->lanes;
out:
    return status;
}

static enum clsmem_status choose_lanes(struct lint_engine *engine, const struct clsmem_lint_options *options)
{
    const struct clsmem_bank_class *const bank_class = engine->bank_class;
    const bool has_banks = clsmem_bank_class_has_banks(bank_class);

    engine->lanes = options->lanes ? options->lanes : has_banks ? bank_class->lanes : 32;
    if (engine->lanes < 1 || engine->lanes > LINT_MOST_LANES)
        return clsmem_fail(CLSMEM_INVALID, "a sub-group has 1 to %d lanes, not %u", LINT_MOST_LANES, engine->lanes);
    if (has_banks && engine->lanes > bank_class->most_lanes)
        return clsmem_fail(CLSMEM_INVALID, "sub-groups of %s have at most %u lanes, not %u", bank_class->name,
                           bank_class->most_lanes, engine->lanes);
    return CLSMEM_OK;
}

static void place(struct lint_layout *layout, const char *name, uint64_t bytes, unsigned align)
{
    const uint64_t step = align ? align : 1;
    struct lint_object *const object = &layout->objects[layout->count++];

    *object = (struct lint_object){ name, (layout->bytes + step - 1) / step * step, bytes, align };
    layout->bytes = object->base + bytes;
}

/* Arrays in the order of their declaration, then arguments, as linkers place them. */
static enum clsmem_status lay_out(struct lint_engine *engine)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct lint_program *const program = engine->program;
    const size_t most = program->array_count + program->parameter_count + 1;

    CHECK_ALLOC(engine->local_layout.objects, most * sizeof *engine->local_layout.objects);
    CHECK_ALLOC(engine->private_layout.objects, most * sizeof *engine->private_layout.objects);
    CHECK_ALLOC(engine->array_addresses, most * sizeof *engine->array_addresses);
    for (size_t i = 0; i < program->array_count; i++) {
        const struct lint_array *const array = &program->arrays[i];
        struct lint_layout *const layout =
            array->space == LINT_LOCAL ? &engine->local_layout : &engine->private_layout;

        if (array->space != LINT_LOCAL && array->space != LINT_PRIVATE)
            continue;
        engine->array_addresses[i] = lint_address(array->space, (uint32_t)layout->count, 0);
        place(layout, array->name, array->bytes, array->align);
        if (layout->count >= LINT_MOST_SMALL_OBJECTS || layout->bytes > MOST_PRIVATE_BYTES ||
            array->bytes > MOST_PRIVATE_BYTES)
            CHECK(clsmem_fail(CLSMEM_INVALID, "'%s' and the arrays before it take more %s memory than any device has",
                              array->name, lint_space_word(array->space)));
    }
    for (size_t i = 0; i < program->parameter_count; i++) {
        const struct lint_parameter *const parameter = &program->parameters[i];

        if (parameter->kind != LINT_LOCAL_BUFFER)
            continue;
        if (engine->arguments.list[i].local_bytes > MOST_LOCAL_BYTES)
            CHECK(clsmem_fail(CLSMEM_INVALID,
                              "argument %zu '%s' asks for %llu bytes of local memory; no device has them", i,
                              parameter->name, (unsigned long long)engine->arguments.list[i].local_bytes));
        place(&engine->local_layout, parameter->name, engine->arguments.list[i].local_bytes,
              parameter->align > LOCAL_ARGUMENT_ALIGN ? parameter->align : LOCAL_ARGUMENT_ALIGN);
    }
    if (engine->local_layout.bytes > MOST_LOCAL_BYTES)
        CHECK(clsmem_fail(CLSMEM_INVALID, "a work-group takes %llu bytes of local memory; no device has them",
                          (unsigned long long)engine->local_layout.bytes));
    engine->private_layout.bytes = (engine->private_layout.bytes + 15) / 16 * 16;
out:
    return status;
}

/* Program-scope data becomes buffers behind those of the arguments. */
static enum clsmem_status add_global_arrays(struct lint_engine *engine)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct lint_program *const program = engine->program;

    for (size_t i = 0; i < program->array_count; i++) {
        const struct lint_array *const array = &program->arrays[i];
        uint8_t *data = NULL;

        if (array->space != LINT_CONSTANT && array->space != LINT_GLOBAL)
            continue;
        CHECK_ALLOC(data, array->bytes + 1);
        if (array->initial)
            memcpy(data, array->initial, array->bytes);
        else
            memset(data, 0, array->bytes);
        engine->array_addresses[i] = lint_address(LINT_GLOBAL, (uint32_t)engine->memory.count, 0);
        status = lint_memory_add(&engine->memory, array->name, array->bytes, data);
        if (status != CLSMEM_OK) {
            free(data);
            goto out;
        }
        engine->memory.buffers[engine->memory.count - 1].is_read_only = array->space == LINT_CONSTANT;
    }
out:
    return status;
}

static enum clsmem_status spread_constants(struct lint_engine *engine)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct lint_program *const program = engine->program;

    CHECK_ALLOC(engine->constants, (program->constant_count * engine->lanes + 1) * sizeof *engine->constants);
    for (size_t i = 0; i < program->constant_count; i++)
        for (unsigned l = 0; l < engine->lanes; l++)
            engine->constants[i * engine->lanes + l] = program->constants[i];
out:
    return status;
}

static unsigned records_of(const struct lint_instruction *instruction)
{
    switch (instruction->op) {
    case LINT_LOAD:
    case LINT_STORE:
    case LINT_ATOMIC:
    case LINT_COMPARE_EXCHANGE:
        return 1;
    case LINT_MEMORY_COPY:
    case LINT_MEMORY_SET:
    case LINT_ASYNC_COPY:
        return 2;
    default:
        return 0;
    }
}

static bool is_ordered_atomic(const struct lint_program *program, const struct lint_instruction *instruction)
{
    const struct lint_access *access;

    if (instruction->op != LINT_ATOMIC && instruction->op != LINT_COMPARE_EXCHANGE)
        return false;
    access = &program->accesses[instruction->detail];
    return access->space != LINT_LOCAL &&
           (instruction->op == LINT_COMPARE_EXCHANGE || instruction->result != LINT_NONE ||
            access->atomic >= LINT_ATOMIC_ADD_F || access->atomic == LINT_ATOMIC_EXCHANGE);
}

static enum clsmem_status number_records(struct lint_engine *engine)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct lint_program *const program = engine->program;

    CHECK_ALLOC(engine->records, (program->instruction_count + 1) * sizeof *engine->records);
    CHECK_ALLOC(engine->record_instructions, (2 * program->instruction_count + 1) * sizeof *engine->records);
    for (size_t i = 0; i < program->instruction_count; i++) {
        const unsigned count = records_of(&program->instructions[i]);

        engine->records[i] = count ? engine->record_count : LINT_NONE;
        for (unsigned r = 0; r < count; r++)
            engine->record_instructions[engine->record_count++] = (uint32_t)i;
        engine->has_ordered_atomics |= is_ordered_atomic(program, &program->instructions[i]);
    }
    if (engine->record_count >= LINT_MOST_RECORDS)
        CHECK(clsmem_fail(CLSMEM_INVALID, "kernel '%s' has more than %u memory instructions", program->kernel,
                          LINT_MOST_RECORDS));
out:
    return status;
}

enum clsmem_status lint_engine_prepare(struct lint_engine *engine, const struct lint_program *program,
                                       const struct lint_joins *joins, const struct clsmem_lint_launch *launch,
                                       const struct clsmem_lint_options *options)
{
    enum clsmem_status status = CLSMEM_OK;

    *engine = (struct lint_engine){
        .program = program,
        .joins = joins,
        .bank_class = options->bank_class,
        .stop = options->stop,
        .deadline_at = options->deadline_s > 0 ? lint_engine_clock() + options->deadline_s : 0,
    };
    CHECK(choose_lanes(engine, options));
    CHECK(set_sizes(engine, launch));
    CHECK(lint_arguments_make(program, launch, &engine->memory, &engine->arguments));
    CHECK(lay_out(engine));
    CHECK(add_global_arrays(engine));
    CHECK(spread_constants(engine));
    CHECK(number_records(engine));
    CHECK(lint_engine_find_reads(engine));
    CHECK_ALLOC(engine->atomics, sizeof *engine->atomics);
    pthread_mutex_init(engine->atomics, NULL);
out:
    return status;
}

void lint_engine_release(struct lint_engine *engine)
{
    if (engine->atomics)
        pthread_mutex_destroy(engine->atomics);
    free(engine->atomics);
    lint_arguments_release(&engine->arguments);
    lint_memory_release(&engine->memory);
    free(engine->local_layout.objects);
    free(engine->private_layout.objects);
    free(engine->array_addresses);
    free(engine->constants);
    free(engine->reads);
    free(engine->records);
    free(engine->record_instructions);
}
