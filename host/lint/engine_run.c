/* Groups over host threads. */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jump.h"
#include "worker.h"

/* More host threads than this would only fight for memory. */
#define MOST_THREADS 64
/* Of registers and private memory together, before threads are given up. */
#define MOST_STATE_BYTES ((uint64_t)1 << 31)

/* Which groups run, as places 0 .. count - 1. */
struct selection {
    uint64_t count, total;
};

static struct selection select_groups(const struct lint_engine *engine, const struct clsmem_lint_options *options)
{
    uint64_t count = engine->group_total;

    if (options->groups == CLSMEM_LINT_GROUPS_SAMPLE)
        count = 3;
    else if (options->groups == CLSMEM_LINT_GROUPS_SOME)
        count = options->group_count;
    return (struct selection){ count < engine->group_total ? count : engine->group_total, engine->group_total };
}

/* Evenly spread, the first and the last among them. */
static uint64_t group_at(const struct selection *selection, uint64_t place)
{
    if (selection->count == selection->total)
        return place;
    if (selection->count == 1)
        return 0;
    return (uint64_t)((double)place * (double)(selection->total - 1) / (double)(selection->count - 1));
}

static uint64_t state_bytes(const struct lint_engine *engine)
{
    const uint64_t registers = ((uint64_t)engine->program->slot_count + 1) * 8;

    return (registers + 2 * engine->private_layout.bytes) * engine->lanes * engine->sub_groups;
}

static size_t most_moves(const struct lint_program *program)
{
    size_t most = 1;

    for (size_t i = 0; i < program->edge_count; i++)
        if (program->edges[i].move_count > most)
            most = program->edges[i].move_count;
    return most;
}

static enum clsmem_status create_sub_groups(struct lint_worker *worker)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct lint_engine *const engine = worker->engine;
    const size_t private_bytes = (size_t)engine->private_layout.bytes * engine->lanes;

    CHECK_ALLOC(worker->sub_groups, engine->sub_groups * sizeof *worker->sub_groups);
    memset(worker->sub_groups, 0, engine->sub_groups * sizeof *worker->sub_groups);
    for (uint32_t i = 0; i < engine->sub_groups; i++) {
        struct lint_sub_group *const sub_group = &worker->sub_groups[i];
        const size_t registers = ((size_t)engine->program->slot_count + 1) * engine->lanes * sizeof(uint64_t);
        const uint32_t first = i * engine->lanes, rest = engine->group_items - first;

        sub_group->number = i;
        sub_group->first_item = first;
        sub_group->item_count = rest < engine->lanes ? rest : engine->lanes;
        CHECK_ALLOC(sub_group->registers, registers);
        memset(sub_group->registers, 0, registers);
        CHECK_ALLOC(sub_group->private_bytes, private_bytes + 1);
        CHECK_ALLOC(sub_group->private_written, private_bytes + 1);
    }
out:
    return status;
}

static enum clsmem_status create_worker(struct lint_worker *worker, struct lint_engine *engine)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t local_bytes = (size_t)engine->local_layout.bytes;

    worker->engine = engine;
    CHECK(create_sub_groups(worker));
    CHECK_ALLOC(worker->scratch, most_moves(engine->program) * engine->lanes * sizeof *worker->scratch);
    CHECK_ALLOC(worker->members, sizeof *worker->members);
    CHECK_ALLOC(worker->local_bytes, local_bytes + 16);
    CHECK_ALLOC(worker->local_written, local_bytes + 16);
    CHECK(lint_shadow_create(&worker->local_shadow, local_bytes));
    CHECK_ALLOC(worker->records, (engine->record_count + 1) * sizeof *worker->records);
    memset(worker->records, 0, (engine->record_count + 1) * sizeof *worker->records);
    CHECK_ALLOC(worker->barriers, (engine->program->barrier_count + 1) * sizeof *worker->barriers);
    memset(worker->barriers, 0, (engine->program->barrier_count + 1) * sizeof *worker->barriers);
    if (engine->program->copy_count > 0) {
        CHECK_ALLOC(worker->copy_starts, (engine->record_count + 1) * sizeof *worker->copy_starts);
        memset(worker->copy_starts, 0, (engine->record_count + 1) * sizeof *worker->copy_starts);
    }
    worker->pages = lint_page_shadows_new();
    worker->patterns = lint_patterns_new(engine->bank_class);
    if (!worker->pages || !worker->patterns)
        CHECK(clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host to watch global memory"));
out:
    return status;
}

