/* Wrong on purpose: a trap that stands for "cannot happen" happens. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void trap(__global const uint *restrict in, __global uint *restrict out)
{
    const uint value = in[get_global_id(0)];

    if (value == 3)
        __builtin_trap(); /* wrong */
    out[get_global_id(0)] = value;
}
