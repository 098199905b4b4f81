/* Wrong on purpose: one half of the work-group clears words while the other half writes single bytes of them. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void bytes_under_words(__global const uchar *restrict in, __global uchar *restrict out)
{
    __local uchar bytes[128] __attribute__((aligned(4)));

    const uint l = get_local_id(0);

    if (l < 32)
        ((__local uint *)bytes)[l] = 0;
    else
        bytes[4 * (l - 32) + 3] = in[get_global_id(0)]; /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* bytes written -> read */
    out[get_global_id(0)] = bytes[2 * l + 1];
}
