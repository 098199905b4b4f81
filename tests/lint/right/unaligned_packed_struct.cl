/* Right: the members of a packed struct lie at odd addresses, and its type says so. */

struct __attribute__((packed)) record {
    uchar kind;
    uint value;
};

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void unaligned_packed_struct(__global const uint *restrict in, __global uint *restrict out)
{
    __local struct record records[64];

    const uint l = get_local_id(0);

    records[l].kind = l;
    records[l].value = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* records written -> read */
    out[get_global_id(0)] = records[63 - l].value + records[63 - l].kind;
}
