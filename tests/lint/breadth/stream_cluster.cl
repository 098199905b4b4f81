/* What it would gain to open a centre: each point's cost against the candidate, its coordinates in local memory. */

typedef struct {
    float weight;
    int assigned;
    float cost;
} point_record;

__kernel void stream_cluster(__global const point_record *points, __global const float *coordinates,
                             __global const uint *centre_table, __global float *lower, __global uchar *switched,
                             __local float *candidate, int count, int dimensions, int candidate_index, int centres)
{
    const int g = get_global_id(0), l = get_local_id(0);

    for (int i = l; i < dimensions; i += get_local_size(0))
        candidate[i] = coordinates[i * count + candidate_index];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (g >= count)
        return;

    float cost = 0;
    for (int i = 0; i < dimensions; i++) {
        const float d = coordinates[i * count + g] - candidate[i];
        cost += d * d;
    }
    cost *= points[g].weight;
    const float current = points[g].cost;
    const int base = g * (centres + 1);
    if (cost < current) {
        switched[g] = 1;
        lower[base + centres] = cost - current;
    } else {
        switched[g] = 0;
        lower[base + centre_table[g] % centres] += current - cost;
    }
}
