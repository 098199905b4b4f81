/* Wrong on purpose: the key goes up to 8, and the table has 8 entries. */

__constant float table[8] = { 0, 1, 4, 9, 16, 25, 36, 49 };

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void constant_past_end(__global const uint *restrict keys, __global float *restrict out)
{
    out[get_global_id(0)] = table[keys[get_global_id(0)]]; /* wrong */
}
