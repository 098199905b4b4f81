/*
 * Chains of multiply-adds and nothing else: the arithmetic roof. Each multiply-add takes x to 0.25 - x, but factor and
 * addend are arguments, so no compiler can shorten a chain. Eight a step and one at the end: at 0.25 - start.
 */

#if !defined(GROUP) || !defined(WIDTH) || !defined(CHAINS)
#error "GROUP, WIDTH and CHAINS come from the host"
#endif

/* CHAINS independent chains an element: enough to hide the latency of one multiply-add behind the others. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void fma_chains(__global const REAL *restrict in, __global REAL *restrict out, uint steps, REAL factor, REAL addend)
{
    const size_t place = get_global_id(0);
    const REAL_W start = ((__global const REAL_W *)in)[place];
    REAL_W x[CHAINS];

#pragma unroll
    for (uint j = 0; j < CHAINS; j++)
        x[j] = start + (REAL)j;

    for (uint i = 0; i < steps; i++)
#pragma unroll
        for (uint k = 0; k < 8; k++)
#pragma unroll
            for (uint j = 0; j < CHAINS; j++)
                x[j] = fma(x[j], (REAL_W)factor, (REAL_W)addend);

    REAL_W sum = 0;
#pragma unroll
    for (uint j = 0; j < CHAINS; j++)
        sum += fma(x[j], (REAL_W)factor, (REAL_W)addend);
    ((__global REAL_W *)out)[place] = sum;
}
