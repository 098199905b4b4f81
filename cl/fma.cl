/*
 * Chains of multiply-adds and nothing else: the arithmetic roof. Each multiply-add takes x to 0.25 - x, but factor and
 * addend are arguments, so no compiler can shorten a chain. Eight a step and one at the end: at 0.25 - start.
 */

#if !defined(GROUP) || !defined(WIDTH) || !defined(CHAINS)
#error "GROUP, WIDTH and CHAINS come from the host"
#endif

/* CHAINS independent chains an element: enough to hide the latency of one multiply-add behind the others. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void fma_chains(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint steps, ELEMENT factor,
                ELEMENT addend)
{
    const size_t place = get_global_id(0);
    const ELEMENT_W start = ((__global const ELEMENT_W *)in)[place];
    ELEMENT_W x[CHAINS];

#pragma unroll
    for (uint j = 0; j < CHAINS; j++)
        x[j] = start + (ELEMENT)j;

    for (uint i = 0; i < steps; i++)
#pragma unroll
        for (uint k = 0; k < 8; k++)
#pragma unroll
            for (uint j = 0; j < CHAINS; j++)
                x[j] = fma(x[j], (ELEMENT_W)factor, (ELEMENT_W)addend);

    ELEMENT_W sum = 0;
#pragma unroll
    for (uint j = 0; j < CHAINS; j++)
        sum += fma(x[j], (ELEMENT_W)factor, (ELEMENT_W)addend);
    ((__global ELEMENT_W *)out)[place] = sum;
}
