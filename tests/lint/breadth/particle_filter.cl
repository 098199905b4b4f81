/* Particles: a linear congruence for noise, Box-Muller, weights, their sum, and a search for a new index. */

#define PI 3.1415926535897932f

static float next_uniform(__global uint *seeds, int index)
{
    const uint m = 2147483647u, a = 1103515245u, c = 12345u;
    const uint number = (a * seeds[index] + c) % m;

    seeds[index] = number;
    return (float)number / (float)m;
}

static float next_normal(__global uint *seeds, int index)
{
    const float u = next_uniform(seeds, index) + 1e-6f, v = next_uniform(seeds, index);
    return sqrt(-2 * log(u)) * cos(2 * PI * v);
}

__kernel void likelihood(__global float *x, __global float *y, __global float *weights, __global uint *seeds,
                         __global const uchar *frame, int count, int side)
{
    __local float sums[64];

    const int i = get_global_id(0), l = get_local_id(0);

    sums[l] = 0;
    if (i < count) {
        x[i] = x[i] * side + 1.0f + 5.0f * next_normal(seeds, i);
        y[i] = y[i] * side - 2.0f + 2.0f * next_normal(seeds, i);
        const int column = clamp(convert_int_rtz(x[i]), 0, side - 1), row = clamp((int)y[i], 0, side - 1);
        const float pixel = frame[row * side + column];
        weights[i] *= exp((pow(pixel - 100, 2) - pow(pixel - 228, 2)) / 50000.0f);
        sums[l] = weights[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (unsigned int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (l < (int)s)
            sums[l] += sums[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < count)
        weights[i] /= sums[0] + 1.0f;
}

__kernel void find_index(__global const float *cumulative, __global const float *u, __global uint *index, int count)
{
    const int i = get_global_id(0);

    if (i < count) {
        int found = -1;
        for (int k = 0; k < count; k++)
            if (cumulative[k] * (k + 1) >= u[i] * 8) {
                found = k;
                break;
            }
        if (found == -1)
            found = count - 1;
        index[i] = found;
    }
}
