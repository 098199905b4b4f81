/* One step of all shortest paths, in place in the row of the pivot's distances kept apart. */

__kernel void shortest_paths(__global const uint *restrict from, __global uint *restrict to,
                             __global uint *restrict via, const uint nodes, const uint pivot)
{
    const uint x = get_global_id(0), y = get_global_id(1), place = y * nodes + x;
    const uint direct = from[place], around = from[y * nodes + pivot] + from[pivot * nodes + x];

    to[place] = around < direct ? around : direct;
    if (around < direct)
        via[place] = pivot;
}
