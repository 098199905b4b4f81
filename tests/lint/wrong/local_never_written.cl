/* Wrong on purpose: the sum starts from whatever the local memory held. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void local_never_written(__global const uint *restrict in, __global uint *restrict out)
{
    __local uint sum;

    atomic_add(&sum, in[get_global_id(0)]); /* wrong */
    barrier(CLK_LOCAL_MEM_FENCE); /* sum added to -> read */
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = sum;
}
