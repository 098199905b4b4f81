/* A layer of a neural network, forwards by partial sums in local memory, and the adjustment of its weights. */

#define SIDE 16

__kernel void layer_forward(__global const float *input, __global const float *weights, __global float *sums,
                            __local float *values, __local float *products, int hidden)
{
    const int x = get_local_id(0), y = get_local_id(1), group = get_group_id(1);
    const int row = group * SIDE + y;

    if (x == 0)
        values[y] = input[row];
    barrier(CLK_LOCAL_MEM_FENCE);
    products[y * SIDE + x] = weights[row * hidden + x] * values[y];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int distance = SIDE / 2; distance > 0; distance >>= 1) {
        if (y < distance)
            products[y * SIDE + x] += products[(y + distance) * SIDE + x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (y == 0)
        sums[group * hidden + x] = 1.0f / (1.0f + exp(-products[x]));
}

__kernel void adjust_weights(__global const float *delta, __global const float *input, __global float *weights,
                             __global float *old, int hidden)
{
    const int x = get_global_id(0), y = get_global_id(1), place = y * hidden + x;
    const float change = 0.3f * delta[x] * input[y] + 0.3f * old[place];

    weights[place] += change;
    old[place] = change;
}
