/* Wrong on purpose: key 7 reads an element that the loop has not filled. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void private_array_unwritten(__global const uint *restrict keys, __global float *restrict out)
{
    float powers[8];

    powers[0] = 1;
    for (uint i = 1; i < 7; i++)
        powers[i] = powers[i - 1] * 0.5f;
    out[get_global_id(0)] = powers[keys[get_global_id(0)]]; /* wrong */
}
