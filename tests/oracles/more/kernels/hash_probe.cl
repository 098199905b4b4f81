/* Linear probing of a table in local memory: continue, break, and as many steps as the data ask for. */
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void hash_probe(__global const uint *restrict stored, __global const uint *restrict wanted, __global uint *restrict out)
{
    __local uint table[128];
    const uint l = get_local_id(0);
    table[l] = stored[l] % 64 < 48 ? stored[l] % 64 + 1 : 0;
    table[l + 64] = stored[l + 64] % 64 < 24 ? stored[l + 64] % 64 + 1 : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint key = wanted[get_global_id(0)] % 64 + 1;
    uint at = key * 40503 % 128, steps = 0, found = 0;
    while (steps < 32) {
        const uint entry = table[(at + steps) & 127];
        steps++;
        if (entry == 0)
            break;
        if (entry != key)
            continue;
        found = steps;
        if (table[(at + steps + 64) & 127] & 1)
            break;
    }
    out[get_global_id(0)] = found * 256 + steps;
}
