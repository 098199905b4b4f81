/* Lengths, distances, products of vectors of two to four floats. */

__kernel void geometric(__global const float *in, __global float *out)
{
    const int g = get_global_id(0);
    const float4 a = vload4(g, in), b = a.wxyz + 0.1f;
    const float3 c = a.xyz, d = b.xyz;
    float4 r;

    r.x = dot(a, b) + dot(c, d) + dot(a.xy, b.zw) + dot(a.x, b.x);
    r.y = length(a) + distance(c, d) + fast_length(c) + fast_distance(a, b) + length(a.xy);
    r.zw = normalize(a).zw + fast_normalize(b.xy);
    r += cross(a, b) + (float4)(cross(c, d), normalize(c).y);
    vstore4(r, g, out);
}
