/* Right: constant tables read by index, one of the program and one of the host. */

__constant uchar order[8] = { 3, 1, 4, 0, 5, 7, 2, 6 };

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void constant_table_and_tables(__constant float *weights, __global float *restrict out)
{
    const uint g = get_global_id(0);

    out[g] = weights[order[g % 8]] * order[weights[g % 8] > 0.5f];
}
