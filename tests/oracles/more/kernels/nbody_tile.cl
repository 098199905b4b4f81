/* Every item reads every body of a tile: broadcasts of 16 bytes, or (MASSLESS) of the three coordinates in use. */
__kernel void nbody_tile(__global const float4 *restrict bodies, __global float4 *restrict force, __local float4 *tile,
                         int n)
{
    const int l = get_local_id(0), size = get_local_size(0);
    const float4 me = bodies[get_global_id(0)];
    float3 sum = (float3)(0.0f);
    for (int t = 0; t < n; t += size) {
        tile[l] = bodies[t + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < size; j++) {
            const float3 to = tile[j].xyz - me.xyz;
            const float inverse = native_rsqrt(dot(to, to) + 0.01f);
#ifdef MASSLESS
            sum += to * (inverse * inverse * inverse);
#else
            sum += to * (tile[j].w * inverse * inverse * inverse);
#endif
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    force[get_global_id(0)] = (float4)(sum, 0.0f);
}
