/* Wrong on purpose: nothing keeps a fast work-item from filling the next tile while others still read this one. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void missing_second_barrier(__global const float *restrict in, __global float *restrict out, int tiles)
{
    __local float tile[64];

    const uint l = get_local_id(0);
    float sum = 0;

    for (int t = 0; t < tiles; t++) {
        tile[l] = in[t * 64 + l]; /* wrong */
        barrier(CLK_LOCAL_MEM_FENCE); /* tile written -> read */
        sum += tile[63 - l];
    }
    out[get_global_id(0)] = sum;
}
