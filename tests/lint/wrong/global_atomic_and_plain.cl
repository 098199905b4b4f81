/* Wrong on purpose: a global total is added to atomically by one half and plainly by one work-item of the other. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void global_atomic_and_plain(__global const uint *restrict in, __global uint *totals)
{
    const uint l = get_local_id(0), group = get_group_id(0);

    if (l < 32)
        atomic_add(&totals[group], in[get_global_id(0)]);
    if (l == 40)
        totals[group] += 1; /* wrong */
}
