/* Right: written as a float, read as a word and as bytes: the same memory, all of it written. */

union cell {
    float real;
    uint word;
    uchar bytes[4];
};

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void union_of_float_and_word(__global const float *restrict in, __global uint *restrict out)
{
    __local union cell cells[64];

    const uint l = get_local_id(0);

    cells[l].real = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* cells written -> read */
    out[get_global_id(0)] = cells[63 - l].word ^ cells[63 - l].bytes[3];
}
