/* Right: whole structs go to global memory; what lies between their members, and behind a vector of three, is nobody's. */

struct hit {
    float3 normal; /* takes four elements, and has three */
    uchar kind;
    int count;
    double weight;
    char tail;
};

static struct hit hit_of(float value, uint l)
{
    struct hit made;

    made.normal = (float3)(value, value + 1.0f, value + 2.0f);
    made.kind = l % 3;
    made.weight = value;
    made.tail = 1;
    return made; /* without its count */
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void struct_copy_to_global(__global const float *restrict in, __global struct hit *restrict out)
{
    __local struct hit hits[64];

    const uint l = get_local_id(0), g = get_global_id(0);
    struct hit candidates[2];

    candidates[0] = hit_of(in[g], l);
    candidates[1] = candidates[0];
    candidates[0].count = 7;
    candidates[1].count = 9;
    hits[l] = candidates[l & 1];
    barrier(CLK_LOCAL_MEM_FENCE); /* hits written -> read */
    out[g] = hits[63 - l];
}
