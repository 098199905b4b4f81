/* Right: two halves of one array belong to two halves of the work-group, and neither enters the other's. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void disjoint_halves(__global const float *restrict in, __global float *restrict out)
{
    __local float both[64];

    const uint l = get_local_id(0);

    if (l < 32)
        both[2 * l] = in[get_global_id(0)];
    else
        both[2 * (l - 32) + 1] = -in[get_global_id(0)];
    if (l < 32)
        both[2 * l] += 1;
    else
        both[2 * (l - 32) + 1] *= 3;
    barrier(CLK_LOCAL_MEM_FENCE); /* both written -> read */
    out[get_global_id(0)] = both[l];
}
