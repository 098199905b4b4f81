/* Wrong on purpose: all start the copy, and only one half waits for it. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void wait_of_some(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint l = get_local_id(0);
    event_t copied = async_work_group_copy(tile, in + get_group_id(0) * 64, 64, 0);

    if (l < 32) {
        wait_group_events(1, &copied); /* wrong */
        out[get_global_id(0)] = tile[l];
    } else {
        out[get_global_id(0)] = 0;
    }
}
