/* Pointers that name no address space, OpenCL C 2.0. */

static float sum_of(const float *values, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

static void store(float *to, float value)
{
    *to = value;
}

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void generic_pointers(__global const float *in, __global float *out)
{
    __local float row[32];

    const int l = get_local_id(0), g = get_global_id(0);
    float own[4];

    store(&row[l], in[g]);
    for (int i = 0; i < 4; i++)
        store(&own[i], in[g] * i);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    const float *either = own;
    if (l % 2)
        either = row + l % 16;
    store(&out[g], sum_of(either, 4) + sum_of(in + g, 1) + (to_local((float *)either) != 0));
}
