/* Wrong on purpose: neighbours of one sub-group exchange values with no barrier. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void lock_step_exchange(__global const uint *restrict in, __global uint *restrict out)
{
    __local volatile uint values[64];

    const uint l = get_local_id(0);

    values[l] = in[get_global_id(0)];
    out[get_global_id(0)] = values[l ^ 1]; /* wrong */
}
