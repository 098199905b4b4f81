/* MD5 with all 64 steps written out by macros, four keys at once in a vector. */

typedef uint4 u32x;

#define MD5_F(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define MD5_G(x, y, z) ((y) ^ ((z) & ((x) ^ (y))))
#define MD5_H(x, y, z) ((x) ^ (y) ^ (z))
#define MD5_I(x, y, z) ((y) ^ ((x) | ~(z)))
#define STEP(f, a, b, c, d, x, k, s)                                                                                  \
    {                                                                                                                 \
        a += (k);                                                                                                     \
        a += (x);                                                                                                     \
        a += f(b, c, d);                                                                                              \
        a = rotate(a, (u32x)(s));                                                                                     \
        a += b;                                                                                                       \
    }
#define FOUR(f, w0, w1, w2, w3, k, s0, s1, s2, s3)                                                                    \
    STEP(f, a, b, c, d, w[w0], (k) * 0x9e3779b9u + 0xd76aa478u, s0)                                                   \
    STEP(f, d, a, b, c, w[w1], (k) * 0x9e3779b9u + 0xe8c7b756u, s1)                                                   \
    STEP(f, c, d, a, b, w[w2], (k) * 0x9e3779b9u + 0x242070dbu, s2)                                                   \
    STEP(f, b, c, d, a, w[w3], (k) * 0x9e3779b9u + 0xc1bdceeeu, s3)

__kernel void md5_unrolled(__global const uint *restrict words, __global uint *restrict digests, const uint length)
{
    const uint g = get_global_id(0);
    u32x w[16];

    for (int i = 0; i < 16; i++)
        w[i] = (u32x)(words[g * 16 + i]) + (u32x)(0, 1, 2, 3) * (i == 0);
    w[14] = length * 8;
    w[15] = 0;

    u32x a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
    FOUR(MD5_F, 0, 1, 2, 3, 0, 7, 12, 17, 22)
    FOUR(MD5_F, 4, 5, 6, 7, 1, 7, 12, 17, 22)
    FOUR(MD5_F, 8, 9, 10, 11, 2, 7, 12, 17, 22)
    FOUR(MD5_F, 12, 13, 14, 15, 3, 7, 12, 17, 22)
    FOUR(MD5_G, 1, 6, 11, 0, 4, 5, 9, 14, 20)
    FOUR(MD5_G, 5, 10, 15, 4, 5, 5, 9, 14, 20)
    FOUR(MD5_G, 9, 14, 3, 8, 6, 5, 9, 14, 20)
    FOUR(MD5_G, 13, 2, 7, 12, 7, 5, 9, 14, 20)
    FOUR(MD5_H, 5, 8, 11, 14, 8, 4, 11, 16, 23)
    FOUR(MD5_H, 1, 4, 7, 10, 9, 4, 11, 16, 23)
    FOUR(MD5_H, 13, 0, 3, 6, 10, 4, 11, 16, 23)
    FOUR(MD5_H, 9, 12, 15, 2, 11, 4, 11, 16, 23)
    FOUR(MD5_I, 0, 7, 14, 5, 12, 6, 10, 15, 21)
    FOUR(MD5_I, 12, 3, 10, 1, 13, 6, 10, 15, 21)
    FOUR(MD5_I, 8, 15, 6, 13, 14, 6, 10, 15, 21)
    FOUR(MD5_I, 4, 11, 2, 9, 15, 6, 10, 15, 21)
    a += 0x67452301u;
    b += 0xefcdab89u;
    c += 0x98badcfeu;
    d += 0x10325476u;
    digests[g * 4 + 0] = a.s0 ^ a.s1;
    digests[g * 4 + 1] = b.s1 + b.s2;
    digests[g * 4 + 2] = c.s2 - c.s3;
    digests[g * 4 + 3] = d.s3 ^ d.s0;
}
