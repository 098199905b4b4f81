/* Wrong on purpose: the last steps of the sum trust that 32 work-items run in lock-step. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void lock_step_tail(__global const float *restrict in, __global float *restrict out)
{
    __local volatile float partial[64];

    const uint l = get_local_id(0);

    partial[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* partial written -> read */
    if (l < 32)
        partial[l] += partial[l + 32];
    barrier(CLK_LOCAL_MEM_FENCE); /* step of 32 written -> read */
    for (uint distance = 16; distance > 0; distance /= 2)
        if (l < distance)
            partial[l] += partial[l + distance]; /* wrong */
    if (l == 0)
        out[get_group_id(0)] = partial[0];
}
