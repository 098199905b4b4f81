/* Right: the loop's bound comes from memory and is the same for the whole work-group. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void uniform_bound_from_memory(__global const uint *restrict turns, __global uint *restrict out)
{
    __local uint ring[64];

    const uint l = get_local_id(0);
    const uint count = turns[get_group_id(0)] % 8 + 1;

    ring[l] = l;
    for (uint i = 0; i < count; i++) {
        barrier(CLK_LOCAL_MEM_FENCE); /* ring written -> read */
        const uint neighbour = ring[(l + 1) % 64];
        barrier(CLK_LOCAL_MEM_FENCE); /* ring read -> written */
        ring[l] = neighbour * 3 + i;
    }
    out[get_global_id(0)] = ring[l];
}
