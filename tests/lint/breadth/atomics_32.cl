/* All 32-bit atomics of OpenCL 1.2, in local and global memory, where the order of work-items does not show. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void atomics_32(__global const uint *in, volatile __global int *results, volatile __global uint *counts,
                volatile __global float *floats)
{
    __local int numbers[8];
    __local uint word;
    __local float real;

    const int l = get_local_id(0);
    const int value = in[get_global_id(0)] % 1000;

    if (l < 8)
        numbers[l] = l == 6 ? -1 : 0;
    if (l == 0) {
        word = 0;
        real = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&numbers[0], value);
    atomic_sub(&numbers[1], value);
    atomic_inc(&numbers[2]);
    atomic_dec(&numbers[3]);
    atomic_max(&numbers[4], value);
    atomic_min(&numbers[5], -value);
    atomic_and(&numbers[6], ~(1 << value % 31));
    atomic_xor(&numbers[7], value);
    atomic_or(&word, 1u << value % 32);
    if (l == 13)
        atomic_xchg(&real, 2.5f);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 8)
        atomic_add(&results[l], numbers[l] % 4096);
    if (l == 9) {
        atomic_or(&counts[0], word);
        atomic_xchg(&floats[get_group_id(0)], real + 1);
        atom_inc(&counts[1]);
        atom_add((volatile __global uint *)&counts[2], 3u);
    }
    uint old, seen = 0;
    do {
        old = seen;
        seen = atomic_cmpxchg(&counts[3], old, old + (uint)value);
    } while (seen != old);
}
