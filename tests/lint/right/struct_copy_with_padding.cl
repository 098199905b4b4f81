/* Right: whole structs are copied, and nobody looks at their padding, which nobody wrote. */

struct sample {
    uchar kind;
    float value;
};

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void struct_copy_with_padding(__global const float *restrict in, __global float *restrict out)
{
    __local struct sample samples[64];

    const uint l = get_local_id(0);
    struct sample own;

    own.kind = l % 3;
    own.value = in[get_global_id(0)];
    samples[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE); /* samples written -> read */
    const struct sample other = samples[63 - l];
    out[get_global_id(0)] = other.value * other.kind;
}
