/* Breadth-first search by levels, a work-item a node; flags of the next level are set by whoever comes by. */

typedef struct {
    uint first, count;
} node_t;

__kernel void expand(__global const node_t *nodes, __global const uint *edges, __global const uchar *active,
                     __global uchar *next, __global uint *costs, int count, int edge_count)
{
    const int id = get_global_id(0);

    if (id >= count || active[id] % 4 != 0)
        return;
    const uint first = nodes[id].first, end = first + nodes[id].count % 5;
    for (uint e = first; e < end && e < (uint)edge_count; e++) {
        const uint to = edges[e];
        if (costs[to] == 0) {
            atomic_max(&costs[to], 1u);
            next[to] = 1;
        }
    }
}

__kernel void settle(__global uchar *active, __global uchar *visited, __global uint *over, int count)
{
    const int id = get_global_id(0);

    if (id < count && active[id] > 128) {
        visited[id] = 1;
        active[id] = 0;
        atomic_or(over, 1u);
    }
}
