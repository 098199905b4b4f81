/* Right: every other byte is written, and only those are read. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void written_bytes_only(__global const uchar *restrict in, __global uchar *restrict out)
{
    __local uchar bytes[128];

    const uint l = get_local_id(0);

    bytes[2 * l + l / 32] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* bytes written -> read */
    out[get_global_id(0)] = bytes[2 * (63 - l) + (63 - l) / 32];
}
