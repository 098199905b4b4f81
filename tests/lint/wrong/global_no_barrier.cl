/* Wrong on purpose: global memory as a mailbox within the work-group, with no barrier. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void global_no_barrier(__global const float *restrict in, __global float *mail, __global float *restrict out)
{
    const uint l = get_local_id(0), first = get_group_id(0) * 64;

    mail[first + l] = in[first + l];
    out[first + l] = mail[first + 63 - l]; /* wrong */
}
