/* Wrong on purpose: a float4 at any float's address. vload4 may do that, a cast may not. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void misaligned_global_vector(__global const float *restrict in, __global float *restrict out)
{
    const uint g = get_global_id(0);
    const float4 window = *(__global const float4 *)(in + g); /* wrong */

    out[g] = window.x + window.y + window.z + window.w;
}
