/* printf, which is refused. */

__kernel void printf_call(__global const float *in, __global float *out)
{
    const int g = get_global_id(0);

    if (in[g] > 0.99f)
        printf("item %d has %f\n", g, in[g]);
    out[g] = in[g];
}
