/* Wrong on purpose: each work-item writes three elements from its place on, two too many. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void writes_overlap(__global const float *restrict in, __global float *restrict out)
{
    __local float row[66];

    const uint l = get_local_id(0);
    const float value = in[get_global_id(0)];

    for (uint i = 0; i < 3; i++)
        row[l + i] = value * i; /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* row written -> read */
    out[get_global_id(0)] = row[l + 1];
}
