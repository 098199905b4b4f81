/* Arrays of structs in local memory, sorted by a key, with members of different widths. */

typedef struct {
    uchar kind;
    ushort weight;
    uint key;
    float values[3];
} entry;

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void local_structs(__global const uint *in, __global uint *out)
{
    __local entry entries[32];

    const int l = get_local_id(0), g = get_global_id(0);

    entries[l].kind = l % 3;
    entries[l].weight = in[g] >> 8;
    entries[l].key = in[g];
    for (int i = 0; i < 3; i++)
        entries[l].values[i] = l * i;
    for (int pass = 0; pass < 32; pass++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int low = 2 * l + (pass & 1);
        if (low + 1 < 32 && entries[low].key > entries[low + 1].key) {
            const entry swapped = entries[low];
            entries[low] = entries[low + 1];
            entries[low + 1] = swapped;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = entries[l].key ^ entries[l].kind ^ (uint)entries[l].weight << 4 ^ (uint)entries[l].values[2];
}
