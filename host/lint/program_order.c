/*
 * Loop-contiguous topological order: Tarjan's strongly connected components, found again inside each loop once its
 * header is placed. The components of a region come out last first, so places are given from the region's end.
 */
#include "program_order.h"

#include <stdlib.h>
#include <string.h>

#include "jump.h"

struct frame {
    uint32_t block, next_edge;
};

/* What the search holds for each block. */
struct mark {
    uint32_t index, low; /* Tarjan's numbers; 0: not seen in this region */
    uint32_t region;     /* only edges within one region are followed */
    bool on_stack;
};

/* A region whose blocks are still to be ordered: its header is placed already. */
struct region {
    uint32_t first, count; /* in `members` */
};

struct order {
    const struct lint_program *program;
    struct mark *marks;
    struct frame *frames;   /* depth-first path */
    uint32_t *stack;        /* Tarjan's */
    uint32_t *members;      /* blocks by place: what is returned */
    uint32_t *scratch;      /* members of a region while they are moved */
    struct region *regions; /* to do */
    size_t region_count;
    uint32_t next_index, next_region;
    size_t stack_count;
};

static uint32_t edge_target(const struct lint_program *program, uint32_t block, uint32_t edge)
{
    return program->edges[program->blocks[block].first_edge + edge].target;
}

/* A component that Tarjan closed: the blocks on the stack from `root` up, put in front of `*end`. */
static void close_component(struct order *order, uint32_t root, uint32_t *end)
{
    uint32_t first = *end, block;

    do {
        block = order->stack[--order->stack_count];
        order->marks[block].on_stack = false;
        order->scratch[--first] = block;
    } while (block != root);
    /* The root stands first and is the loop's header: it was entered before the others. */
    if (*end - first > 1)
        order->regions[order->region_count++] = (struct region){ first + 1, *end - first - 1 };
    *end = first;
}

static void push(struct order *order, size_t *depth, uint32_t block)
{
    struct mark *const mark = &order->marks[block];

    mark->index = mark->low = ++order->next_index;
    mark->on_stack = true;
    order->stack[order->stack_count++] = block;
    /* Edges are followed from the last to the first, so that the first one's blocks come first in the order. */
    order->frames[(*depth)++] = (struct frame){ block, order->program->blocks[block].edge_count };
}

/* Depth-first from one block of a region; components are put before `*end`, the last one first. */
static void visit(struct order *order, uint32_t start, uint32_t region, uint32_t *end)
{
    size_t depth = 0;

    push(order, &depth, start);
    while (depth > 0) {
        struct frame *const frame = &order->frames[depth - 1];
        struct mark *const mark = &order->marks[frame->block];

        if (frame->next_edge > 0) {
            const uint32_t target = edge_target(order->program, frame->block, --frame->next_edge);
            struct mark *const other = &order->marks[target];

            if (other->region != region)
                continue;
            if (other->index == 0)
                push(order, &depth, target);
            else if (other->on_stack && other->index < mark->low)
                mark->low = other->index;
            continue;
        }
        if (mark->low == mark->index)
            close_component(order, frame->block, end);
        depth--;
        if (depth > 0 && mark->low < order->marks[order->frames[depth - 1].block].low)
            order->marks[order->frames[depth - 1].block].low = mark->low;
    }
}

/*
 * Orders members[first ..] of a region, which stand as they were discovered from its header. So the search starts at
 * blocks that the header leads to, and enters inner loops by their headers. The header itself is out of the region,
 * which is how the edges back to it are dropped.
 */
static void order_region(struct order *order, const struct region *todo)
{
    const uint32_t region = ++order->next_region;
    uint32_t end = todo->first + todo->count;

    for (uint32_t i = todo->first; i < end; i++) {
        struct mark *const mark = &order->marks[order->members[i]];

        *mark = (struct mark){ .region = region };
    }
    order->next_index = 0;
    for (uint32_t i = todo->first; i < todo->first + todo->count; i++)
        if (order->marks[order->members[i]].index == 0)
            visit(order, order->members[i], region, &end);
    memcpy(order->members + todo->first, order->scratch + todo->first, todo->count * sizeof *order->members);
}

/* Blocks that the entry reaches, itself first. */
static uint32_t collect_reachable(struct order *order)
{
    uint32_t count = 0;

    order->members[count++] = 0;
    order->marks[0].on_stack = true;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t edge = 0; edge < order->program->blocks[order->members[i]].edge_count; edge++) {
            const uint32_t target = edge_target(order->program, order->members[i], edge);

            if (!order->marks[target].on_stack) {
                order->marks[target].on_stack = true;
                order->members[count++] = target;
            }
        }
    return count;
}

static enum clsmem_status renumber(struct lint_program *program, const uint32_t *members, uint32_t count,
                                   uint32_t *numbers)
{
    enum clsmem_status status = CLSMEM_OK;
    struct lint_block *blocks = NULL;

    CHECK_ALLOC(blocks, count * sizeof *blocks);
    for (uint32_t i = 0; i < count; i++) {
        numbers[members[i]] = i;
        blocks[i] = program->blocks[members[i]];
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t edge = 0; edge < blocks[i].edge_count; edge++) {
            uint32_t *const target = &program->edges[blocks[i].first_edge + edge].target;

            *target = numbers[*target];
        }
    free(program->blocks);
    program->blocks = blocks;
    program->block_count = count;
out:
    return status;
}

enum clsmem_status lint_program_order(struct lint_program *program)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t count = program->block_count;
    struct order order = { .program = program };
    uint32_t *numbers = NULL, reachable;

    if (count == 0)
        return clsmem_fail(CLSMEM_INVALID, "the kernel %s is empty", program->kernel);
    CHECK_ALLOC(order.marks, count * sizeof *order.marks);
    CHECK_ALLOC(order.frames, count * sizeof *order.frames);
    CHECK_ALLOC(order.stack, count * sizeof *order.stack);
    CHECK_ALLOC(order.members, count * sizeof *order.members);
    CHECK_ALLOC(order.scratch, count * sizeof *order.scratch);
    CHECK_ALLOC(order.regions, count * sizeof *order.regions);
    CHECK_ALLOC(numbers, count * sizeof *numbers);
    memset(order.marks, 0, count * sizeof *order.marks);
    reachable = collect_reachable(&order);
    memset(order.marks, 0, count * sizeof *order.marks);
    order.regions[order.region_count++] = (struct region){ 0, reachable };
    while (order.region_count > 0) {
        const struct region todo = order.regions[--order.region_count];

        order_region(&order, &todo);
    }
    CHECK(renumber(program, order.members, reachable, numbers));
out:
    free(numbers);
    free(order.marks);
    free(order.frames);
    free(order.stack);
    free(order.members);
    free(order.scratch);
    free(order.regions);
    return status;
}
