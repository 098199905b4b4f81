/* Binary search in a table in local memory: every item leaves the loop when it has found its place. */
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void search_sorted(__global const uint *restrict keys, __global uint *restrict at, int n)
{
    __local uint table[256];
    const uint l = get_local_id(0);
    for (uint i = l; i < 256; i += 128)
        table[i] = i * 7 + (i * i) % 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((int)get_global_id(0) >= n)
        return;
    const uint key = keys[get_global_id(0)] % 1800;
    int low = 0, high = 255;
    while (low <= high) {
        const int middle = (low + high) / 2;
        const uint seen = table[middle];
        if (seen == key) {
            low = middle;
            break;
        }
        if (seen < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    at[get_global_id(0)] = low;
}
