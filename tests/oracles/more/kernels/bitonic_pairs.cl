/* Bitonic sort of 256 keys with 16-bit values, one word in 33 left free where PADDED is set. */
#ifdef PADDED
#define AT(i) ((i) + ((i) >> 5))
#else
#define AT(i) (i)
#endif
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void bitonic_pairs(__global uint *restrict keys, __global ushort *restrict values)
{
    __local uint k[AT(255) + 1];
    __local ushort v[AT(255) + 1];
    const uint l = get_local_id(0), base = get_group_id(0) * 256;
    for (uint i = l; i < 256; i += 128) {
        k[AT(i)] = keys[base + i];
        v[AT(i)] = values[base + i];
    }
    for (uint size = 2; size <= 256; size *= 2) {
        for (uint stride = size / 2; stride > 0; stride /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            const uint i = 2 * l - (l & (stride - 1)), a = AT(i), b = AT(i + stride);
            const uint is_up = (i & size) == 0;
            if ((k[a] > k[b]) == is_up) {
                const uint key = k[a];
                const ushort value = v[a];
                k[a] = k[b];
                v[a] = v[b];
                k[b] = key;
                v[b] = value;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < 256; i += 128) {
        keys[base + i] = k[AT(i)];
        values[base + i] = v[AT(i)];
    }
}
