/* A search in a tree whose nodes hold several keys, one work-group a query, one work-item a key. */

#define ORDER 16

typedef struct tree_node {
    uint keys[ORDER + 1];
    uint children[ORDER + 1];
} tree_node;

__kernel __attribute__((reqd_work_group_size(ORDER, 1, 1)))
void find_key(__global const tree_node *tree, __global const uint *queries, __global uint *answers, int height)
{
    __local uint current, next;

    const uint slot = get_local_id(0), query = queries[get_group_id(0)];

    if (slot == 0) {
        current = 0;
        next = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int level = 0; level < height; level++) {
        const uint low = slot * 1024, high = low + 1024;
        if (query >= low && query < high)
            next = tree[current].children[slot] % 8;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (slot == 0)
            current = next;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tree[current].keys[slot] % ORDER == slot && slot == query % ORDER)
        answers[get_group_id(0)] = tree[current].keys[slot];
}
