/* Builtins that give a second result through a pointer, in each address space. */

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void fractional_parts(__global const float *in, __global float *out, __global int *whole)
{
    __local float parts[32];
    __local int exponents[32];

    const int l = get_local_id(0), g = get_global_id(0);
    const float x = in[g] * 20 - 5;
    float cosine, integral, sum;
    int exponent, quotient, sign;
    float2 cosines;

    sum = sincos(x, &cosine) + cosine;
    sum += fract(x, &parts[l]) + parts[l];
    sum += modf(x, &integral) - integral;
    sum += frexp(x, &exponent) * exponent + frexp(x * 2, &exponents[l]) + exponents[l];
    sum += remquo(x, 1.5f, &quotient) + (quotient & 7);
    sum += lgamma_r(x + 6, &sign) * sign;
    const float2 sines = sincos((float2)(x, x * 2), &cosines);
    sum += sines.y * cosines.x;
    out[2 * g] = modf(x * 3, &out[2 * g + 1]) + sum;
    whole[g] = 0;
    sum = frexp(x, &whole[g]);
}
