/* Right: the work-items part ways, wait for nothing there, and meet again at one barrier. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void one_barrier_after_branches(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint tile[64];

    const uint l = get_local_id(0);
    uint value = in[get_global_id(0)];

    for (uint turn = 0; turn < 3; turn++) {
        switch (value % 4) {
        case 0:
            for (uint i = 0; i < l; i++)
                value += i;
            break;
        case 1:
            value ^= 0x55;
            /* fall through */
        case 2:
            value *= 3;
            break;
        default:
            while (value % 8 != 0)
                value++;
        }
        tile[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE); /* tile written -> read */
        value += tile[(l + turn) % 64];
        barrier(CLK_LOCAL_MEM_FENCE); /* tile read -> written in the next turn */
    }
    out[get_global_id(0)] = value;
}
