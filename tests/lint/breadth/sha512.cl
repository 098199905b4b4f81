/* 64-bit rotations and additions in rounds, with vectors of longs. */

#define ROR64(x, n) rotate((x), (ulong)(64 - (n)))

static ulong big0(ulong x)
{
    return ROR64(x, 28) ^ ROR64(x, 34) ^ ROR64(x, 39);
}

static ulong big1(ulong x)
{
    return ROR64(x, 14) ^ ROR64(x, 18) ^ ROR64(x, 41);
}

__kernel void sha512(__global const ulong *in, __global ulong *out)
{
    const size_t g = get_global_id(0);
    ulong a = 0x6a09e667f3bcc908UL, b = 0xbb67ae8584caa73bUL, c = 0x3c6ef372fe94f82bUL, d = 0xa54ff53a5f1d36f1UL;
    ulong e = 0x510e527fade682d1UL, f = 0x9b05688c2b3e6c1fUL, h = 0x5be0cd19137e2179UL, k = 0x1f83d9abfb41bd6bUL;

    for (int t = 0; t < 80; t++) {
        const ulong t1 = k + big1(e) + (h ^ (e & (f ^ h))) + in[g * 16 + t % 16] + (ulong)t * 0x428a2f98d728ae22UL;
        const ulong t2 = big0(a) + ((a & b) | (c & (a | b)));
        k = h;
        h = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    const ulong2 pair = rotate((ulong2)(a, e), (ulong2)(3, 61)) + (ulong2)(d, k);
    vstore2(pair, g, out);
}
