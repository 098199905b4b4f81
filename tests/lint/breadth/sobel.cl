/* Edges of pixels of four bytes: bytes to floats and back with saturation. */

__kernel void sobel(__global const uchar4 *in, __global uchar4 *out)
{
    const uint x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), height = get_global_size(1);
    const int c = x + y * width;

    if (x == 0 || y == 0 || x >= width - 1 || y >= height - 1) {
        out[c] = (uchar4)(0, 0, 0, 255);
        return;
    }
    float4 window[3][3];
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            window[dy][dx] = convert_float4(in[c + (dy - 1) * (int)width + dx - 1]);
    const float4 gx = window[0][0] + 2 * window[0][1] + window[0][2] - window[2][0] - 2 * window[2][1] - window[2][2];
    const float4 gy = window[0][0] - window[0][2] + 2 * window[1][0] - 2 * window[1][2] + window[2][0] - window[2][2];
    uchar4 pixel = convert_uchar4_sat(sqrt(gx * gx + gy * gy) / 2.0f);
    pixel.s3 = 255;
    out[c] = pixel;
}
