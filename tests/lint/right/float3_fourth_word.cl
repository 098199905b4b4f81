/* Right: a float3 takes 16 bytes, of which 12 mean something. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void float3_fourth_word(__global const float *restrict in, __global float *restrict out)
{
    __local float3 places[64];

    const uint l = get_local_id(0);

    places[l] = vload3(get_global_id(0), in);
    barrier(CLK_LOCAL_MEM_FENCE); /* places written -> read */
    vstore3(places[63 - l].zyx, get_global_id(0), out);
}
