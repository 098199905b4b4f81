/* Wrong on purpose: a word is read from an odd byte of local memory. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void misaligned_local_word(__global const uchar *restrict in, __global uint *restrict out)
{
    __local uchar bytes[68] __attribute__((aligned(4)));

    const uint l = get_local_id(0);

    bytes[l] = in[get_global_id(0)];
    if (l < 4)
        bytes[64 + l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE); /* bytes written -> read */
    out[get_global_id(0)] = *(__local const uint *)(bytes + l); /* wrong */
}
