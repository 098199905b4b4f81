/* Right: barriers under conditions that hold for all of a work-group or for none of it. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void barrier_in_uniform_if(__global const uint *restrict in, __global uint *restrict out, int turned)
{
    __local uint tile[64];

    const uint l = get_local_id(0);
    uint place = l;

    tile[l] = in[get_global_id(0)];
    if (get_group_id(0) % 2 == 1 && turned) {
        barrier(CLK_LOCAL_MEM_FENCE); /* tile written -> read */
        place = 63 - l;
    }
    out[get_global_id(0)] = tile[place];
}
