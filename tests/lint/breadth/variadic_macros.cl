/* Macros with any number of arguments, pasting, stringising never, X-macros, and conditional compilation. */

#define COUNT_(a, b, c, d, e, n, ...) n
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define SUM1(a) (a)
#define SUM2(a, b) ((a) + (b))
#define SUM3(a, ...) ((a) + SUM2(__VA_ARGS__))
#define SUM4(a, ...) ((a) + SUM3(__VA_ARGS__))
#define SUM5(a, ...) ((a) + SUM4(__VA_ARGS__))
#define SUM(...) PASTE(SUM, COUNT(__VA_ARGS__))(__VA_ARGS__)
#define OPERATIONS(X) X(0, +) X(1, -) X(2, *) X(3, ^) X(4, &)
#ifndef FACTOR
#define FACTOR 2
#endif
#if __OPENCL_VERSION__ >= 110 && defined(FACTOR) && FACTOR > 1
#define SCALED(x) ((x) * FACTOR)
#else
#error FACTOR has to be above 1
#endif

__kernel void variadic_macros(__global const int *in, __global int *out)
{
    const int g = get_global_id(0), a = in[g] & 255, b = 3;
    int results[5];

#define RESULT(n, op) results[n] = SCALED(a op b);
    OPERATIONS(RESULT)
#undef RESULT
    out[g] = SUM(results[0], results[1], results[2], results[3], results[4]) - SUM(a, b) * SUM(b);
}
