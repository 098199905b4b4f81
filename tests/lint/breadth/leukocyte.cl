/* Gradients along circles with angles from constant tables, and a dilation by a constant disc. */

#define POINTS 12
#define CIRCLES 3
#define DISC 5

__constant float cosines[POINTS] = { 1, 0.866f, 0.5f, 0, -0.5f, -0.866f, -1, -0.866f, -0.5f, 0, 0.5f, 0.866f };
__constant int offset_x[CIRCLES][POINTS] = { { 1, 1, 1, 0, -1, -1, -1, -1, -1, 0, 1, 1 },
                                             { 2, 2, 1, 0, -1, -2, -2, -2, -1, 0, 1, 2 },
                                             { 3, 3, 2, 0, -2, -3, -3, -3, -2, 0, 2, 3 } };
__constant int offset_y[CIRCLES][POINTS] = { { 0, 1, 1, 1, 1, 1, 0, -1, -1, -1, -1, -1 },
                                             { 0, 1, 2, 2, 2, 1, 0, -1, -2, -2, -2, -1 },
                                             { 0, 2, 3, 3, 3, 2, 0, -2, -3, -3, -3, -2 } };
__constant uchar disc[DISC * DISC] = { 0, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0 };

__kernel void circle_gradients(__global const float *grad_x, __global const float *grad_y, __global float *scores,
                               int width, int height)
{
    const int i = get_global_id(0) + 3, j = get_global_id(1) + 3;
    float greatest = 0;

    if (i >= width - 3 || j >= height - 3)
        return;
    for (int k = 0; k < CIRCLES; k++) {
        float gradients[POINTS], sum = 0, mean, variance = 0, before = 0;
        for (int n = 0; n < POINTS; n++) {
            const int place = (j + offset_y[k][n]) * width + i + offset_x[k][n];
            gradients[n] = grad_x[place] * cosines[n] + grad_y[place] * cosines[(n + 9) % POINTS];
            sum += gradients[n];
        }
        mean = sum / (float)POINTS;
        for (int n = 0; n < POINTS; n++) {
            const float excess = gradients[n] - mean;
            variance += excess * excess;
            before += excess;
        }
        variance = (variance - before * before / POINTS) / (POINTS - 1);
        if (mean * mean / (variance + 1e-3f) > greatest)
            greatest = mean * mean / (variance + 1e-3f);
    }
    scores[j * width + i] = greatest;
}

__kernel void dilate(__global const float *image, __global float *dilated, int width, int height)
{
    const int place = get_global_id(0), x = place % width, y = place / width;
    float greatest = 0;

    if (y >= height)
        return;
    for (int dy = 0; dy < DISC; dy++)
        for (int dx = 0; dx < DISC; dx++) {
            const int from_x = x + dx - DISC / 2, from_y = y + dy - DISC / 2;
            if (from_x < 0 || from_y < 0 || from_x >= width || from_y >= height || !disc[dy * DISC + dx])
                continue;
            greatest = fmax(greatest, image[from_y * width + from_x]);
        }
    dilated[place] = greatest;
}
