/* select, ternary on vectors, comparisons as masks, any and all, and tests for NaN and infinity. */

__kernel void selections(__global const float *in, __global const uint *words, __global int *out)
{
    const int g = get_global_id(0);
    const float4 a = vload4(g, in), b = (float4)(0.5f, 0.25f, NAN, INFINITY);
    const int4 w = as_int4(vload4(g, words));
    int4 r = a < b;

    r += select((int4)1, (int4)2, a >= b);
    r += w > 0 ? w & 15 : -w & 7;
    r ^= isnan(b) & 64;
    r ^= isinf(a / (a - a)) & 128;
    r += isfinite(a) + isnormal(a) + signbit(-a) + isequal(a, b) + isnotequal(a, b) * 2 + islessgreater(a, b) * 4;
    r += isunordered(a, b) * 8 + isordered(a, b) * 16 + isgreaterequal(a, b) * 32 + islessequal(a, b) * 64;
    r.x += any(a > 0.9f) + 2 * all(a > 0.1f);
    r.y += select(w.x, w.y, w.z > 0);
    r.z += as_int(bitselect(a.x, a.y, 1.0f));
    r.w += !w.w ? 3 : w.x && w.y;
    r += (w == w.yxwz) | (w != 3) & 1;
    vstore4(r, g, out);
}
