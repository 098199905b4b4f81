/* Right: one local argument cut into a part of floats and one of counts, each within its bounds. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void parts_of_one_argument(__global const float *restrict in, __global float *restrict out, __local uchar *memory)
{
    __local float *const values = (__local float *)memory;
    __local uint *const counts = (__local uint *)(memory + 64 * sizeof(float));

    const uint l = get_local_id(0);

    values[l] = in[get_global_id(0)];
    if (l < 4)
        counts[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE); /* values written -> read, counts cleared -> counted */
    atomic_inc(&counts[(uint)(values[63 - l] * 4)]);
    barrier(CLK_LOCAL_MEM_FENCE); /* counts counted -> read */
    out[get_global_id(0)] = values[l] * counts[l % 4];
}
