/* Right: one work-item writes for all, behind one barrier and before another. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void one_writer_many_readers(__global const float *restrict in, __global float *restrict out)
{
    __local float row[64];
    __local float mean;

    const uint l = get_local_id(0);

    row[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* row written -> summed */
    if (l == 0) {
        float sum = 0;
        for (uint i = 0; i < 64; i++)
            sum += row[i];
        mean = sum / 64;
    }
    barrier(CLK_LOCAL_MEM_FENCE); /* mean written -> read */
    out[get_global_id(0)] = row[l] - mean;
}
