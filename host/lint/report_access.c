/* Counts of memory instructions, summed over workers and over the instructions of one place. */
#include <stdlib.h>
#include <string.h>

#include "join.h"
#include "jump.h"
#include "report.h"

static void add_cost(struct clsmem_lint_cost *sum, const struct clsmem_lint_cost *cost)
{
    sum->instructions += cost->instructions;
    sum->idle += cost->idle;
    sum->lanes += cost->lanes;
    sum->passes += cost->passes;
    sum->ideal += cost->ideal;
    sum->conflicts += cost->conflicts;
}

static void add_traffic(struct clsmem_lint_traffic *sum, const struct clsmem_lint_traffic *traffic)
{
    sum->requests += traffic->requests;
    sum->bytes += traffic->bytes;
    sum->sectors += traffic->sectors;
    sum->ideal += traffic->ideal;
}

/* The worse of two is kept; of equal ones, that of the earlier group, whatever thread it ran on. */
static void take_worst(struct lint_record *sum, const struct lint_record *record)
{
    if (record->worst < sum->worst || (record->worst == sum->worst && record->worst_group >= sum->worst_group))
        return;
    sum->worst = record->worst;
    sum->worst_passes = record->worst_passes;
    sum->worst_ideal = record->worst_ideal;
    sum->worst_item = record->worst_item;
    sum->worst_group = record->worst_group;
}

static void add_record(struct lint_record *sum, const struct lint_record *record)
{
    if (record->space == LINT_GENERIC)
        return;
    if (sum->space == LINT_GENERIC) {
        *sum = *record;
        return;
    }
    add_cost(&sum->cost, &record->cost);
    add_cost(&sum->joined, &record->joined);
    add_traffic(&sum->traffic, &record->traffic);
    sum->has_many_objects |= record->has_many_objects || record->object != sum->object || record->space != sum->space;
    sum->is_unknown |= record->is_unknown;
    if (record->joined_bytes > sum->joined_bytes)
        sum->joined_bytes = record->joined_bytes;
    take_worst(sum, record);
}

static enum clsmem_bank_op op_of(const struct lint_engine *engine, uint32_t record)
{
    const uint32_t number = engine->record_instructions[record];

    switch (engine->program->instructions[number].op) {
    case LINT_LOAD:
        return CLSMEM_LOAD;
    case LINT_STORE:
        return CLSMEM_STORE;
    case LINT_ATOMIC:
    case LINT_COMPARE_EXCHANGE:
        return CLSMEM_ATOMIC;
    default:
        return record == engine->records[number] ? CLSMEM_LOAD : CLSMEM_STORE;
    }
}

static unsigned bytes_of(const struct lint_engine *engine, uint32_t record)
{
    const struct lint_instruction *const instruction =
        &engine->program->instructions[engine->record_instructions[record]];

    switch (instruction->op) {
    case LINT_ASYNC_COPY:
        return engine->program->copies[instruction->detail].bytes;
    case LINT_MEMORY_COPY:
    case LINT_MEMORY_SET:
        return 0;
    default:
        return instruction->count * instruction->bits / 8;
    }
}

static int compare_accesses(const void *left, const void *right)
{
    const struct clsmem_lint_access *const a = left, *const b = right;
    const int places = lint_place_compare(&a->place, &b->place);

    if (places)
        return places;
    if (a->op != b->op)
        return a->op < b->op ? -1 : 1;
    if (a->bytes != b->bytes)
        return a->bytes < b->bytes ? -1 : 1;
    return strcmp(a->space, b->space);
}

static void merge_access(struct clsmem_lint_access *sum, const struct clsmem_lint_access *access)
{
    add_cost(&sum->cost, &access->cost);
    add_cost(&sum->joined, &access->joined);
    add_traffic(&sum->traffic, &access->traffic);
    sum->is_known &= access->is_known;
    if (access->joined_bytes > sum->joined_bytes)
        sum->joined_bytes = access->joined_bytes;
    if (strcmp(sum->object, access->object) != 0)
        sum->object = "";
    if (access->worst > sum->worst) {
        sum->worst = access->worst;
        sum->worst_passes = access->worst_passes;
        sum->worst_ideal = access->worst_ideal;
        sum->worst_item = access->worst_item;
    }
}

static bool has_line(const struct lint_program *program, uint32_t site)
{
    return site != LINT_NONE && program->sites[site].line > 0;
}

/*
 * Where an instruction stands. Optimisers take the line away from loads that they moved; then the first use of what was
 * loaded stands for it.
 */
