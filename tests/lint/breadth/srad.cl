/* Speckle-reducing diffusion: sums of values and squares of one group, then the coefficients, then the image. */

#define ITEMS 64

__kernel void srad_sums(int n, __global float *sums, __global float *squares)
{
    __local float psum[ITEMS], psum2[ITEMS];

    const int g = get_global_id(0), l = get_local_id(0), group = get_group_id(0);
    const int last_full = min(ITEMS, n - group * ITEMS);
    int df = 0;

    psum[l] = g < n ? sums[g] : 0;
    psum2[l] = g < n ? squares[g] : 0;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int i = ITEMS; i > 1; i /= 2)
        if (last_full >= i) {
            df = i;
            break;
        }
    for (int i = 2; i <= ITEMS; i = 2 * i) {
        if ((l + 1) % i == 0 && l + 1 <= df) {
            psum[l] += psum[l - i / 2];
            psum2[l] += psum2[l - i / 2];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == df - 1) {
        for (int i = df; i < last_full; i++) {
            psum[l] += psum[i];
            psum2[l] += psum2[i];
        }
        sums[group * ITEMS] = psum[l];
        squares[group * ITEMS] = psum2[l];
    }
}

__kernel void srad_coefficients(__global const float *image, __global float *coefficients, int rows, int columns)
{
    const int g = get_global_id(0), column = g / rows, row = g % rows;

    if (column >= columns)
        return;
    const int north = max(row - 1, 0), south = min(row + 1, rows - 1);
    const int west = max(column - 1, 0), east = min(column + 1, columns - 1);
    const float here = image[g] + 0.5f;
    const float dn = image[north + rows * column] + 0.5f - here, ds = image[south + rows * column] + 0.5f - here;
    const float dw = image[row + rows * west] + 0.5f - here, de = image[row + rows * east] + 0.5f - here;
    const float g2 = (dn * dn + ds * ds + dw * dw + de * de) / (here * here), laplace = (dn + ds + dw + de) / here;
    const float numerator = 0.5f * g2 - 1.0f / 16.0f * laplace * laplace, denominator = 1 + 0.25f * laplace;
    const float q = numerator / (denominator * denominator);
    float c = 1.0f / (1.0f + (q - 0.05f) / (0.05f * (1 + 0.05f)));

    if (c < 0)
        c = 0;
    else if (c > 1)
        c = 1;
    coefficients[g] = c;
}
