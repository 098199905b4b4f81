/* Wrong on purpose: no barrier between the tile's writes and its reads by the other half of the work-group. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void missing_barrier(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint l = get_local_id(0);

    tile[l] = in[get_global_id(0)];
    out[get_global_id(0)] = tile[63 - l]; /* wrong */
}