static uint32_t site_of(const struct lint_program *program, uint32_t number)
{
    const struct lint_instruction *const instruction = &program->instructions[number];

    if (instruction->op != LINT_LOAD || has_line(program, instruction->site))
        return instruction->site;
    for (size_t i = number + 1; i < program->instruction_count; i++) {
        const struct lint_instruction *const use = &program->instructions[i];

        if ((use->a - instruction->result < instruction->count || use->b - instruction->result < instruction->count ||
             use->c - instruction->result < instruction->count) &&
            has_line(program, use->site))
            return use->site;
    }
    return instruction->site;
}

static struct clsmem_lint_access make_access(const struct lint_engine *engine, const struct clsmem_lint_names *names,
                                             uint32_t number, const struct lint_record *record)
{
    const struct lint_program *const program = engine->program;
    const uint32_t site = site_of(program, engine->record_instructions[number]);

    return (struct clsmem_lint_access){
        .place = lint_names_place(names, program, site),
        .op = op_of(engine, number),
        .space = lint_space_word(record->space),
        .object = record->has_many_objects ? "" : lint_names_object(names, engine, record->space, record->object),
        .bytes = bytes_of(engine, number),
        .joined_bytes = record->joined_bytes ? record->joined_bytes : bytes_of(engine, number),
        .cost = record->cost,
        .joined = record->joined,
        .is_known = !record->is_unknown,
        .worst = record->worst,
        .worst_passes = record->worst_passes,
        .worst_ideal = record->worst_ideal,
        .worst_item = record->worst_item,
        .traffic = record->traffic,
    };
}

static void add_flops(struct clsmem_lint_flops *sum, const struct clsmem_lint_flops *flops)
{
    sum->multiply_adds += flops->multiply_adds;
    sum->additions += flops->additions;
    sum->multiplications += flops->multiplications;
    sum->others += flops->others;
}

/* Joining is certain where it rests on declared alignment, or where it changes nothing. */
static bool is_certain(const struct lint_engine *engine, const struct lint_record *records,
                       const struct clsmem_lint_totals *totals)
{
    const struct lint_joins *const joins = engine->joins;

    if (memcmp(totals->local, totals->joined, sizeof totals->local) == 0)
        return true;
    for (uint32_t r = 0; joins->group_of && r < engine->record_count; r++) {
        const uint32_t group = joins->group_of[engine->record_instructions[r]];

        if (group < joins->group_count && records[r].joined.instructions > 0 && !joins->groups[group].is_declared)
            return false;
    }
    return true;
}

/* Memory that the program itself calls constant has a cache of its own, and is no traffic of global memory. */
static bool is_constant(const struct lint_engine *engine, uint32_t record)
{
    const struct lint_instruction *const instruction =
        &engine->program->instructions[engine->record_instructions[record]];

    return instruction->op == LINT_LOAD && engine->program->accesses[instruction->detail].space == LINT_CONSTANT;
}

static void sum_totals(const struct lint_engine *engine, const struct lint_worker *workers, size_t count,
                       struct clsmem_lint_totals *totals)
{
    const struct lint_record *const records = workers[0].records;

    for (uint32_t r = 0; r < engine->record_count; r++) {
        const enum clsmem_bank_op op = op_of(engine, r);

        add_cost(&totals->local[op], &records[r].cost);
        add_cost(&totals->joined[op], &records[r].joined);
        if (!is_constant(engine, r))
            add_traffic(&totals->global[op], &records[r].traffic);
    }
    for (size_t w = 0; w < count; w++) {
        add_flops(&totals->half, &workers[w].flops[0]);
        add_flops(&totals->single, &workers[w].flops[1]);
        add_flops(&totals->dbl, &workers[w].flops[2]);
    }
    totals->local_bytes = engine->local_layout.bytes;
    totals->is_joining_certain = is_certain(engine, records, totals);
}

enum clsmem_status lint_report_accesses(const struct lint_engine *engine, struct lint_worker *workers, size_t count,
                                        struct clsmem_lint_report *report)
{
    enum clsmem_status status = CLSMEM_OK;
    struct lint_record *const records = workers[0].records;
    size_t made = 0, kept = 0;

    for (size_t w = 1; w < count; w++)
        for (uint32_t r = 0; r < engine->record_count; r++)
            add_record(&records[r], &workers[w].records[r]);
    sum_totals(engine, workers, count, &report->totals);
    CHECK_ALLOC(report->accesses, (engine->record_count + 1) * sizeof *report->accesses);
    for (uint32_t r = 0; r < engine->record_count; r++)
        if (records[r].space != LINT_GENERIC)
            report->accesses[made++] = make_access(engine, report->names, r, &records[r]);
    qsort(report->accesses, made, sizeof *report->accesses, compare_accesses);
    for (size_t i = 0; i < made; i++) {
        if (kept && compare_accesses(&report->accesses[kept - 1], &report->accesses[i]) == 0)
            merge_access(&report->accesses[kept - 1], &report->accesses[i]);
        else
            report->accesses[kept++] = report->accesses[i];
    }
    report->access_count = kept;
out:
    return status;
}
