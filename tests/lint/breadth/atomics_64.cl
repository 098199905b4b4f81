/* 64-bit atomics of the extensions. */

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void atomics_64(__global const uint *in, volatile __global ulong *results)
{
    __local ulong sums[2];

    const int l = get_local_id(0);
    const ulong value = (ulong)in[get_global_id(0)] << 12;

    if (l < 2)
        sums[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atom_add(&sums[0], value);
    atom_max(&sums[1], value);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        atom_add(&results[0], sums[0]);
        atom_max(&results[1], sums[1]);
        atom_inc(&results[2]);
        atom_sub(&results[3], sums[0]);
    }
    atom_xor(&results[4], value);
    atom_or(&results[5], value);
    ulong old, seen = 0;
    do {
        old = seen;
        seen = atom_cmpxchg(&results[6], old, old + 1);
    } while (seen != old);
}
