/* Wrong on purpose: of two buffers only the source alternates, so that every other step reads what it writes. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void ping_pong_parity(__global const float *restrict in, __global float *restrict out, int steps)
{
    __local float buffers[2][64];

    const uint l = get_local_id(0);

    buffers[0][l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* buffer 0 written -> read */
    for (int step = 0; step < steps; step++) {
        buffers[1][63 - l] = buffers[step & 1][l] + step; /* wrong */
        barrier(CLK_LOCAL_MEM_FENCE); /* buffer 1 written -> read */
    }
    out[get_global_id(0)] = buffers[1][l];
}
