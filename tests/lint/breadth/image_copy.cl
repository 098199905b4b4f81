/* Image objects, which no buffer-only engine can run. */

__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void image_copy(read_only image2d_t in, write_only image2d_t out, const int width, const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);

    if (x >= width || y >= height)
        return;
    const float4 pixel = read_imagef(in, nearest, (int2)(x, y));
    write_imagef(out, (int2)(x, y), pixel.wzyx);
}
