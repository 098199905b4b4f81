/* Halves as storage: loaded and stored in all widths and roundings, computed as floats. */

__kernel void half_storage(__global const half *in, __global half *out, __global float *sums)
{
    __local ushort halves[64 * 4];

    __local half *const tile = (__local half *)halves;
    const uint l = get_local_id(0), g = get_global_id(0);
    const float4 v = vload_half4(g, in);

    vstore_half4_rte(v * 1.5f + 0.001f, l, tile);
    barrier(CLK_LOCAL_MEM_FENCE);
    const float one = vload_half(4 * (63 - l) + 1, tile);
    const float2 two = vload_half2(2 * (63 - l) + 1, tile);
    const float3 three = vload_half3(l, tile);
    sums[g] = one + two.x - two.y + three.x * three.z;
    vstore_half(one, 8 * g, out);
    vstore_half_rtz(one / 3, 8 * g + 1, out);
    vstore_half_rtp(one / 3, 8 * g + 2, out);
    vstore_half_rtn(-one / 3, 8 * g + 3, out);
    vstorea_half4(vloada_half4(g, in).wzyx, 2 * g + 1, out);
}
