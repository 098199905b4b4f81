/* Arrays of different alignments side by side, a union, and a pointer that stands in one array or the other. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
union word {
    float f;
    uint u;
    uchar b[4];
};
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void mixed_arrays(__global const float *restrict in, __global double *restrict out)
{
    __local uchar flag[67];
    __local double sum[64];
    __local ushort rank[65];
    __local float3 place[64];
    __local float even[37];
    __local union word bits[64];
    const uint l = get_local_id(0), g = get_global_id(0);
    const float x = in[g];
    flag[l] = x < 0.5f;
    sum[l] = x;
    rank[l] = l * 3;
    place[l] = (float3)(x, x * 2.0f, x * 3.0f);
    if (l < 37)
        even[l] = x;
    bits[l].f = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint r = rank[(l * 2) & 63] & 63;
    __local float *const either = l & 1 ? even : (__local float *)bits;
    double acc = sum[r] + place[63 - l].y + either[l / 2];
    if (flag[r])
        acc += bits[r].b[l & 3] + (bits[l ^ 7].u >> 23);
    out[g] = acc;
}
