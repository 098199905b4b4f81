/* Potential on a lattice from atoms within a cutoff, atoms of a bin in local memory. */

#define BIN 8

__kernel __attribute__((reqd_work_group_size(8, 2, 4)))
void coulomb_cutoff(__global const float4 *atoms, __global float *lattice, int bins)
{
    __local float4 bin[BIN];

    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    const int l = (get_local_id(2) * 2 + get_local_id(1)) * 8 + get_local_id(0);
    const float4 here = (float4)(x * 0.125f, y * 0.25f, z * 0.25f, 0);
    float energy = 0;

    for (int b = 0; b < bins; b++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < BIN)
            bin[l] = atoms[b * BIN + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < BIN; i++) {
            const float4 d = bin[i] - here;
            const float r2 = d.x * d.x + d.y * d.y + d.z * d.z;
            if (r2 < 0.25f) {
                const float s = 1.0f - r2 * 4.0f;
                energy += bin[i].w * rsqrt(r2 + 1e-4f) * s * s;
            }
        }
    }
    lattice[(z * get_global_size(1) + y) * get_global_size(0) + x] += energy;
}
