/*
 * The functions behind LINT_MATH. Where C's library has the function, it is that one; the others (those of multiples
 * of pi, rootn, remquo's seven bits ...) are made from it. In single precision they are computed in double, which
 * hides every rounding on the way.
 *
 * Besides OpenCL's names the table has parts of functions with two results, and two forms that integers reach as
 * floating-point numbers: ldexp(a, b), and pown(a, b, c) and rootn(a, b, c) with the integer b * 65536 + c.
 */
#include "math_table.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define PI 3.14159265358979323846
#define LARGEST_BELOW_ONE_SINGLE 0x1.fffffep-1f
#define LARGEST_BELOW_ONE_DOUBLE 0x1.fffffffffffffp-1

static double sin_pi(double x)
{
    /* |r| <= 1/2 half-turns from the nearest whole number of them, exact. */
    const double whole = round(x), r = x - whole;

    if (!isfinite(x))
        return NAN;
    if (r == 0)
        return copysign(0.0, x);
    return fmod(whole, 2) == 0 ? sin(PI * r) : -sin(PI * r);
}

static double cos_pi(double x)
{
    const double whole = round(x), r = x - whole;

    if (!isfinite(x))
        return NAN;
    if (fabs(r) == 0.5)
        return 0;
    return fmod(whole, 2) == 0 ? cos(PI * r) : -cos(PI * r);
}

static double tan_pi(double x)
{
    const double whole = round(x), r = x - whole;
    const bool is_odd = fmod(whole, 2) != 0;

    if (!isfinite(x))
        return NAN;
    if (r == 0)
        return copysign(0.0, is_odd ? -x : x);
    /* At n + 1/2 the sign of infinity is n's parity; `whole` lies half a turn away from 0 there. */
    if (fabs(r) == 0.5)
        return fmod(floor(x), 2) == 0 ? (double)INFINITY : -(double)INFINITY;
    return tan(PI * r);
}

static double power_of_ten(double x)
{
    return pow(10, x);
}

/* pow without the cases that forget an operand: powr is exp(y * log(x)). */
static double real_power(double x, double y)
{
    if (isnan(x) || isnan(y) || x < 0)
        return NAN;
    if ((y == 0 && (x == 0 || isinf(x))) || (x == 1 && isinf(y)))
        return NAN;
    return pow(fabs(x), y);
}

static double integer_of(double high, double low)
{
    return high * 65536 + low;
}

static double integer_power(double x, double high, double low)
{
    return pow(x, integer_of(high, low));
}

static double integer_root(double x, double high, double low)
{
    const double n = integer_of(high, low);
    const bool is_odd = fmod(n, 2) != 0;
    double root;

    if (n == 0 || (x < 0 && !is_odd))
        return NAN;
    root = (double)powl(fabsl((long double)x), 1 / (long double)n);
    return is_odd ? copysign(root, x) : root;
}

/* x < 0: gamma changes its sign at every whole number. */
static double gamma_sign(double x)
{
    return (x < 0 && fmod(floor(x), 2) != 0) || (x == 0 && signbit(x)) ? -1 : 1;
}

static double exponent_of(double x)
{
    int exponent = 0;

    if (isfinite(x))
        (void)frexp(x, &exponent);
    return exponent;
}

static double fraction_of(double x)
{
    int exponent;

    return isfinite(x) ? frexp(x, &exponent) : x;
}

/* logb, with what ilogb gives for a NaN (the largest integer) as infinity. */
static double integer_logb(double x)
{
    return isnan(x) ? (double)INFINITY : logb(x);
}

static double sign_of(double x)
{
    if (isnan(x))
        return 0;
    return x > 0 ? 1 : x < 0 ? -1 : x;
}

static double part_behind_point(double x)
{
    return copysign(isinf(x) ? 0 : x - trunc(x), x);
}

static double largest_magnitude(double x, double y)
{
    if (fabs(x) > fabs(y))
        return x;
    return fabs(y) > fabs(x) ? y : fmax(x, y);
}

