/* A grid of three dimensions, and every question a work-item can ask about it. */

__kernel void grid_3d(__global uint *out)
{
    const uint dims = get_work_dim();
    uint linear = 0, hash = dims;

    for (uint d = 0; d < 3; d++) {
        hash = hash * 31 + get_global_id(d);
        hash = hash * 31 + get_local_id(d);
        hash = hash * 31 + get_group_id(d);
        hash = hash * 31 + get_global_size(d);
        hash = hash * 31 + get_local_size(d);
        hash = hash * 31 + get_num_groups(d);
        hash = hash * 31 + get_global_offset(d);
    }
    linear = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
    out[linear] = hash;
}
