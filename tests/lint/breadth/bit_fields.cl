/* Bit-fields, an extension of clang's: signed and unsigned, across a word's parts. */

#pragma OPENCL EXTENSION __cl_clang_bitfields : enable

struct packed_sample {
    uint low : 5;
    int middle : 11;
    uint high : 16;
};

__kernel void bit_fields(__global const uint *in, __global int *out)
{
    const int g = get_global_id(0);
    struct packed_sample s = { 0, 0, 0 };

    s.low = in[g];
    s.middle = (int)(in[g] >> 3);
    s.high += in[g] >> 16;
    s.low++;
    out[g] = s.low + s.middle * 3 + (int)s.high;
}
