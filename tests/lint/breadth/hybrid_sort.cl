/* Buckets by a binary search in pivots, and four-wide merging of two sorted lists. */

#define PIVOTS 16

static int bucket_of(__local const float *pivots, float value)
{
    int low = 0, high = PIVOTS;

    while (low < high) {
        const int middle = (low + high) >> 1;
        if (value < pivots[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void bucket_count(__global const float *values, __global uint *places, __global uint *totals, int n)
{
    __local float pivots[PIVOTS];
    __local uint counts[PIVOTS + 1];

    const int l = get_local_id(0);

    if (l < PIVOTS)
        pivots[l] = (l + 1) / (float)(PIVOTS + 1);
    for (int i = l; i <= PIVOTS; i += 64)
        counts[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        const int bucket = bucket_of(pivots, values[i]);
        atomic_inc(counts + bucket);
        places[i] = bucket;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = l; i <= PIVOTS; i += 64)
        totals[get_group_id(0) * (PIVOTS + 1) + i] = counts[i];
}

static float4 sorted(float4 r)
{
    r = (float4)(fmin(r.x, r.y), fmax(r.x, r.y), fmin(r.z, r.w), fmax(r.z, r.w));
    r = (float4)(fmin(r.x, r.z), fmin(r.y, r.w), fmax(r.x, r.z), fmax(r.y, r.w));
    return (float4)(r.x, fmin(r.y, r.z), fmax(r.y, r.z), r.w);
}

static float4 lowest(float4 a, float4 b)
{
    return (float4)(fmin(a.x, b.w), fmin(a.y, b.z), fmin(a.z, b.y), fmin(a.w, b.x));
}

static float4 highest(float4 a, float4 b)
{
    return (float4)(fmax(a.x, b.w), fmax(a.y, b.z), fmax(a.z, b.y), fmax(a.w, b.x));
}

__kernel void merge_pairs(__global const float4 *in, __global float4 *out, int pairs)
{
    const int g = get_global_id(0);

    if (g >= pairs)
        return;
    const float4 a = sorted(in[2 * g]), b = sorted(in[2 * g + 1]);
    out[2 * g] = sorted(lowest(a, b));
    out[2 * g + 1] = sorted(highest(a, b));
}
