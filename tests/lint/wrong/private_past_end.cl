/* Wrong on purpose: the key goes up to 8, and the array has 8 elements. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void private_past_end(__global const uint *restrict keys, __global uint *restrict out)
{
    uint counts[8];

    for (uint i = 0; i < 8; i++)
        counts[i] = i;
    counts[keys[get_global_id(0)]] += 5; /* wrong */

    uint sum = 0;
    for (uint i = 0; i < 8; i++)
        sum += counts[i] << i;
    out[get_global_id(0)] = sum;
}
