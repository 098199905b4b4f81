/* Wrong on purpose: the helper sums a row that the caller has only just begun to write. */

static float sum_of_others(__local const float *row, uint first, uint count)
{
    float sum = 0;
    for (uint i = 0; i < count; i++)
        sum += row[first + i]; /* wrong */
    return sum;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void race_in_helper(__global const float *restrict in, __global float *restrict out)
{
    __local float row[64];

    const uint l = get_local_id(0);

    row[l] = in[get_global_id(0)];
    out[get_global_id(0)] = sum_of_others(row, (l / 32 ^ 1) * 32, 32);
}
