/* Wrong on purpose: the tile is read before the copy that fills it was waited for. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void copy_used_before_wait(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint l = get_local_id(0);

    tile[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE); /* tile cleared -> copied into */

    event_t copied = async_work_group_copy(tile, in + get_group_id(0) * 64, 64, 0);
    const float early = tile[l]; /* wrong */
    wait_group_events(1, &copied);
    out[get_global_id(0)] = early + tile[l];
}
