/* Right: two asynchronous copies under one event list, waited for by all before their tiles are read. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void copies_waited_for(__global const float *restrict in, __global float *restrict out)
{
    __local float low[64], high[64], sums[64];

    const uint l = get_local_id(0), first = get_group_id(0) * 64;
    event_t copied[2];

    copied[0] = async_work_group_copy(low, in + first, 64, 0);
    copied[1] = async_work_group_strided_copy(high, in + first, 64, 2, 0);
    wait_group_events(2, copied);
    sums[l] = low[63 - l] + high[l];
    barrier(CLK_LOCAL_MEM_FENCE); /* sums written -> copied out */

    event_t stored = async_work_group_copy(out + first, sums, 64, 0);
    wait_group_events(1, &stored);
}
