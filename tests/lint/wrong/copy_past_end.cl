/* Wrong on purpose: 80 elements are copied into a tile of 64. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void copy_past_end(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    event_t copied = async_work_group_copy(tile, in, 80, 0); /* wrong */
    wait_group_events(1, &copied);
    out[get_global_id(0)] = tile[get_local_id(0)];
}
