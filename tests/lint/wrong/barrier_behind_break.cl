/* Wrong on purpose: a work-item leaves the loop with the barrier as soon as its own value is small enough. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void barrier_behind_break(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint values[64];

    const uint l = get_local_id(0);

    values[l] = in[get_global_id(0)];
    while (true) {
        values[l] /= 2;
        if (values[l] < 8)
            break;
        barrier(CLK_LOCAL_MEM_FENCE); /* wrong */
    }
    out[get_global_id(0)] = values[l];
}
