/* Atomics of OpenCL C 2.0: atomic types, orders and scopes, flags, and a float added by compare and exchange. */

static void add_float(volatile __local atomic_uint *sum, float value)
{
    uint expected = atomic_load_explicit(sum, memory_order_relaxed, memory_scope_work_group);

    while (!atomic_compare_exchange_weak_explicit(sum, &expected, as_uint(as_float(expected) + value),
                                                  memory_order_acq_rel, memory_order_relaxed, memory_scope_work_group))
        ;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void atomics_cl2(__global const uint *in, __global atomic_int *totals, __global uint *out)
{
    __local atomic_int count;
    __local atomic_uint sum;
    __local int plain;

    const int l = get_local_id(0);
    const int value = in[get_global_id(0)] % 64;

    if (l == 0) {
        atomic_init(&count, 0);
        atomic_init(&sum, as_uint(0.0f));
        plain = 5;
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&count, value, memory_order_relaxed, memory_scope_work_group);
    atomic_fetch_max(&totals[0], value);
    atomic_fetch_or_explicit(&totals[1], 1 << value % 31, memory_order_seq_cst, memory_scope_device);
    atomic_fetch_sub_explicit(&totals[2], plain, memory_order_acq_rel, memory_scope_device);
    add_float(&sum, (float)value);
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    if (l == 0) {
        out[2 * get_group_id(0)] = atomic_load(&count);
        out[2 * get_group_id(0) + 1] = (uint)as_float(atomic_exchange(&sum, 0u));
        atomic_store_explicit(&totals[3 + get_group_id(0)], 9, memory_order_release, memory_scope_device);
    }
}
