/* Wrong on purpose: three of a word's four bytes are written, and the word is read whole. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void word_of_three_bytes(__global const uchar *restrict in, __global uint *restrict out)
{
    __local uchar bytes[256] __attribute__((aligned(4)));

    const uint l = get_local_id(0);

    for (uint i = 0; i < 3; i++)
        bytes[4 * l + i] = in[get_global_id(0) * 3 + i];
    barrier(CLK_LOCAL_MEM_FENCE); /* bytes written -> read */
    out[get_global_id(0)] = ((__local const uint *)bytes)[63 - l]; /* wrong */
}
