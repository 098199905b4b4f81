/* Right: one tile for every turn, with a barrier before its reads and one before its next writes. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void reuse_behind_barrier(__global const float *restrict in, __global float *restrict out, int tiles)
{
    __local float tile[64];

    const uint l = get_local_id(0);
    float sum = 0;

    for (int t = 0; t < tiles; t++) {
        tile[l] = in[t * 64 + l];
        barrier(CLK_LOCAL_MEM_FENCE); /* tile written -> read */
        for (uint i = 0; i < 64; i++)
            sum += tile[i] * (float)(i ^ l);
        barrier(CLK_LOCAL_MEM_FENCE); /* tile read -> written in the next turn */
    }
    out[get_global_id(0)] = sum;
}
