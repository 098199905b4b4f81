/* MD5 of short keys counted up from the work-item's number, against a wanted digest; helpers with pointers. */

#define F(x, y, z) ((x & y) | (~x & z))
#define G(x, y, z) ((x & z) | (y & ~z))
#define H(x, y, z) (x ^ y ^ z)
#define I(x, y, z) (y ^ (x | ~z))
#define ROUND(f, w, x, y, z, data, s) ((w) = rotate((w) + f(x, y, z) + (data), (uint)(s)) + (x))

static void step_16(uint *a, uint *b, uint *c, uint *d, const uint *block)
{
    for (int i = 0; i < 16; i += 4) {
        ROUND(F, *a, *b, *c, *d, block[i] + 0xd76aa478u, 7);
        ROUND(F, *d, *a, *b, *c, block[i + 1] + 0xe8c7b756u, 12);
        ROUND(G, *c, *d, *a, *b, block[i + 2] + 0x242070dbu, 17);
        ROUND(H, *b, *c, *d, *a, block[i + 3] + 0xc1bdceeeu, 22);
        ROUND(I, *a, *b, *c, *d, block[15 - i] + i, 6);
    }
}

static void key_of(unsigned int index, int bytes, int values, unsigned char *key)
{
    for (int i = 0; i < 8; i++) {
        key[i] = i < bytes ? index % values : 0;
        index /= values;
    }
}

__kernel void md5_search(__global const uint *wanted, int key_bytes, int values, __global uint *found)
{
    const int index = get_global_id(0);
    unsigned char key[8];
    uint block[16], digest[4] = { 0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u };

    key_of(index, key_bytes, values, key);
    for (int i = 0; i < 16; i++)
        block[i] = 0;
    for (int i = 0; i < 8; i++)
        block[i / 4] |= (uint)key[i] << i % 4 * 8;
    block[key_bytes / 4] |= 0x80u << key_bytes % 4 * 8;
    block[14] = key_bytes * 8;
    step_16(&digest[0], &digest[1], &digest[2], &digest[3], block);
    found[index] = digest[0] ^ digest[1] ^ digest[2] ^ digest[3];
    if (digest[0] % 256 == wanted[0] % 256)
        found[index] = index;
}
