/* Loads and stores of two to sixteen elements of many types, from each address space. */

__constant short shorts[24] = { 1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                                 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24 };

__kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void vector_widths(__global const uchar *bytes, __global const uint *words, __global uint *out)
{
    __local uint row[16 * 16];

    const int l = get_local_id(0), g = get_global_id(0);
    uchar store[33];

    vstore16(vload16(0, words + g), l, row);
    for (int i = 0; i < 33; i++)
        store[i] = i;
    vstore3(vload3(g, bytes), 2, store);
    vstore8(vload8(1, bytes + g), 1, store + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint16 a = vload16(15 - l, row);
    const uint8 b = vload8(l, row + 3);
    const uint3 c = vload3(l, row);
    const uint2 d = vload2(2 * l, row);
    const short4 e = vload4(l % 6, shorts);
    const ushort16 f = convert_ushort16(vload16(0, store + 7)) + (ushort16)(3);
    const uint4 sum = a.lo.lo + a.lo.hi * a.hi.lo - a.hi.hi + b.hi + b.lo;

    vstore4(sum + (uint4)(c, d.x) + convert_uint4(e) + convert_uint4(f.s048C), g, out);
}
