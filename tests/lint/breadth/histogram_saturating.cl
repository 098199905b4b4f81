/* A histogram whose bins stop at 255, four to a word, by compare and exchange. */

#define BINS 64

static void bump(__local uint *words, uint bin)
{
    __local uint *const word = words + bin / 4;
    const uint shift = bin % 4 * 8;
    uint old = atomic_or(word, 0u), seen;

    while ((old >> shift & 255) != 255) {
        seen = atomic_cmpxchg(word, old, old + (1u << shift));
        if (seen == old)
            break;
        old = seen;
    }
}

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void histogram_saturating(__global const uint *keys, __global uchar *histogram, int per_item)
{
    __local uint words[BINS / 4];

    const uint l = get_local_id(0);

    if (l < BINS / 4)
        words[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < per_item; i++)
        bump(words, keys[(get_group_id(0) * per_item + i) * 128 + l] % BINS);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < BINS)
        histogram[get_group_id(0) * BINS + l] = words[l / 4] >> l % 4 * 8 & 255;
}
