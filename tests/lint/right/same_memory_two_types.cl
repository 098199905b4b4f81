/* Right: floats first, and behind a barrier their memory holds counts. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void same_memory_two_types(__global const float *restrict in, __global float *restrict out)
{
    __local float memory[64];

    const uint l = get_local_id(0);
    __local uint *const counts = (__local uint *)memory;

    memory[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* floats written -> read */
    const float other = memory[63 - l];
    barrier(CLK_LOCAL_MEM_FENCE); /* floats read -> counts cleared */
    counts[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE); /* counts written -> added to */
    atomic_add(&counts[(l * 7 + 3) % 64], (uint)(other * 16));
    barrier(CLK_LOCAL_MEM_FENCE); /* counts added to -> read */
    out[get_global_id(0)] = other + counts[63 - l];
}
