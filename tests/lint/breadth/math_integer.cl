/* Integer builtins of every width and sign. */

#define FAMILY(type, unsigned_type)                                                                                   \
    static uint some_##type(type a, type b, type c)                                                                   \
    {                                                                                                                 \
        uint h = (uint)abs(a);                                                                                        \
        h = h * 31 + (uint)abs_diff(a, b);                                                                            \
        h = h * 31 + (uint)add_sat(a, b);                                                                             \
        h = h * 31 + (uint)sub_sat(a, b);                                                                             \
        h = h * 31 + (uint)hadd(a, b);                                                                                \
        h = h * 31 + (uint)rhadd(a, b);                                                                               \
        h = h * 31 + (uint)clamp(c, min(a, b), max(a, b));                                                            \
        h = h * 31 + (uint)clz(a);                                                                                    \
        h = h * 31 + (uint)mad_hi(a, b, c);                                                                           \
        h = h * 31 + (uint)mad_sat(a, b, c);                                                                          \
        h = h * 31 + (uint)mul_hi(a, b);                                                                              \
        h = h * 31 + (uint)rotate(a, b);                                                                              \
        h = h * 31 + (uint)popcount(a);                                                                               \
        h = h * 31 + (uint)bitselect(a, b, c);                                                                        \
        h = h * 31 + (uint)(a / (b | 1)) + (uint)(a % (c | 1)) + (uint)(a >> 3) + (uint)(a << 2);                     \
        return h;                                                                                                     \
    }
FAMILY(char, uchar)
FAMILY(uchar, uchar)
FAMILY(short, ushort)
FAMILY(ushort, ushort)
FAMILY(int, uint)
FAMILY(uint, uint)
FAMILY(long, ulong)
FAMILY(ulong, ulong)

__kernel void math_integer(__global const uint *in, __global uint *out)
{
    const int g = get_global_id(0);
    const uint a = in[3 * g], b = in[3 * g + 1], c = in[3 * g + 2];
    const ulong x = (ulong)a << 32 | b * 3, y = (ulong)b << 32 | c * 5, z = (ulong)c << 32 | a * 7;
    uint h = 0;

    h = h * 17 + some_char((char)a, (char)b, (char)c);
    h = h * 17 + some_uchar((uchar)a, (uchar)b, (uchar)c);
    h = h * 17 + some_short((short)a, (short)b, (short)c);
    h = h * 17 + some_ushort((ushort)a, (ushort)b, (ushort)c);
    h = h * 17 + some_int((int)(a * 257), (int)(b * 511), (int)(c * 1023));
    h = h * 17 + some_uint(a * 257, b * 511, c * 1023);
    h = h * 17 + some_long((long)x, (long)y, (long)z);
    h = h * 17 + some_ulong(x, y, z);
    h = h * 17 + mad24((int)a & 0x7fffff, (int)b & 0x7fffff, (int)c) + mul24((int)(a << 8) >> 8, (int)(b << 8) >> 8);
    h = h * 17 + upsample((ushort)a, (ushort)b) + (uint)(upsample(a, b) >> 7) + upsample((uchar)a, (uchar)b);
    const char4 v = as_char4(a), w = as_char4(b);
    h = h * 17 + as_uint(add_sat(v, w)) + as_uint(max(v, w)) + as_uint(hadd(v, w)) + as_uint(rotate(v, w));
    out[g] = h;
}
