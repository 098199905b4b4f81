/* Right: the mailbox in global memory, with the fence that orders it. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void global_fence_orders_global(__global const float *restrict in, __global float *mail, __global float *restrict out)
{
    const uint l = get_local_id(0), first = get_group_id(0) * 64;

    mail[first + l] = in[first + l];
    barrier(CLK_GLOBAL_MEM_FENCE); /* mail written -> read */
    out[first + l] = mail[first + 63 - l];
}
