/* Every builtin of floats with one, two or three arguments, each into its own place. */

#define ONE(X)                                                                                                        \
    X(acos) X(acospi) X(asin) X(asinh) X(asinpi) X(atan) X(atanh) X(atanpi) X(cbrt) X(ceil) X(cos) X(cosh)             \
    X(cospi) X(erf) X(erfc) X(exp) X(exp2) X(exp10) X(expm1) X(fabs) X(floor) X(lgamma) X(log) X(log2) X(log10)        \
    X(log1p) X(logb) X(rint) X(round) X(rsqrt) X(sin) X(sinh) X(sinpi) X(sqrt) X(tan) X(tanh) X(tanpi) X(tgamma)       \
    X(trunc) X(native_cos) X(native_exp) X(native_exp2) X(native_exp10) X(native_log) X(native_log2) X(native_log10)   \
    X(native_recip) X(native_rsqrt) X(native_sin) X(native_sqrt) X(native_tan) X(half_cos) X(half_exp) X(half_log)     \
    X(half_recip) X(half_rsqrt) X(half_sin) X(half_sqrt) X(degrees) X(radians) X(sign)
#define TWO(X)                                                                                                        \
    X(atan2) X(atan2pi) X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(maxmag) X(minmag) X(nextafter) X(pow)   \
    X(powr) X(remainder) X(native_divide) X(native_powr) X(half_divide) X(half_powr) X(max) X(min) X(step)
#define THREE(X) X(fma) X(mad) X(clamp) X(mix) X(smoothstep)

#define ADD_ONE(name) o[k++] = name(a);
#define ADD_TWO(name) o[k++] = name(a, b);
#define ADD_THREE(name) o[k++] = name(a, b, c);

__kernel void math_float(__global const float *in, __global float *out)
{
    const int g = get_global_id(0);
    const float a = in[g] * 0.9f + 0.05f, b = a * 0.75f + 0.1f, c = b + 0.25f;
    const float big = a + 1.5f;
    __global float *const o = out + 128 * g;
    int k = 0;

    ONE(ADD_ONE)
    TWO(ADD_TWO)
    THREE(ADD_THREE)
    o[k++] = acosh(big);
    o[k++] = pown(a, 3) + rootn(a, 5) + ldexp(a, 4);
    o[k++] = ilogb(a * 1000);
    o[k++] = nan(7u) != nan(7u);
    o[k++] = isgreater(a, b) + isless(a, b) * 2;
    while (k < 128)
        o[k++] = 0;
}
