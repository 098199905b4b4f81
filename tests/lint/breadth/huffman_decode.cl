/* Bits read one by one through a small machine state, a table in local memory, bytes written unaligned. */

typedef struct {
    __global const uint *words;
    uint at, held, bits;
} bit_reader;

static uint take(bit_reader *r, uint count)
{
    uint value = 0;
    while (count--) {
        if (r->bits == 0) {
            r->held = r->words[r->at++];
            r->bits = 32;
        }
        value = value << 1 | (r->held & 1);
        r->held >>= 1;
        r->bits--;
    }
    return value;
}

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void huffman_decode(__global const uint *words, __global uchar *out, int symbols)
{
    __local uchar table[64];

    const uint l = get_local_id(0), g = get_global_id(0);

    for (uint i = l; i < 64; i += 32)
        table[i] = i * 37 + 11;
    barrier(CLK_LOCAL_MEM_FENCE);

    bit_reader reader = { words + g * 16, 0, 0, 0 };
    for (int i = 0; i < symbols; i++) {
        uint length = 2;
        while (length < 6 && take(&reader, 1))
            length++;
        out[g * symbols + i] = table[take(&reader, length)];
    }
}
