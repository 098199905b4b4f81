/* A report as a whole: its texts, its barriers, its release. */
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "jump.h"

static enum clsmem_status copy_texts(char *const *from, size_t count, char ***to)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK_ALLOC(*to, (count + 1) * sizeof **to);
    memset(*to, 0, (count + 1) * sizeof **to);
    for (size_t i = 0; i < count; i++) {
        CHECK_ALLOC((*to)[i], strlen(from[i]) + 1);
        strcpy((*to)[i], from[i]);
    }
out:
    return status;
}

static void release_texts(char **texts, size_t count)
{
    for (size_t i = 0; texts && i < count; i++)
        free(texts[i]);
    free(texts);
}

enum clsmem_status lint_names_make(const struct lint_engine *engine, struct clsmem_lint_names **names)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct lint_program *const program = engine->program;
    const size_t count = engine->local_layout.count + engine->private_layout.count + engine->memory.count;
    char **objects = NULL;
    size_t next = 0;

    *names = calloc(1, sizeof **names);
    if (!*names)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for a report");
    (*names)->file_count = program->file_count;
    (*names)->function_count = program->function_count;
    (*names)->object_count = count;
    CHECK_ALLOC(objects, (count + 1) * sizeof *objects);
    for (size_t i = 0; i < engine->local_layout.count; i++)
        objects[next++] = (char *)(uintptr_t)engine->local_layout.objects[i].name;
    for (size_t i = 0; i < engine->private_layout.count; i++)
        objects[next++] = (char *)(uintptr_t)engine->private_layout.objects[i].name;
    for (size_t i = 0; i < engine->memory.count; i++)
        objects[next++] = (char *)(uintptr_t)engine->memory.buffers[i].name;
    CHECK(copy_texts(objects, count, &(*names)->objects));
    CHECK(copy_texts(program->files, program->file_count, &(*names)->files));
    CHECK(copy_texts(program->functions, program->function_count, &(*names)->functions));
out:
    free(objects);
    return status;
}

void lint_names_release(struct clsmem_lint_names *names)
{
    if (!names)
        return;
    release_texts(names->files, names->file_count);
    release_texts(names->functions, names->function_count);
    release_texts(names->objects, names->object_count);
    free(names);
}

struct clsmem_lint_place lint_names_place(const struct clsmem_lint_names *names, const struct lint_program *program,
                                          uint32_t site)
{
    struct clsmem_lint_place place = { .file = "", .function = "" };

    if (site == LINT_NONE || site >= program->site_count)
        return place;
    if (program->sites[site].file < names->file_count)
        place.file = names->files[program->sites[site].file];
    if (program->sites[site].function < names->function_count)
        place.function = names->functions[program->sites[site].function];
    place.line = program->sites[site].line;
    place.column = program->sites[site].column;
    return place;
}

const char *lint_names_object(const struct clsmem_lint_names *names, const struct lint_engine *engine,
                              enum lint_space space, uint32_t object)
{
    size_t index = object;

    if (space == LINT_GENERIC)
        return "";
    if (space == LINT_PRIVATE)
        index += engine->local_layout.count;
    else if (space != LINT_LOCAL)
        index += engine->local_layout.count + engine->private_layout.count;
    return index < names->object_count ? names->objects[index] : "";
}

int lint_place_compare(const struct clsmem_lint_place *a, const struct clsmem_lint_place *b)
{
    const int files = strcmp(a->file, b->file);

    if (files)
        return files;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

static int compare_barriers(const void *a, const void *b)
{
    return lint_place_compare(&((const struct clsmem_lint_barrier *)a)->place,
                              &((const struct clsmem_lint_barrier *)b)->place);
}

enum clsmem_status lint_report_barriers(const struct lint_engine *engine, struct lint_worker *workers, size_t count,
                                        struct clsmem_lint_report *report)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct lint_program *const program = engine->program;
    size_t kept = 0;

    CHECK_ALLOC(report->barriers, (program->barrier_count + 1) * sizeof *report->barriers);
    for (size_t i = 0; i < program->barrier_count; i++) {
        struct clsmem_lint_barrier *const barrier = &report->barriers[i];

        *barrier = (struct clsmem_lint_barrier){
            .place = lint_names_place(report->names, program, program->barriers[i].site),
            /* These do more than to keep an order. */
            .is_needed =
                program->barriers[i].waits_for_copies || program->barriers[i].call.collective != LINT_COLLECTIVE_NONE,
        };
        for (size_t w = 0; w < count; w++) {
            barrier->executions += workers[w].barriers[i].executions;
            barrier->is_needed |= workers[w].barriers[i].is_needed;
        }
    }
    qsort(report->barriers, program->barrier_count, sizeof *report->barriers, compare_barriers);
    for (size_t i = 0; i < program->barrier_count; i++) {
        struct clsmem_lint_barrier *const last = kept ? &report->barriers[kept - 1] : NULL;

        if (last && lint_place_compare(&last->place, &report->barriers[i].place) == 0) {
            last->executions += report->barriers[i].executions;
            last->is_needed |= report->barriers[i].is_needed;
        } else {
            report->barriers[kept++] = report->barriers[i];
        }
    }
    report->barrier_count = kept;
out:
    return status;
}

enum clsmem_status lint_report_make(struct lint_engine *engine, struct lint_worker *workers, size_t worker_count,
                                    struct clsmem_lint_report *report)
{
    enum clsmem_status status = CLSMEM_OK;

    report->bank_class = engine->bank_class;
    report->lanes = engine->lanes;
    report->dimensions = engine->dimensions;
    for (unsigned d = 0; d < 3; d++) {
        report->global[d] = (size_t)engine->global[d];
        report->local[d] = (size_t)engine->local[d];
    }
    report->group_total = engine->group_total;
    report->assumptions = engine->arguments.assumptions;
    report->assumption_count = engine->arguments.assumption_count;
    engine->arguments.assumptions = NULL;
    engine->arguments.assumption_count = 0;
    CHECK(lint_names_make(engine, &report->names));
    CHECK(lint_report_accesses(engine, workers, worker_count, report));
    CHECK(lint_report_barriers(engine, workers, worker_count, report));
    CHECK(lint_report_findings(engine, workers, worker_count, report));
out:
    return status;
}

void clsmem_lint_report_release(struct clsmem_lint_report *report)
{
    if (!report)
        return;
    for (size_t i = 0; i < report->assumption_count; i++)
        free(report->assumptions[i]);
    free(report->assumptions);
    free(report->path);
    free(report->kernel);
    free(report->accesses);
    free(report->findings);
    free(report->barriers);
    lint_names_release(report->names);
    free(report);
}

double clsmem_lint_degree(const struct clsmem_lint_cost *cost)
{
    return cost->ideal ? (double)cost->passes / (double)cost->ideal : 1;
}

double clsmem_lint_intensity(const struct clsmem_lint_totals *totals)
{
    const struct clsmem_lint_flops *const flops[] = { &totals->half, &totals->single, &totals->dbl };
    double operations = 0, bytes = 0;

    for (int i = 0; i < 3; i++) {
        operations += 2 * (double)flops[i]->multiply_adds + (double)flops[i]->additions +
                      (double)flops[i]->multiplications + (double)flops[i]->others;
        bytes += (double)totals->global[i].bytes;
    }
    return bytes > 0 ? operations / bytes : NAN;
}