static double least_magnitude(double x, double y)
{
    if (fabs(x) < fabs(y))
        return x;
    return fabs(y) < fabs(x) ? y : fmin(x, y);
}

/* The low seven bits of the quotient that remainder() rounds to, with the quotient's sign. */
static double quotient_bits(double x, double y)
{
    const double scale = fabs(y) > 0x1p1000 ? 0x1p-16 : 1; /* for 128 * y */
    const double a = fabs(x) * scale, b = fabs(y) * scale;
    double bits;

    if (!isfinite(x) || isnan(y) || y == 0)
        return 0;
    /* A whole multiple of b, up to 128 of them; all of these steps but the division are exact. */
    bits = isinf(y) ? 0 : fmod(rint((fmod(a, 128 * b) - remainder(a, b)) / b), 128);
    return signbit(x) != signbit(y) ? -bits : bits;
}

static double load_exponent(double x, double n)
{
    /* Beyond these the result is 0 or infinity whatever x is. */
    return ldexp(x, (int)fmax(-5000, fmin(5000, n)));
}

/* X(name, single, double): of a, b and c. */
#define ONE_OPERAND(X)                                                                                                \
    X(acos, acosf(a), acos(a))                                                                                        \
    X(acosh, acoshf(a), acosh(a))                                                                                     \
    X(acospi, (float)(acos((double)a) / PI), acos(a) / PI)                                                            \
    X(asin, asinf(a), asin(a))                                                                                        \
    X(asinh, asinhf(a), asinh(a))                                                                                     \
    X(asinpi, (float)(asin((double)a) / PI), asin(a) / PI)                                                            \
    X(atan, atanf(a), atan(a))                                                                                        \
    X(atanh, atanhf(a), atanh(a))                                                                                     \
    X(atanpi, (float)(atan((double)a) / PI), atan(a) / PI)                                                            \
    X(cbrt, cbrtf(a), cbrt(a))                                                                                        \
    X(cos, cosf(a), cos(a))                                                                                           \
    X(cosh, coshf(a), cosh(a))                                                                                        \
    X(cospi, (float)cos_pi((double)a), cos_pi(a))                                                                     \
    X(erf, erff(a), erf(a))                                                                                           \
    X(erfc, erfcf(a), erfc(a))                                                                                        \
    X(exp, expf(a), exp(a))                                                                                           \
    X(exp10, (float)power_of_ten((double)a), power_of_ten(a))                                                         \
    X(exp2, exp2f(a), exp2(a))                                                                                        \
    X(expm1, expm1f(a), expm1(a))                                                                                     \
    X(fract,                                                                                                          \
      isinf(a)   ? copysignf(0, a)                                                                                    \
      : isnan(a) ? a                                                                                                  \
                 : fminf(a - floorf(a), LARGEST_BELOW_ONE_SINGLE),                                                    \
      isinf(a)   ? copysign(0, a)                                                                                     \
      : isnan(a) ? a                                                                                                  \
                 : fmin(a - floor(a), LARGEST_BELOW_ONE_DOUBLE))                                                      \
    X(frexp_exponent, (float)exponent_of((double)a), exponent_of(a))                                                  \
    X(frexp_fraction, (float)fraction_of((double)a), fraction_of(a))                                                  \
    X(ilogb, (float)integer_logb((double)a), integer_logb(a))                                                         \
    X(lgamma, lgammaf(a), lgamma(a))                                                                                  \
    X(lgamma_sign, (float)gamma_sign((double)a), gamma_sign(a))                                                       \
    X(log, logf(a), log(a))                                                                                           \
    X(log10, log10f(a), log10(a))                                                                                     \
    X(log1p, log1pf(a), log1p(a))                                                                                     \
    X(log2, log2f(a), log2(a))                                                                                        \
    X(logb, logbf(a), logb(a))                                                                                        \
    X(modf_fraction, (float)part_behind_point((double)a), part_behind_point(a))                                       \
    X(round, roundf(a), round(a))                                                                                     \
    X(rsqrt, (float)(1 / sqrt((double)a)), 1 / sqrt(a))                                                               \
    X(sign, (float)sign_of((double)a), sign_of(a))                                                                    \
    X(sin, sinf(a), sin(a))                                                                                           \
    X(sinh, sinhf(a), sinh(a))                                                                                        \
    X(sinpi, (float)sin_pi((double)a), sin_pi(a))                                                                     \
    X(tan, tanf(a), tan(a))                                                                                           \
    X(tanh, tanhf(a), tanh(a))                                                                                        \
    X(tanpi, (float)tan_pi((double)a), tan_pi(a))                                                                     \
    X(tgamma, tgammaf(a), tgamma(a))

