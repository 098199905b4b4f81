/* All pairs of bodies by tiles in local memory, float4 places with the mass in w. */

#define TILE 64
#define SOFTENING 0.01f

static float3 acceleration_by(float3 sum, float4 own, float4 other)
{
    const float3 d = other.xyz - own.xyz;
    const float r2 = dot(d, d) + SOFTENING, inverse = rsqrt(r2);
    return sum + d * (other.w * inverse * inverse * inverse);
}

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void n_body(__global const float4 *restrict places, __global float4 *restrict next, __global float4 *restrict speeds,
            const float dt)
{
    __local float4 tile[TILE];

    const uint g = get_global_id(0), l = get_local_id(0), n = get_global_size(0);
    const float4 own = places[g];
    float3 a = (float3)(0);

    for (uint t = 0; t < n; t += TILE) {
        tile[l] = places[t + l];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 8
        for (uint i = 0; i < TILE; i++)
            a = acceleration_by(a, own, tile[i]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float3 v = speeds[g].xyz + a * dt;
    next[g] = (float4)(own.xyz + v * dt, own.w);
    speeds[g].xyz = v;
}
