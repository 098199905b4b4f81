/* One __local argument, cut by hand into arrays of float4, floats and shorts. */
__kernel void arena(__global const float4 *restrict in, __global float *restrict out, __local float4 *quad)
{
    const uint l = get_local_id(0), size = get_local_size(0), g = get_global_id(0);
    __local float *const total = (__local float *)(quad + size);
    __local short *const order = (__local short *)(total + size);
    quad[l] = in[g];
    order[l] = (short)((l * 7) % size);
    barrier(CLK_LOCAL_MEM_FENCE);
    const float4 q = quad[order[l]];
    total[l] = q.x + q.y + q.z + q.w;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = total[size - 1 - l] + total[order[l]];
}
