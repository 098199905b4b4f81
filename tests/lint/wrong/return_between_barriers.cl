/* Wrong on purpose: a work-item that is done leaves, while the others go on to the next barrier of the loop. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void return_between_barriers(__global const float *restrict in, __global float *restrict out)
{
    __local float partial[64];

    const uint l = get_local_id(0);

    partial[l] = in[get_global_id(0)];
    for (uint distance = 32; distance > 0; distance /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE); /* wrong */
        if (l >= distance)
            return;
        partial[l] += partial[l + distance];
    }
    out[get_group_id(0)] = partial[0];
}
