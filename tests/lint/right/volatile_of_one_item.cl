/* Right: each work-item's own volatile counter, written and read again and again by itself alone. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void volatile_of_one_item(__global const uint *restrict in, __global uint *restrict out)
{
    __local volatile uint counters[64];

    const uint l = get_local_id(0);
    const uint turns = in[get_global_id(0)] % 16;

    counters[l] = 0;
    for (uint i = 0; i < turns; i++)
        counters[l] = counters[l] * 3 + i;
    out[get_global_id(0)] = counters[l];
}
