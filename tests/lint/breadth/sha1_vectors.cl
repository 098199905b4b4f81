/* SHA-1 over vectors of eight keys, the message schedule in sixteen variables. */

typedef uint8 u32x;

#define ROTL(x, n) rotate((x), (u32x)(n))
#define F0(x, y, z) bitselect(z, y, x)
#define F1(x, y, z) ((x) ^ (y) ^ (z))
#define F2(x, y, z) bitselect(x, y, (x) ^ (z))
#define ROUND(f, k, x)                                                                                                \
    do {                                                                                                              \
        const u32x next = ROTL(a, 5u) + f(b, c, d) + e + (k) + (x);                                                   \
        e = d;                                                                                                        \
        d = c;                                                                                                        \
        c = ROTL(b, 30u);                                                                                             \
        b = a;                                                                                                        \
        a = next;                                                                                                     \
    } while (0)

__kernel void sha1_vectors(__global const uint *messages, __global uint *digests)
{
    const uint g = get_global_id(0);
    u32x w[16], a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u, e = 0xc3d2e1f0u;

    for (int i = 0; i < 15; i++)
        w[i] = vload8(g * 15 + i, messages);
    w[15] = (u32x)(60 * 8);
#pragma unroll
    for (int t = 0; t < 80; t++) {
        if (t >= 16)
            w[t & 15] = ROTL(w[t - 3 & 15] ^ w[t - 8 & 15] ^ w[t - 14 & 15] ^ w[t & 15], 1u);
        if (t < 20)
            ROUND(F0, 0x5a827999u, w[t & 15]);
        else if (t < 40)
            ROUND(F1, 0x6ed9eba1u, w[t & 15]);
        else if (t < 60)
            ROUND(F2, 0x8f1bbcdcu, w[t & 15]);
        else
            ROUND(F1, 0xca62c1d6u, w[t & 15]);
    }
    vstore8(a + b, g * 2, digests);
    vstore8(c ^ d ^ e, g * 2 + 1, digests);
}
