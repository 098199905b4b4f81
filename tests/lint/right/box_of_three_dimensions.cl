/* Right: a 3-D work-group whose places are linear in x, y and z. */

__kernel __attribute__((reqd_work_group_size(8, 4, 2)))
void box_of_three_dimensions(__global const float *restrict in, __global float *restrict out)
{
    __local float box[2][4][8];

    const uint x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    const uint place = (z * 4 + y) * 8 + x + get_group_id(2) * 64;

    box[z][y][x] = in[place];
    barrier(CLK_LOCAL_MEM_FENCE); /* box written -> read */
    out[place] = box[1 - z][3 - y][7 - x];
}
