/* Swizzles of every kind, shuffle and shuffle2. */

__kernel void shuffles(__global const uint *in, __global uint *out)
{
    const int g = get_global_id(0);
    const uint8 v = vload8(g, in);
    const uint4 mask = v.s0246 & 3u;
    uint16 w;

    w.lo = v;
    w.hi = v.s76543210;
    w.odd = w.even + 1u;
    w.s5 = 7u;
    w.sABCD += v.hi;
    const uint4 a = shuffle(v.lo, mask), b = shuffle2(v.lo, v.hi, (uint4)(7u, 0u, 5u, 2u) ^ (v.s1 & 7u));
    const uint8 c = shuffle(w, (uint8)(15u, 3u, 9u, 1u, 0u, 14u, 6u, 2u));
    const uchar16 bytes = as_uchar16(b), turned = shuffle(bytes, (uchar16)(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
                                                                           2, 1, 0));
    vstore4(a ^ as_uint4(turned), 4 * g, out);
    vstore4(b.wwzx, 4 * g + 1, out);
    vstore8(c, 2 * g + 1, out);
}
