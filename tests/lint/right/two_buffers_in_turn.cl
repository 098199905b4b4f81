/* Right: two buffers take turns, and one barrier a step is enough. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void two_buffers_in_turn(__global const float *restrict in, __global float *restrict out, int steps)
{
    __local float buffers[2][64];

    const uint l = get_local_id(0);

    buffers[0][l] = in[get_global_id(0)];
    for (int step = 0; step < steps; step++) {
        barrier(CLK_LOCAL_MEM_FENCE); /* the step before written -> read, and read -> written by the next step */
        buffers[~step & 1][l] = buffers[step & 1][l ^ 1] + buffers[step & 1][63 - l];
    }
    out[get_global_id(0)] = buffers[steps & 1][l];
}
