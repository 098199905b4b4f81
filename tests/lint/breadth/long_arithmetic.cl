/* Sums, products, quotients, shifts and comparisons in all integer widths, as vectors and scalars. */

__kernel void long_arithmetic(__global const ulong *in, __global ulong *out)
{
    const int g = get_global_id(0);
    const ulong a = in[g] * 0x9e3779b97f4a7c15UL, b = (a ^ in[g] >> 3) | 1;
    const long s = (long)a, t = (long)b;
    const long4 v = (long4)(s, t, (long)(a - b), (long)(a * b));
    const uchar8 bytes = as_uchar8(a);
    ulong h = a / b + a % b;

    h = h * 31 + (ulong)(s / t) + (ulong)(s % (t | 3));
    h = h * 31 + (a >> (b & 63)) + (ulong)(s >> (t & 63)) + (a << (g & 63));
    h = h * 31 + (s < t) + 2 * (a < b) + 4 * (s >= 0) + mul_hi(a, b) + (ulong)mul_hi(s, t);
    h = h * 31 + (ulong)(v.x ^ v.y & v.z | v.w) + (ulong)(v / 7 + v % 5 - (v >> 2)).z;
    h = h * 31 + (ulong)((char)a * (short)b) + (uchar)(bytes.s0 + bytes.s7) + as_ulong(bytes * (uchar)5 - (uchar)1);
    h = h * 31 + (ulong)((short)(a >> 5) >> 3) + (ulong)((char)b / 3) + (ushort)~a + (ulong)-(int)b;
    out[g] = h;
}
