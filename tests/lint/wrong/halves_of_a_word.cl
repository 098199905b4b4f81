/* Wrong on purpose: two work-items each replace their half of one word, and one of them may undo the other's. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void halves_of_a_word(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint words[32];

    const uint l = get_local_id(0);
    const uint value = in[get_global_id(0)] & 0xffff;

    if (l < 32)
        words[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE); /* words cleared -> filled */
    if (l < 32)
        words[l] = (words[l] & 0xffff0000) | value;
    else
        words[l - 32] = (words[l - 32] & 0xffff) | value << 16; /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* words filled -> read */
    out[get_global_id(0)] = words[l % 32];
}