static void release_worker(struct lint_worker *worker)
{
    for (uint32_t i = 0; worker->sub_groups && i < worker->engine->sub_groups; i++) {
        free(worker->sub_groups[i].registers);
        free(worker->sub_groups[i].private_bytes);
        free(worker->sub_groups[i].private_written);
    }
    free(worker->sub_groups);
    free(worker->scratch);
    free(worker->members);
    free(worker->local_bytes);
    free(worker->local_written);
    lint_shadow_release(&worker->local_shadow);
    lint_page_shadows_release(worker->pages);
    free(worker->patterns);
    free(worker->pending);
    free(worker->copy_starts);
    free(worker->records);
    free(worker->barriers);
    free(worker->faults);
}

void lint_workers_release(struct lint_worker *workers, size_t count)
{
    for (size_t i = 0; workers && i < count; i++)
        if (workers[i].engine)
            release_worker(&workers[i]);
    free(workers);
}

/* Epochs are counted in few bits: they start again before they run out, and all watches with them. */
static void renew_epochs(struct lint_worker *worker)
{
    if (worker->local_epoch < LINT_LAST_EPOCH / 2 && worker->global_epoch < LINT_LAST_EPOCH / 2)
        return;
    worker->local_epoch = worker->global_epoch = 0;
    lint_shadow_clear(&worker->local_shadow);
    lint_page_shadows_clear(worker->pages);
}

struct job {
    struct lint_worker *worker;
    const struct selection *selection;
};

static void *work(void *argument)
{
    const struct job *const job = argument;
    struct lint_engine *const engine = job->worker->engine;

    while (atomic_load(&engine->halt) == LINT_GO_ON) {
        const uint64_t place = atomic_fetch_add(&engine->next_group, 1);

        if (place >= job->selection->count)
            break;
        renew_epochs(job->worker);
        lint_page_shadows_recycle(job->worker->pages);
        lint_group_run(job->worker, group_at(job->selection, place));
    }
    return NULL;
}

/* Work is shared by all threads that could be started; the caller's does all of it if none could. */
static void run_threads(struct job *jobs, size_t count)
{
    pthread_t threads[MOST_THREADS];
    size_t started = 0;

    while (started + 1 < count && pthread_create(&threads[started], NULL, work, &jobs[started + 1]) == 0)
        started++;
    work(&jobs[0]);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

static size_t choose_threads(const struct lint_engine *engine, const struct clsmem_lint_options *options,
                             const struct selection *selection)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t threads = options->threads ? options->threads : cores > 0 ? (size_t)cores : 1;

    if (engine->has_ordered_atomics)
        threads = 1;
    if (threads > MOST_THREADS)
        threads = MOST_THREADS;
    if (threads > selection->count)
        threads = (size_t)selection->count;
    while (threads > 1 && threads * state_bytes(engine) > MOST_STATE_BYTES / 4)
        threads--;
    return threads;
}

static enum clsmem_status explain_halt(const struct lint_engine *engine)
{
    const struct lint_program *const program = engine->program;
    const uint32_t number = atomic_load(&engine->halt_site);
    char place[512] = "";

    if (number != LINT_NONE && number < program->site_count)
        snprintf(place, sizeof place, " at %s:%u", program->files[program->sites[number].file],
                 program->sites[number].line);
    switch ((enum lint_halt)atomic_load(&engine->halt)) {
    case LINT_HALT_DEADLINE:
        return clsmem_fail(CLSMEM_INTERRUPTED, "the deadline passed while kernel '%s' was%s%s", program->kernel,
                           *place ? place : " running",
                           engine->arguments.assumption_count > 0 ? "; its arguments were assumed (--arg)" : "");
    case LINT_HALT_STOPPED:
        return clsmem_fail(CLSMEM_INTERRUPTED, "interrupted");
    case LINT_HALT_MEMORY:
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host%s", place);
    case LINT_GO_ON:
        break;
    }
    return CLSMEM_OK;
}

enum clsmem_status lint_engine_run(struct lint_engine *engine, const struct clsmem_lint_options *options,
                                   struct lint_worker **workers, size_t *worker_count, uint64_t *groups_run)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct selection selection = select_groups(engine, options);
    const size_t count = choose_threads(engine, options, &selection);
    struct job jobs[MOST_THREADS];

    *worker_count = count;
    *groups_run = selection.count;
    *workers = NULL;
    if (state_bytes(engine) > MOST_STATE_BYTES)
        return clsmem_fail(CLSMEM_NO_MEMORY, "one work-group would take %llu MiB of registers and private memory",
                           (unsigned long long)(state_bytes(engine) >> 20));
    CHECK_ALLOC(*workers, count * sizeof **workers);
    memset(*workers, 0, count * sizeof **workers);
    for (size_t i = 0; i < count; i++) {
        CHECK(create_worker(&(*workers)[i], engine));
        jobs[i] = (struct job){ &(*workers)[i], &selection };
    }
    run_threads(jobs, count);
    status = explain_halt(engine);
out:
    return status;
}
