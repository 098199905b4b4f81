/* One atomic a key on a table of words; OP names it, VALUE its operand, USED keeps the old value. */
#ifndef OP
#define OP atomic_add
#endif
#ifndef VALUE
#define VALUE value
#endif
#ifndef WORDS
#define WORDS 256
#endif
#ifndef T
#define T uint
#endif
#ifndef SIZE
#define SIZE 128
#endif
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1)))
void atomic_ops(__global const T *restrict keys, __global T *restrict out, int per_item)
{
    __local T table[WORDS];
    const uint l = get_local_id(0);
    for (uint i = l; i < WORDS; i += SIZE)
        table[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    T sum = 0;
    for (int i = 0; i < per_item; i++) {
        const T value = keys[(get_group_id(0) * per_item + i) * SIZE + l];
#ifdef UNARY
        const T old = OP(&table[value % WORDS]);
#elif defined EXPECTED
        const T old = OP(&table[value % WORDS], EXPECTED, VALUE);
#else
        const T old = OP(&table[value % WORDS], VALUE);
#endif
#ifdef USED
        sum += old & 1;
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = table[l % WORDS] + sum;
}
