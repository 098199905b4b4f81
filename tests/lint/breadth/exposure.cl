/* Pixels of four floats: black point and exposure, channel mixer, clipping, alpha kept. */

__kernel void exposure(__global const float4 *in, __global float4 *out, const int width, const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);

    if (x >= width || y >= height)
        return;
    float4 pixel = in[mad24(y, width, x)];
    const float alpha = pixel.w;
    pixel = (pixel - 0.02f) * exp2(0.7f);
    pixel.xyz = pixel.zxy * 0.8f + pixel.yzx * 0.2f;
    pixel = clamp(pixel, 0.0f, 1.0f);
    const float grey = dot(pixel, (float4)(0.2126f, 0.7152f, 0.0722f, 0.0f));
    pixel = mix((float4)grey, pixel, 1.25f);
    pixel = select(pixel, native_sqrt(fmax(pixel, 0.0f)), isgreater(pixel, (float4)0.5f));
    pixel.w = alpha;
    out[mad24(y, width, x)] = pixel;
}
