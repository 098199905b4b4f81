/* Rounds with four tables of 256 words in local memory, filled by the whole work-group. */

#define BF_ROUND(L, R, n)                                                                                             \
    do {                                                                                                              \
        L ^= P[n];                                                                                                    \
        R ^= ((S0[L >> 24 & 255] + S1[L >> 16 & 255]) ^ S2[L >> 8 & 255]) + S3[L & 255];                              \
    } while (0)

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void blowfish(__global const uint *tables, __global const uint *text, __global uint *out, __constant uint *keys)
{
    __local uint S0[256], S1[256], S2[256], S3[256];

    const uint l = get_local_id(0), g = get_global_id(0);
    uint P[18];

    for (uint i = l; i < 256; i += get_local_size(0)) {
        S0[i] = tables[i];
        S1[i] = tables[256 + i];
        S2[i] = tables[512 + i];
        S3[i] = tables[768 + i];
    }
    for (uint i = 0; i < 18; i++)
        P[i] = keys[i] ^ g;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint L = text[2 * g], R = text[2 * g + 1];
    for (uint i = 0; i < 16; i += 2) {
        BF_ROUND(L, R, i);
        BF_ROUND(R, L, i + 1);
    }
    const uint swapped = R;
    R = L ^ P[16];
    L = swapped ^ P[17];
    out[2 * g] = L;
    out[2 * g + 1] = R;
}
