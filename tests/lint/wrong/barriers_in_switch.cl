/* Wrong on purpose: each case of the switch has its own barrier, and work-items take different cases. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void barriers_in_switch(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint l = get_local_id(0);

    switch (l / 16) {
    case 0:
        tile[l] = in[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        break;
    case 1:
        tile[l] = 2 * in[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE); /* wrong */
        break;
    default:
        tile[l] = 3 * in[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = tile[63 - l];
}
