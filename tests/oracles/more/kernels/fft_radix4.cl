/* 256 points by 64 items, radix 4, exchanged in local memory: as float2, or SPLIT into real and imaginary parts. */
static float2 twist(const float2 a, const float angle)
{
    const float c = native_cos(angle), s = native_sin(angle);
    return (float2)(a.x * c - a.y * s, a.x * s + a.y * c);
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void fft_radix4(__global const float2 *restrict in, __global float2 *restrict out)
{
#ifdef SPLIT
    __local float re[256], im[256];
#else
    __local float2 point[256];
#endif
    const uint l = get_local_id(0), base = get_group_id(0) * 256;
    float2 x[4];
    for (uint r = 0; r < 4; r++)
        x[r] = in[base + l + 64 * r];
    for (uint p = 1; p < 256; p *= 4) {
        const uint k = l & (p - 1), to = (l - k) * 4 + k;
        const float angle = -6.2831853f * (float)k / (float)(4 * p);
        for (uint r = 1; r < 4; r++)
            x[r] = twist(x[r], angle * (float)r);
        const float2 s02 = x[0] + x[2], d02 = x[0] - x[2], s13 = x[1] + x[3], d13 = x[1] - x[3];
        x[0] = s02 + s13;
        x[1] = (float2)(d02.x + d13.y, d02.y - d13.x);
        x[2] = s02 - s13;
        x[3] = (float2)(d02.x - d13.y, d02.y + d13.x);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint r = 0; r < 4; r++) {
#ifdef SPLIT
            re[to + r * p] = x[r].x;
            im[to + r * p] = x[r].y;
#else
            point[to + r * p] = x[r];
#endif
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint r = 0; r < 4; r++) {
#ifdef SPLIT
            x[r] = (float2)(re[l + 64 * r], im[l + 64 * r]);
#else
            x[r] = point[l + 64 * r];
#endif
        }
    }
    for (uint r = 0; r < 4; r++)
        out[base + l + 64 * r] = x[r];
}
