/* Right: beyond the end nothing is loaded; what is summed there is a zero that was written. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void guarded_load(__global const float *restrict in, __global float *restrict out, int n)
{
    __local float tile[64];

    const int g = get_global_id(0), l = get_local_id(0);

    tile[l] = g < n ? in[g] : 0;
    for (int distance = 32; distance > 0; distance /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE); /* the step before written -> read */
        if (l < distance)
            tile[l] += tile[l + distance];
    }
    if (l == 0)
        out[get_group_id(0)] = tile[0];
}
