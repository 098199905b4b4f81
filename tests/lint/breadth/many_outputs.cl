/* Twenty arguments of every kind, as some generated kernels have them. */

__kernel void many_outputs(__global float *o0, __global float2 *o1, __global uchar *o2, __global short *o3,
                           __global const float *i0, __global const uint *i1, __constant float *c0, __constant int *c1,
                           __local float *l0, __local uint2 *l1, char a, uchar b, short c, ushort d, int e, uint f,
                           long g, ulong h, float r, float2 v)
{
    const size_t id = get_global_id(0), l = get_local_id(0);

    l0[l] = i0[id] * r + c0[id % 4];
    l1[l] = (uint2)(i1[id], (uint)c1[id % 4]);
    barrier(CLK_LOCAL_MEM_FENCE);
    const size_t other = get_local_size(0) - 1 - l;
    o0[id] = l0[other] + a + b + c + d + e;
    o1[id] = v * (float)l1[other].x + (float2)(f, g);
    o2[id] = (uchar)(h >> id % 8);
    o3[id] = convert_short_sat((int)l1[other].y - (int)g);
}
