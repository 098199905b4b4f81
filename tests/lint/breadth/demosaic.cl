/* A Bayer pattern to colours, the pattern in a word, two bits a place. */

static int colour_at(const int row, const int column, const unsigned int filters)
{
    return filters >> ((row << 1 & 14) + (column & 1) << 1) & 3;
}

__kernel void demosaic(__global const ushort *in, __global ushort4 *out, const int width, const int height,
                       const unsigned int filters)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float sum[4] = { 0, 0, 0, 0 };
    int count[4] = { 0, 0, 0, 0 };
    float colour[4];

    if (x >= width || y >= height)
        return;
    for (int j = y - 1; j <= y + 1; j++)
        for (int i = x - 1; i <= x + 1; i++)
            if (i >= 0 && j >= 0 && i < width && j < height) {
                const int f = colour_at(j, i, filters);
                sum[f] += in[j * width + i];
                count[f]++;
            }
    const int own = colour_at(y, x, filters);
    for (int c = 0; c < 4; c++)
        if (c != own && count[c] > 0)
            colour[c] = sum[c] / count[c];
        else
            colour[c] = in[y * width + x];
    const float green = (colour[1] + colour[3]) * 0.5f;
    out[y * width + x] = convert_ushort4_sat_rte((float4)(colour[0], green, colour[2], 65535.0f));
}
