/* Gradient noise with a permutation in constant memory. */

__constant uchar permutation[16] = { 7, 12, 3, 15, 0, 9, 14, 5, 10, 1, 6, 13, 2, 11, 4, 8 };

static float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static float gradient(int hash, float x, float y)
{
    const float u = hash & 1 ? x : -x, v = hash & 2 ? y : -y;
    return hash & 4 ? u + v : u - 0.5f * v;
}

__kernel void perlin(__global float *out, const float scale, const int octaves)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float sum = 0, amplitude = 1, frequency = scale;

    for (int o = 0; o < octaves; o++, amplitude *= 0.5f, frequency *= 2) {
        float cell_x, cell_y;
        const float fx = fract(x * frequency, &cell_x);
        const float fy = modf(y * frequency, &cell_y);
        const int ix = (int)floor(x * frequency) & 15, iy = (int)cell_y & 15;
        const int a = permutation[(permutation[ix] + iy) & 15];
        const int b = permutation[(permutation[(ix + 1) & 15] + iy) & 15];
        const int c = permutation[(permutation[ix] + iy + 1) & 15];
        const int d = permutation[(permutation[(ix + 1) & 15] + iy + 1) & 15];
        sum += amplitude * mix(mix(gradient(a, fx, fy), gradient(b, fx - 1, fy), fade(fx)),
                               mix(gradient(c, fx, fy - 1), gradient(d, fx - 1, fy - 1), fade(fx)), fade(fy));
    }
    out[y * get_global_size(0) + x] = sum;
}
