/* Wrong on purpose: the barrier orders local memory, and the mailbox lies in global memory. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void global_local_fence(__global const float *restrict in, __global float *mail, __global float *restrict out)
{
    const uint l = get_local_id(0), first = get_group_id(0) * 64;

    mail[first + l] = in[first + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[first + l] = mail[first + 63 - l]; /* wrong */
}
