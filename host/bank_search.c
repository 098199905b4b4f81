/* Tries layouts of a tile and counts what its accesses cost under each. */
#include "clsmem/bank_search.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "jump.h"

#define WIDEST_BYTES 16
#define MOST_SHIFT 4
#define MOST_SWIZZLES 25 /* widths 1 to 16 times shifts 0 to 4 */

static struct clsmem_bank_tile tile_of(const struct clsmem_bank_search *search, const struct clsmem_layout *layout)
{
    return (struct clsmem_bank_tile){ search->rows, search->element_bytes, *layout };
}

static enum clsmem_status check(const struct clsmem_bank_search *search)
{
    const struct clsmem_layout plain = { CLSMEM_PLAIN, .cols = search->cols };
    const struct clsmem_bank_tile tile = tile_of(search, &plain);

    if (search->most_pad > CLSMEM_MOST_PAD)
        return clsmem_fail(CLSMEM_INVALID, "a padding of up to %zu elements: at most %d", search->most_pad,
                           CLSMEM_MOST_PAD);
    for (size_t i = 0; i < search->demand_count; i++) {
        const struct clsmem_bank_demand *const demand = &search->demands[i];
        const enum clsmem_status status = clsmem_bank_tile_check(&tile, demand->bytes);

        if (status != CLSMEM_OK)
            return status;
        for (size_t c = 0; c < search->class_count; c++)
            for (unsigned bytes = demand->bytes; bytes >= search->element_bytes; bytes /= 2)
                if (!clsmem_bank_class_rule(search->classes[c], demand->op, bytes))
                    return clsmem_fail(CLSMEM_INVALID, "%s: nothing is known of a %s of %u bytes",
                                       search->classes[c]->name, clsmem_bank_op_word(demand->op), bytes);
    }
    return CLSMEM_OK;
}

/* One walk over the whole tile. Accesses that the layout tears apart are made in pieces. */
static struct clsmem_bank_cost walk_cost(const struct clsmem_bank_tile *tile, const struct clsmem_bank_demand *demand,
                                         const struct clsmem_bank_class *bank_class)
{
    const unsigned piece = clsmem_bank_tile_piece(tile, demand->bytes), lanes = bank_class->lanes;
    const size_t count = clsmem_bank_tile_accesses(tile, demand->bytes);
    struct clsmem_bank_cost sum = { .known = true };
    uint32_t addresses[CLSMEM_MAX_LANES];

    for (size_t first = 0; first < count; first += lanes) {
        for (unsigned skip = 0; skip < demand->bytes; skip += piece) {
            const uint64_t active =
                clsmem_bank_tile_walk(tile, demand->walk, demand->bytes, skip, first, lanes, addresses);
            const struct clsmem_bank_access access = { demand->op, piece, lanes, active, addresses };
            const struct clsmem_bank_cost cost = clsmem_bank_cost(bank_class, &access, NULL);

            sum.passes += cost.passes;
            sum.ideal += cost.ideal;
        }
    }
    return sum;
}

/* Conflict-free passes of all demands on each class: those of the plain tile, whose accesses are all whole. */
static void count_ideal(const struct clsmem_bank_search *search, unsigned long ideal[CLSMEM_MAX_CLASSES])
{
    const struct clsmem_layout plain = { CLSMEM_PLAIN, .cols = search->cols };
    const struct clsmem_bank_tile tile = tile_of(search, &plain);

    for (size_t c = 0; c < search->class_count; c++) {
        ideal[c] = 0;
        for (size_t i = 0; i < search->demand_count; i++)
            ideal[c] += walk_cost(&tile, &search->demands[i], search->classes[c]).ideal;
    }
}

static void judge(const struct clsmem_bank_search *search, const unsigned long *ideal,
                  struct clsmem_bank_candidate *candidate)
{
    const struct clsmem_layout plain = { CLSMEM_PLAIN, .cols = search->cols };
    const struct clsmem_bank_tile plain_tile = tile_of(search, &plain);
    const struct clsmem_bank_tile tile = tile_of(search, &candidate->layout);

