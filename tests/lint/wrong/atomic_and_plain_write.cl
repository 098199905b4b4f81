/* Wrong on purpose: one work-item clears the count with a plain write while others already count. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void atomic_and_plain_write(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint count;

    const uint l = get_local_id(0);

    if (l == 0)
        count = 0;
    if (l >= 32)
        atomic_add(&count, in[get_global_id(0)]); /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* count counted -> read */
    if (l == 0)
        out[get_group_id(0)] = count;
}
