/* A cipher's 256-byte state of every work-item in local memory, swapped byte by byte. */

#define ITEMS 16

typedef struct {
    uchar s[256];
} rc4_key;

static void swap_bytes(__local rc4_key *key, const uchar i, const uchar j)
{
    const uchar t = key->s[i];
    key->s[i] = key->s[j];
    key->s[j] = t;
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void rc4_local(__global const uchar *passwords, __global uint *stream, int length)
{
    __local rc4_key keys[ITEMS];

    __local rc4_key *const key = &keys[get_local_id(0)];
    const uint g = get_global_id(0);
    uchar j = 0;

    for (uint i = 0; i < 64; i++)
        ((__local uint *)key->s)[i] = 0x03020100u + i * 0x04040404u;
    for (uint i = 0; i < 256; i++) {
        j += key->s[i] + passwords[g * length + i % length];
        swap_bytes(key, i, j);
    }
    uchar a = 0, b = 0;
    for (uint k = 0; k < 4; k++) {
        uint word = 0;
        for (uint i = 0; i < 4; i++) {
            a++;
            b += key->s[a];
            swap_bytes(key, a, b);
            const uchar index = key->s[a] + key->s[b];
            word |= (uint)key->s[index] << 8 * i;
        }
        stream[g * 4 + k] = word;
    }
}
