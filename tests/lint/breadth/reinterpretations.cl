/* as_ in all directions, and bits of floats taken apart and put together. */

__kernel void reinterpretations(__global const float *in, __global uint *out)
{
    const int g = get_global_id(0);
    const float f = in[g] * 100 - 30;
    const uint bits = as_uint(f);
    const int exponent = (int)(bits >> 23 & 255) - 127;
    const uchar4 bytes = as_uchar4(f);
    const ushort2 halves = as_ushort2(f);
    const uint3 three = as_uint3((float4)(f, -f, f * 2, 0));
    const ulong two = as_ulong((uint2)(bits, ~bits));

    out[6 * g] = as_uint(as_float((bits & 0x807fffffu) | 0x3f800000u)) ^ (uint)exponent;
    out[6 * g + 1] = bytes.x * 3 + bytes.s3;
    out[6 * g + 2] = halves.lo ^ halves.hi;
    out[6 * g + 3] = three.x + three.y + three.z;
    out[6 * g + 4] = (uint)(two >> 17);
    out[6 * g + 5] = as_uint2(as_long(two) >> 3).y;
}
