/* Values kept as half floats in local memory: written one at a time, read in pairs and by fours. */
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void half_tile(__global const float *restrict in, __global float *restrict out)
{
    __local ushort s[256];
    __local half *const h = (__local half *)s;
    const uint l = get_local_id(0), g = get_global_id(0);
    for (uint i = l; i < 256; i += 64)
        vstore_half(in[get_group_id(0) * 256 + i], i, h);
    barrier(CLK_LOCAL_MEM_FENCE);
    const float2 pair = vload_half2((l * 3) & 127, h);
    const float4 four = vload_half4(63 - l, h);
    out[g] = pair.x * four.x + pair.y * four.y + four.z + four.w;
}
