/* Wrong on purpose: some work-items jump over the barrier. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void goto_past_barrier(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint values[64];

    const uint l = get_local_id(0);

    values[l] = in[get_global_id(0)];
    if (values[l] == 0)
        goto done;
    values[l] += 1;
    barrier(CLK_LOCAL_MEM_FENCE); /* wrong */
    values[l] *= 2;
done:
    out[get_global_id(0)] = values[l];
}
