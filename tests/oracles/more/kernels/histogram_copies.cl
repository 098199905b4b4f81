/* COPIES sets of bins, chosen by lane, PAD words between them; four keys in a word; the sets are added at the end. */
#ifndef COPIES
#define COPIES 4
#endif
#ifndef PAD
#define PAD 0
#endif
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void histogram_copies(__global const uint *restrict words, __global uint *restrict bins, int per_item)
{
    __local uint count[COPIES * (256 + PAD)];
    const uint l = get_local_id(0);
    for (uint i = l; i < COPIES * (256 + PAD); i += 128)
        count[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    __local uint *const mine = count + (l % COPIES) * (256 + PAD);
    for (int i = 0; i < per_item; i++) {
        const uint word = words[(get_group_id(0) * per_item + i) * 128 + l];
        atomic_inc(mine + (word & 0xff));
        atomic_inc(mine + (word >> 8 & 0xff));
        atomic_inc(mine + (word >> 16 & 0xff));
        atomic_add(mine + (word >> 24), 1u);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = l; b < 256; b += 128) {
        uint sum = 0;
        for (uint k = 0; k < COPIES; k++)
            sum += count[k * (256 + PAD) + b];
        bins[get_group_id(0) * 256 + b] = sum;
    }
}
