/* Rounds of table look-ups by bytes of a state, the table in local memory: ENTRY is uint, ushort or uchar. */
#ifndef ENTRY
#define ENTRY uint
#endif
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void lookup_table(__global const uint *restrict in, __global uint *restrict out, int rounds)
{
    __local ENTRY table[256];
    const uint l = get_local_id(0);
    for (uint i = l; i < 256; i += 64)
        table[i] = (ENTRY)(i * 2654435769u >> 7);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint state = in[get_global_id(0)];
    for (int r = 0; r < rounds; r++)
        state = table[state & 255] ^ rotate((uint)table[state >> 8 & 255], 8u) ^
                rotate((uint)table[state >> 16 & 255], 16u) ^ rotate((uint)table[state >> 24], 24u);
    out[get_global_id(0)] = state;
}
