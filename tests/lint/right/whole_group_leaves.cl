/* Right: a return before the barrier, taken by whole work-groups only. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void whole_group_leaves(__global const uint *restrict in, __global uint *restrict out, int groups)
{
    __local uint tile[64];

    const uint l = get_local_id(0);

    if ((int)get_group_id(0) >= groups)
        return;
    tile[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* tile written -> read */
    out[get_global_id(0)] = tile[63 - l];
}
