/* Right: vload3 reads 12 bytes, so that the last row of three ends with the buffer and not behind it. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void vload3_of_last_elements(__global const float *restrict in, __global float *restrict out)
{
    const uint g = get_global_id(0);
    const float3 row = vload3(g, in);

    out[g] = row.x + 2 * row.y + 3 * row.z;
}