#define TWO_OPERANDS(X)                                                                                               \
    X(atan2, atan2f(a, b), atan2(a, b))                                                                               \
    X(atan2pi, (float)(atan2((double)a, (double)b) / PI), atan2(a, b) / PI)                                           \
    X(fdim, fdimf(a, b), fdim(a, b))                                                                                  \
    X(hypot, hypotf(a, b), hypot(a, b))                                                                               \
    X(ldexp, (float)load_exponent((double)a, (double)b), load_exponent(a, b))                                         \
    X(maxmag, (float)largest_magnitude((double)a, (double)b), largest_magnitude(a, b))                                \
    X(minmag, (float)least_magnitude((double)a, (double)b), least_magnitude(a, b))                                    \
    X(nextafter, nextafterf(a, b), nextafter(a, b))                                                                   \
    X(pow, powf(a, b), pow(a, b))                                                                                     \
    X(powr, (float)real_power((double)a, (double)b), real_power(a, b))                                                \
    X(remainder, remainderf(a, b), remainder(a, b))                                                                   \
    X(remquo_quotient, (float)quotient_bits((double)a, (double)b), quotient_bits(a, b))

#define THREE_OPERANDS(X)                                                                                             \
    X(pown, (float)integer_power((double)a, (double)b, (double)c), integer_power(a, b, c))                            \
    X(rootn, (float)integer_root((double)a, (double)b, (double)c), integer_root(a, b, c))

#define DEFINE(name, single, dbl)                                                                                     \
    static float name##_single(float a, float b, float c)                                                             \
    {                                                                                                                 \
        (void)b, (void)c;                                                                                             \
        return single;                                                                                                \
    }                                                                                                                 \
                                                                                                                      \
    static double name##_double(double a, double b, double c)                                                         \
    {                                                                                                                 \
        (void)b, (void)c;                                                                                             \
        return dbl;                                                                                                   \
    }
ONE_OPERAND(DEFINE)
TWO_OPERANDS(DEFINE)
THREE_OPERANDS(DEFINE)
#undef DEFINE

static const struct lint_math_function functions[] = {
#define ROW_OF_ONE(name, single, dbl) { #name, 1, name##_single, name##_double },
#define ROW_OF_TWO(name, single, dbl) { #name, 2, name##_single, name##_double },
#define ROW_OF_THREE(name, single, dbl) { #name, 3, name##_single, name##_double },
    ONE_OPERAND(ROW_OF_ONE) TWO_OPERANDS(ROW_OF_TWO) THREE_OPERANDS(ROW_OF_THREE)
#undef ROW_OF_ONE
#undef ROW_OF_TWO
#undef ROW_OF_THREE
};

int lint_math_find(const char *name)
{
    for (int i = 0; i < (int)(sizeof functions / sizeof *functions); i++)
        if (strcmp(functions[i].name, name) == 0)
            return i;
    return -1;
}

const struct lint_math_function *lint_math_at(int number)
{
    return number >= 0 && number < (int)(sizeof functions / sizeof *functions) ? &functions[number] : NULL;
}
