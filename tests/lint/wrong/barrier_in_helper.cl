/* Wrong on purpose: the helper holds a barrier, and not all work-items call it. */

static void store_and_wait(__local float *tile, uint place, float value)
{
    tile[place] = value;
    barrier(CLK_LOCAL_MEM_FENCE); /* wrong */
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void barrier_in_helper(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint l = get_local_id(0);
    const float value = in[get_global_id(0)];

    if (value > 0.5f)
        store_and_wait(tile, l, value);
    else
        tile[l] = -value;
    out[get_global_id(0)] = tile[l];
}
