/* Wrong on purpose: the first and the last element of the tile, its border, are never filled. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void tile_partly_written(__global const float *restrict in, __global float *restrict out)
{
    __local float row[66];

    const uint l = get_local_id(0);

    row[l + 1] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* row written -> read */
    out[get_global_id(0)] = row[l] + row[l + 2]; /* wrong */
}
