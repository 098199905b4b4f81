/* Wrong on purpose: rows of three floats are read four at a time, which goes past the last row. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void vload4_past_end(__global const float *restrict in, __global float *restrict out)
{
    const uint g = get_global_id(0);
    const float4 row = vload4(0, in + 3 * g); /* wrong */

    out[g] = row.x + row.y + row.z;
}
