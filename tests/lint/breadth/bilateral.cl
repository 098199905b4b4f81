/* A bilateral filter of one channel with the tile and its border in a local argument. */

#define RADIUS 2

__kernel void bilateral(__global const float *in, __global float *out, const int width, const int height,
                        __local float *buffer)
{
    const int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    const int lsx = get_local_size(0), lsy = get_local_size(1), stride = lsx + 2 * RADIUS;
    const int items = lsx * lsy, all = stride * (lsy + 2 * RADIUS);

    for (int n = 0; n <= all / items; n++) {
        const int place = mad24(n, items, mad24(ly, lsx, lx));
        if (place >= all)
            continue;
        const int px = clamp((int)get_group_id(0) * lsx + place % stride - RADIUS, 0, width - 1);
        const int py = clamp((int)get_group_id(1) * lsy + place / stride - RADIUS, 0, height - 1);
        buffer[place] = in[mad24(py, width, px)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= width || y >= height)
        return;
    buffer += mad24(ly + RADIUS, stride, lx + RADIUS);
    const float centre = *buffer;
    float sum = 0, weights = 0;
    for (int dy = -RADIUS; dy <= RADIUS; dy++)
        for (int dx = -RADIUS; dx <= RADIUS; dx++) {
            const float value = buffer[mad24(dy, stride, dx)], difference = value - centre;
            const float weight = native_exp(-(dx * dx + dy * dy) / 4.0f - difference * difference * 20.0f);
            sum += weight * value;
            weights += weight;
        }
    out[mad24(y, width, x)] = sum / weights;
}
