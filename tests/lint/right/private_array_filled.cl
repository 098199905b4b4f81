/* Right: a private array is filled in scrambled order before any element is read; 5 is coprime to 16. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void private_array_filled(__global const uint *restrict in, __global uint *restrict out)
{
    uint values[16];
    const uint g = get_global_id(0);

    for (uint i = 0; i < 16; i++)
        values[(5 * i + g) % 16] = in[g] + i;

    uint sum = 0;
    for (uint i = 0; i < 16; i++)
        sum += values[i] * (i + 1);
    out[g] = sum;
}