    candidate->extra_bytes = clsmem_bank_tile_bytes(&tile) - clsmem_bank_tile_bytes(&plain_tile);
    candidate->aligned = true;
    for (size_t i = 0; i < search->demand_count; i++)
        if (clsmem_bank_tile_piece(&tile, search->demands[i].bytes) < search->demands[i].bytes)
            candidate->aligned = false;
    for (size_t c = 0; c < search->class_count; c++) {
        candidate->passes[c] = 0;
        for (size_t i = 0; i < search->demand_count; i++)
            candidate->passes[c] += walk_cost(&tile, &search->demands[i], search->classes[c]).passes;
        candidate->degree[c] = (double)candidate->passes[c] / (double)ideal[c];
    }
}

static void add(const struct clsmem_bank_search *search, const unsigned long *ideal,
                struct clsmem_bank_findings *findings, const struct clsmem_layout *layout)
{
    struct clsmem_bank_candidate *const candidate = &findings->candidates[findings->count];

    *candidate = (struct clsmem_bank_candidate){ .layout = *layout, .order = findings->count };
    judge(search, ideal, candidate);
    findings->count++;
}

/* Wide swizzles first: they tear no access apart. */
static void add_swizzles(const struct clsmem_bank_search *search, const unsigned long *ideal,
                         struct clsmem_bank_findings *findings)
{
    if ((search->cols & (search->cols - 1)) != 0)
        return;
    for (size_t bytes = WIDEST_BYTES; bytes >= search->element_bytes; bytes /= 2) {
        const size_t access = bytes / search->element_bytes;

        for (unsigned shift = 0; access < search->cols && shift <= MOST_SHIFT && search->rows >> shift > 1; shift++) {
            const struct clsmem_layout layout = { CLSMEM_SWIZZLED, .cols = search->cols, .access = access,
                                                  .shift = shift };

            add(search, ideal, findings, &layout);
        }
    }
}

enum clsmem_status clsmem_bank_search_run(const struct clsmem_bank_search *search,
                                          struct clsmem_bank_findings *findings)
{
    enum clsmem_status status = CLSMEM_OK;
    struct clsmem_layout layout = { CLSMEM_PLAIN, .cols = search->cols };
    unsigned long ideal[CLSMEM_MAX_CLASSES];

    *findings = (struct clsmem_bank_findings){ .class_count = search->class_count };
    CHECK(check(search));
    count_ideal(search, ideal);
    CHECK_ALLOC(findings->candidates, (1 + search->most_pad + MOST_SWIZZLES) * sizeof *findings->candidates);
    add(search, ideal, findings, &layout);
    layout.kind = CLSMEM_PADDED;
    for (layout.pad = 1; layout.pad <= search->most_pad; layout.pad++)
        add(search, ideal, findings, &layout);
    add_swizzles(search, ideal, findings);
out:
    return status;
}

void clsmem_bank_findings_release(struct clsmem_bank_findings *findings)
{
    free(findings->candidates);
    *findings = (struct clsmem_bank_findings){ 0 };
}

static double total_degree(const struct clsmem_bank_candidate *candidate, size_t class_count)
{
    double sum = 0;

    for (size_t c = 0; c < class_count; c++)
        sum += candidate->degree[c];
    return sum;
}

static bool is_better(const struct clsmem_bank_candidate *a, const struct clsmem_bank_candidate *b, size_t class_count,
                      size_t which)
{
    const double cost_a = which == CLSMEM_ALL_CLASSES ? total_degree(a, class_count) : (double)a->passes[which];
    const double cost_b = which == CLSMEM_ALL_CLASSES ? total_degree(b, class_count) : (double)b->passes[which];

    if (fabs(cost_a - cost_b) > 1e-9 * cost_b)
        return cost_a < cost_b;
    if (a->aligned != b->aligned)
        return a->aligned;
    if (a->extra_bytes != b->extra_bytes)
        return a->extra_bytes < b->extra_bytes;
    return a->order < b->order;
}

/* By insertion: a few dozen candidates, and qsort() would need globals to know what to compare. */
void clsmem_bank_findings_sort(struct clsmem_bank_findings *findings, size_t which)
{
    assert(which == CLSMEM_ALL_CLASSES || which < findings->class_count);
    for (size_t i = 1; i < findings->count; i++) {
        const struct clsmem_bank_candidate moved = findings->candidates[i];
        size_t place = i;

        for (; place > 0 && is_better(&moved, &findings->candidates[place - 1], findings->class_count, which); place--)
            findings->candidates[place] = findings->candidates[place - 1];
        findings->candidates[place] = moved;
    }
}
