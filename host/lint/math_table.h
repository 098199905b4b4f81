/* Scalar functions of LINT_MATH: OpenCL's math library, as the host's computes it. */
#ifndef LINT_MATH_TABLE_H
#define LINT_MATH_TABLE_H

#include <stddef.h>

/* One function of up to three operands. Those of half are computed in float and rounded. */
struct lint_math_function {
    const char *name; /* OpenCL's: "sin" */
    unsigned arity;
    float (*single)(float a, float b, float c);
    double (*dbl)(double a, double b, double c);
};

/* Number of the function, the instruction's `immediate`; -1 where there is none of that name. */
int lint_math_find(const char *name);
const struct lint_math_function *lint_math_at(int number);

#endif
