/* Right: the helper's barrier is reached by all, from two places that all come to. */

static uint exchange_with(__local uint *tile, uint own, uint other, uint value)
{
    tile[own] = value;
    barrier(CLK_LOCAL_MEM_FENCE); /* tile written -> read */
    const uint got = tile[other];
    barrier(CLK_LOCAL_MEM_FENCE); /* tile read -> written by the next call */
    return got;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void helper_with_barrier(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint tile[64];

    const uint l = get_local_id(0);
    uint value = in[get_global_id(0)];

    value += exchange_with(tile, l, l ^ 1, value);
    value += exchange_with(tile, l, l ^ 32, value);
    out[get_global_id(0)] = value;
}
