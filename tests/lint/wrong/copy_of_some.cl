/* Wrong on purpose: the copy of a whole work-group is started by one half of it. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void copy_of_some(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint l = get_local_id(0);
    event_t copied = 0;

    if (l < 32)
        copied = async_work_group_copy(tile, in + get_group_id(0) * 64, 64, 0); /* wrong */
    wait_group_events(1, &copied);
    out[get_global_id(0)] = tile[l];
}
