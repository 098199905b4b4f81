/* 64 bins of one byte for each item, no atomics; then an item adds up a bin, starting at its own place. */
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void histogram_bytes(__global const uint *restrict words, __global uint *restrict bins, int per_item)
{
    __local uchar count[64 * 64] __attribute__((aligned(4)));
    const uint l = get_local_id(0);
#ifdef SHUFFLED
    const uint slot = (l & ~15u) | (l & 3) << 2 | (l & 12) >> 2;
#else
    const uint slot = l;
#endif
    for (uint i = 0; i < 16; i++)
        ((__local uint *)count)[l + i * 64] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < per_item; i++) {
        const uint word = words[(get_group_id(0) * per_item + i) * 64 + l];
        count[(word >> 2 & 63) * 64 + slot]++;
        count[(word >> 10 & 63) * 64 + slot]++;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (uint i = 0; i < 64; i++)
        sum += count[l * 64 + ((l * 4 + i) & 63)];
    bins[get_global_id(0)] = sum;
}
