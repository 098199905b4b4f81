/*
 * Compares a result with what is expected, on the device, so that large results need not travel. A work-item looks at
 * `each` elements, the first at its place times `span` and the next ones `step` apart: neighbours for a CPU, strided for
 * a GPU. It leaves its own count, its worst error over the tolerance, and its first wrong element.
 */
#if ELEMENT_IS_REAL
#define ERROR REAL
#define difference(a, b) fabs((a) - (b)) /* NaN when either is */
#define ratio(error, bound) ((float)((error) / (bound)))
#else
#define ERROR ulong
#define difference(a, b) ((ulong)abs_diff(a, b))
#define ratio(error, bound) ((float)(error) / (float)(bound))
#endif

__kernel void compare(__global const ELEMENT *restrict actual, __global const ELEMENT *restrict expected,
                      __global const ELEMENT *restrict tolerance, uint exact, ulong count, ulong span, ulong step,
                      ulong each, __global uint *restrict wrong, __global float *restrict worst,
                      __global ulong *restrict first)
{
    const size_t item = get_global_id(0);
    uint own_wrong = 0;
    float own_worst = 0;
    ulong own_first = count;

    for (ulong n = 0, i = item * span; n < each && i < count; n++, i += step) {
        const ERROR error = difference(load_real(actual, i), load_real(expected, i));
        const ERROR bound = exact ? 0 : load_real(tolerance, i);

        if (!(error <= bound)) { /* also when either is NaN */
            own_wrong++;
            own_first = min(own_first, i);
        }
        if (error > 0)
            own_worst = fmax(own_worst, bound > 0 ? ratio(error, bound) : INFINITY);
        else if (!(error == 0))
            own_worst = INFINITY;
    }
    wrong[item] = own_wrong;
    worst[item] = own_worst;
    first[item] = own_first;
}
