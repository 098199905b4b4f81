/* Bytes scaled up by two with weights between four neighbours, rounded. */

__kernel void resize_bilinear(__global const uchar *in, __global uchar *out, int width, int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const float fx = (x + 0.5f) / 2 - 0.5f, fy = (y + 0.5f) / 2 - 0.5f;
    const int left = (int)floor(fx), top = (int)floor(fy);
    const float2 weight = (float2)(fx - left, fy - top);
    const int x0 = clamp(left, 0, width - 1), x1 = clamp(left + 1, 0, width - 1);
    const int y0 = clamp(top, 0, height - 1), y1 = clamp(top + 1, 0, height - 1);
    const float upper = mix((float)in[y0 * width + x0], (float)in[y0 * width + x1], weight.x);
    const float lower = mix((float)in[y1 * width + x0], (float)in[y1 * width + x1], weight.x);

    out[y * get_global_size(0) + x] = convert_uchar_sat_rte(mix(upper, lower, weight.y));
}
