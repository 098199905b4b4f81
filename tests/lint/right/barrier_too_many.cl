/* Right, with a barrier that orders nothing: no access in front of it concerns another work-item behind it. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void barrier_too_many(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint l = get_local_id(0);

    tile[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* too many */
    tile[l] *= 2;
    barrier(CLK_LOCAL_MEM_FENCE); /* tile written -> read */
    out[get_global_id(0)] = tile[63 - l];
}
