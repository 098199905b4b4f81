/* Sums of floats without an atomic for it: compare and exchange, or (EXCHANGE) exchanges alone. One sub-group each. */
#ifdef EXCHANGE
static void add_float(volatile __local float *at, const float value)
{
    float rest = value;
    while ((rest = atomic_xchg(at, atomic_xchg(at, 0.0f) + rest)) != 0.0f)
        ;
}
#else
static void add_float(volatile __local float *at, const float value)
{
    uint seen = 0, guess;
    do {
        guess = seen;
        seen = atomic_cmpxchg((volatile __local uint *)at, guess, as_uint(as_float(guess) + value));
    } while (seen != guess);
}
#endif
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void atomic_sum(__global const float *restrict in, __global const uint *restrict bin, __global float *restrict out)
{
    __local float sum[16];
    const uint l = get_local_id(0);
    if (l < 16)
        sum[l] = 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    add_float(&sum[bin[get_global_id(0)] % 16], in[get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16)
        out[get_group_id(0) * 16 + l] = sum[l];
}
