/* Right: neighbours write neighbouring bytes of one word, which is no race. */

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void uchar_tile(__global const uchar *restrict in, __global uchar *restrict out)
{
    __local uchar tile[16][17];

    const uint x = get_local_id(0), y = get_local_id(1);

    tile[y][x] = in[y * 16 + x];
    barrier(CLK_LOCAL_MEM_FENCE); /* tile written -> read */
    out[y * 16 + x] = tile[x][y];
}
