/* Right: vload4 and vstore4 want the alignment of a float, not of a float4. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void vload4_at_any_float(__global const float *restrict in, __global float *restrict out)
{
    __local float row[64 * 5];

    const uint l = get_local_id(0), g = get_global_id(0);

    vstore4(vload4(0, in + g), 0, row + 5 * l);
    row[5 * l + 4] = 1;
    barrier(CLK_LOCAL_MEM_FENCE); /* row written -> read */
    const float4 other = vload4(0, row + 5 * (63 - l) + 1);
    out[g] = other.x + other.y + other.z + other.w;
}
