/* Conversions between number types, with saturation and with each rounding. */

__kernel void conversions(__global const float *in, __global const uint *words, __global int *out)
{
    const int g = get_global_id(0);
    const float f = (in[g] - 0.5f) * 700.0f;
    const int i = (int)words[g];
    __global int *const o = out + 24 * g;

    o[0] = convert_char_sat(f);
    o[1] = convert_uchar_sat(f);
    o[2] = convert_uchar_sat_rte(f);
    o[3] = convert_int_rte(f);
    o[4] = convert_int_rtz(f);
    o[5] = convert_int_rtp(f);
    o[6] = convert_int_rtn(f);
    o[7] = convert_short_sat(f * 1000);
    o[8] = convert_ushort_sat(-f * 1000);
    o[9] = convert_uint_sat(f * 1e9f);
    o[10] = convert_char_sat(i);
    o[11] = convert_uchar_sat(i);
    o[12] = convert_short_sat(i);
    o[13] = convert_ushort_sat((uint)i);
    o[14] = convert_int_sat((long)i * 3);
    o[15] = convert_uchar(i);
    o[16] = (int)convert_long_rtn(f);
    o[17] = as_int(convert_float_rtz(i));
    o[18] = as_int(convert_float_rtp(words[g]));
    o[19] = as_int(convert_float(as_short2(i).y));
    const char4 c = convert_char4_sat((float4)(f, -f, 2 * f, f / 2));
    o[20] = as_int(c);
    o[21] = as_int(convert_uchar4_sat_rtp((float4)(f, f + 0.25f, f + 0.5f, f + 300)));
    const int2 pair = convert_int2(as_short2(i));
    o[22] = pair.x * 3 + pair.y;
    o[23] = convert_int_sat(f * 1e8f);
}
