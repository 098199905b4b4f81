/* A report by source lines. */
#include "lint_lines.h"

#include <stdlib.h>
#include <string.h>

bool lint_is_compiled(const struct clsmem_lint_report *report)
{
    return strcmp(report->view->name, "source") != 0;
}

const struct clsmem_lint_cost *lint_predicted(const struct clsmem_lint_report *report,
                                              const struct clsmem_lint_cost *cost,
                                              const struct clsmem_lint_cost *joined)
{
    return lint_is_compiled(report) ? joined : cost;
}

double lint_judged_degree(const struct clsmem_lint_report *report, const struct clsmem_lint_access *access)
{
    if (!access->is_known)
        return 1;
    if (lint_is_compiled(report) && access->joined_bytes != access->bytes)
        return clsmem_lint_degree(&access->joined);
    return access->worst > 1 ? access->worst : 1;
}

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

static bool same_kind(const struct clsmem_lint_access *a, const struct clsmem_lint_access *b)
{
    return a->op == b->op && a->bytes == b->bytes && a->is_known == b->is_known && strcmp(a->space, b->space) == 0 &&
           strcmp(a->object, b->object) == 0;
}

static struct lint_use *use_of(struct lint_line *line, const struct clsmem_lint_access *access)
{
    for (size_t i = 0; i < line->use_count; i++)
        if (same_kind(line->uses[i].first, access))
            return &line->uses[i];
    line->uses[line->use_count] = (struct lint_use){ .first = access, .worst = access };
    return &line->uses[line->use_count++];
}

static void add_access(const struct clsmem_lint_report *report, struct lint_line *line,
                       const struct clsmem_lint_access *access)
{
    struct lint_use *const use = use_of(line, access);
    const bool widens = lint_is_compiled(report) && access->joined_bytes > access->bytes;
    const unsigned bytes = widens ? access->joined_bytes : access->bytes;

    use->places++;
    add_cost(&use->cost, &access->cost);
    add_cost(&use->joined, &access->joined);
    add_traffic(&use->traffic, &access->traffic);
    if (access->joined_bytes > use->joined_bytes)
        use->joined_bytes = access->joined_bytes;
    if (access->worst > use->worst->worst)
        use->worst = access;
    add_cost(&line->local, lint_predicted(report, &access->cost, &access->joined));
    add_traffic(&line->traffic, &access->traffic);
    if (strcmp(access->space, "local") == 0 && bytes > line->local_bytes)
        line->local_bytes = bytes;
}

enum clsmem_status lint_lines_make(const struct clsmem_lint_report *report, struct lint_lines *lines)
{
    const size_t count = report->access_count;
    struct lint_line *line = NULL;
    size_t used = 0;

    *lines = (struct lint_lines){ .list = calloc(count + 1, sizeof *lines->list),
                                  .uses = calloc(count + 1, sizeof *lines->uses) };
    if (!lines->list || !lines->uses)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the lines of the report");
    for (size_t i = 0; i < count; i++) {
        const struct clsmem_lint_access *const access = &report->accesses[i];

        if (!line || line->number != access->place.line || strcmp(line->file, access->place.file) != 0) {
            used += line ? line->use_count : 0;
            line = &lines->list[lines->count++];
            *line = (struct lint_line){ .file = access->place.file,
                                        .number = access->place.line,
                                        .uses = lines->uses + used };
        }
        add_access(report, line, access);
    }
    return CLSMEM_OK;
}

void lint_lines_release(struct lint_lines *lines)
{
    free(lines->list);
    free(lines->uses);
    *lines = (struct lint_lines){ 0 };
}

static uint64_t in_vain(uint64_t taken, uint64_t ideal)
{
    return taken > ideal ? taken - ideal : 0;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int by_waste(const struct clsmem_lint_cost *cost_a, const struct clsmem_lint_traffic *traffic_a,
                    const struct clsmem_lint_cost *cost_b, const struct clsmem_lint_traffic *traffic_b)
{
    const int order = compare_numbers(in_vain(cost_b->passes, cost_b->ideal), in_vain(cost_a->passes, cost_a->ideal));

    return order != 0 ? order
                      : compare_numbers(in_vain(traffic_b->sectors, traffic_b->ideal),
                                        in_vain(traffic_a->sectors, traffic_a->ideal));
}

static int worst_line_first(const void *a, const void *b)
{
    const struct lint_line *const one = a, *const two = b;
    int order = by_waste(&one->local, &one->traffic, &two->local, &two->traffic);

    if (order == 0)
        order = strcmp(one->file, two->file);
    return order != 0 ? order : compare_numbers(one->number, two->number);
}

static int worst_use_first(const void *a, const void *b)
{
    const struct lint_use *const one = a, *const two = b;
    const int order = by_waste(&one->cost, &one->traffic, &two->cost, &two->traffic);

    return order != 0 ? order : compare_numbers((uintptr_t)one->first, (uintptr_t)two->first);
}

void lint_lines_sort_worst(struct lint_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        qsort(lines->list[i].uses, lines->list[i].use_count, sizeof *lines->list[i].uses, worst_use_first);
    qsort(lines->list, lines->count, sizeof *lines->list, worst_line_first);
}
