/* c = a + s b, sixteen floats a work-item. */

__kernel void triad(__global const float16 *restrict a, __global const float16 *restrict b,
                    __global float16 *restrict c, int s)
{
    const size_t g = get_global_id(0);

    c[g] = a[g] + (float)s * b[g];
}
