/* Sums with a stride over the whole grid, two elements a turn, then a tree. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void reduction(__global const float *in, __global float *out, __local float *sdata, const unsigned int n)
{
    const unsigned int tid = get_local_id(0), size = get_local_size(0);
    unsigned int i = get_group_id(0) * (size * 2) + tid;
    const unsigned int stride = size * 2 * get_num_groups(0);

    sdata[tid] = 0;
    while (i + size < n) {
        sdata[tid] += in[i] + in[i + size];
        i += stride;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (unsigned int s = size / 2; s > 0; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tid == 0)
        out[get_group_id(0)] = sdata[0];
}
