/* An inclusive scan of each group's part, four elements a work-item, with a carry from turn to turn. */

#define ITEMS 64

static uint scan_local(uint value, __local uint *memory)
{
    const int l = get_local_id(0);

    memory[l] = 0;
    memory[l + ITEMS] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 1; i < ITEMS; i *= 2) {
        const uint left = memory[l + ITEMS - i];
        barrier(CLK_LOCAL_MEM_FENCE);
        memory[l + ITEMS] += left;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return memory[l + ITEMS - 1];
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void scan_blocks(__global const uint4 *in, __global uint4 *out, int turns)
{
    __local uint memory[2 * ITEMS];
    __local uint carry;

    const int l = get_local_id(0);

    if (l == 0)
        carry = 0;
    for (int t = 0; t < turns; t++) {
        const int place = (get_group_id(0) * turns + t) * ITEMS + l;
        uint4 v = in[place];
        v.y += v.x;
        v.z += v.y;
        v.w += v.z;
        const uint before = scan_local(v.w, memory) + carry;
        out[place] = v + before;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l == ITEMS - 1)
            carry = before + v.w;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
