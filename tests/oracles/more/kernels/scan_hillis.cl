/* Hillis and Steele's inclusive scan between two buffers: halves of an argument that are swapped, or a static array. */
#ifdef STATIC
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void scan_hillis(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint sum[2][128];
    const uint l = get_local_id(0);
    uint now = 0;
    sum[0][l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < 128; d *= 2) {
        const uint next = 1 - now;
        sum[next][l] = l >= d ? sum[now][l] + sum[now][l - d] : sum[now][l];
        now = next;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum[now][l];
}
#else
__kernel void scan_hillis(__global const uint *restrict in, __global uint *restrict out, __local uint *a,
                          __local uint *b)
{
    const uint l = get_local_id(0), size = get_local_size(0);
    a[l] = b[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < size; d <<= 1) {
        if (l >= d)
            b[l] = a[l] + a[l - d];
        else
            b[l] = a[l];
        barrier(CLK_LOCAL_MEM_FENCE);
        __local uint *const swap = a;
        a = b;
        b = swap;
    }
    out[get_global_id(0)] = a[l];
}
#endif
