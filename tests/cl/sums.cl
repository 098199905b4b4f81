/* out[i] = sum of the i-th 64 elements of in, rounded to BITS bits behind the point: wrong on purpose when few. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void sums(__global const ELEMENT *restrict in, __global ELEMENT *restrict out)
{
    __local ELEMENT partial[64];

    const uint lane = get_local_id(0);
    const ELEMENT unit = 1 << BITS;

    partial[lane] = rint(in[get_global_id(0)] * unit) / unit;
    for (uint distance = 32; distance > 0; distance /= 2) {
        local_barrier(); /* the step before written -> read */
        if (lane < distance)
            partial[lane] += partial[lane + distance];
    }
    if (lane == 0)
        out[get_group_id(0)] = partial[0];
}
