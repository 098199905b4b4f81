/* The largest value and where it stands: two local arrays given as arguments, and a size known only at run time. */
__kernel void reduce_argmax(__global const float *restrict in, __global float *restrict best,
                            __global uint *restrict at, __local float *value, __local uint *index)
{
    const uint l = get_local_id(0), g = get_global_id(0);
    value[l] = in[g];
    index[l] = g;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (l < s && value[l + s] > value[l]) {
            value[l] = value[l + s];
            index[l] = index[l + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) {
        best[get_group_id(0)] = value[0];
        at[get_group_id(0)] = index[0];
    }
}
