/* Right: the uneven loop holds no barrier; the one behind it is reached by all. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void lane_loop_without_barrier(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint steps[64];

    const uint l = get_local_id(0);
    uint value = in[get_global_id(0)] % 1000 + 1, count = 0;

    while (value != 1) {
        value = value % 2 ? 3 * value + 1 : value / 2;
        count++;
        if (count > 200)
            break;
    }
    steps[l] = count;
    barrier(CLK_LOCAL_MEM_FENCE); /* steps written -> read */
    out[get_global_id(0)] = steps[63 - l];
}
