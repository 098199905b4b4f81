/* Wrong on purpose: the barrier stands before the last work-item publishes the scale, and has to stand behind. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void last_item_publishes(__global const float *restrict in, __global float *restrict out)
{
    __local float scale;

    const uint l = get_local_id(0);

    if (l == 0)
        scale = 1;
    barrier(CLK_LOCAL_MEM_FENCE); /* scale set -> replaced */
    if (l == 63)
        scale = in[get_group_id(0)];
    if (l < 32)
        out[get_group_id(0) * 32 + l] = scale * l; /* wrong */
}
