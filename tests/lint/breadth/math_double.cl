/* The same families in doubles and in vectors of them. */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void math_double(__global const double *in, __global double *out)
{
    const int g = get_global_id(0);
    const double a = in[g] * 0.9 + 0.05;
    const double2 v = (double2)(a, a + 0.5);
    const double3 w = sin(v.xyx) + cos(v.yyx);
    __global double *const o = out + 16 * g;

    o[0] = acos(a) + asin(a) * atan(a) + atan2(a, 2.0);
    o[1] = exp(a) + exp2(a) - expm1(a) + exp10(a);
    o[2] = log(a) + log2(a) * log10(a) + log1p(a);
    o[3] = sqrt(a) + cbrt(a) + rsqrt(a) + hypot(a, 3.0);
    o[4] = pow(a, 2.5) + pown(a, -3) + powr(a, 0.3) + rootn(a, 3);
    o[5] = fma(a, a, a) + mad(a, 2.0, 1.0) + fmod(7.0, a) + remainder(7.0, a);
    o[6] = ceil(a * 9) + floor(a * 9) + rint(a * 9) + round(a * 9) + trunc(a * 9);
    o[7] = fmax(v, v.yx).x + fmin(v, 0.6).y + fabs(-a) + copysign(a, -1.0) + fdim(a, 0.5);
    o[8] = erf(a) + erfc(a) + tgamma(a) + lgamma(a);
    o[9] = sinh(a) + cosh(a) + tanh(a) + asinh(a) + atanh(a) + acosh(a + 1);
    o[10] = dot(v, v.yx) + length(w) + distance(w, w.zyx) + normalize(w).z;
    o[11] = cross(w, (double3)(1, 2, 3)).y + w.z;
    o[12] = mix(a, 2.0, 0.25) + clamp(a, 0.25, 0.5) + step(0.5, a) + smoothstep(0.0, 1.0, a) + sign(a - 0.5);
    o[13] = (double)convert_long_rte(a * 1e12) + convert_double(as_ulong(a) >> 12) + (double)(float)a;
    o[14] = ldexp(a, 3) + ilogb(a) + nextafter(a, 1.0) + logb(a * 100) + maxmag(a, -0.5) + minmag(a, -0.5);
    o[15] = sinpi(a) + cospi(a) + tanpi(a) + asinpi(a) + acospi(a) + atanpi(a) + atan2pi(a, 0.5);
}
