/* Wrong on purpose: the tile is cleared for its next use while the copy still reads it. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void source_changed_in_copy(__global const float *restrict in, __global float *restrict out)
{
    __local float tile[64];

    const uint l = get_local_id(0);

    tile[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); /* tile written -> copied */

    event_t copied = async_work_group_copy(out + get_group_id(0) * 64, tile, 64, 0);
    tile[63 - l] = 0; /* wrong */
    wait_group_events(1, &copied);
}
