/* Angles between points of the sky sorted into bins by a binary search; eight work-items share a histogram. */

#define BINS 20
#define ITEMS 64
#define COPIES 8

struct cartesian {
    float x, y, z;
};

__constant float bounds[BINS + 1] = { 2.0f, 0.95f, 0.9f, 0.85f, 0.8f, 0.75f, 0.7f, 0.65f, 0.6f, 0.55f, 0.5f,
                                      0.45f, 0.4f, 0.35f, 0.3f, 0.25f, 0.2f, 0.15f, 0.1f, 0.05f, -2.0f };

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void angular_correlation(__global const struct cartesian *points, __global uint *histogram, int count)
{
    __local uint bins[BINS][COPIES];
    __local struct cartesian others[ITEMS];

    const int l = get_local_id(0), copy = l & (COPIES - 1);

    for (int i = l; i < BINS * COPIES; i += ITEMS)
        bins[i / COPIES][i % COPIES] = 0;
    for (int first = 0; first < count; first += ITEMS) {
        barrier(CLK_LOCAL_MEM_FENCE);
        others[l] = points[first + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        const struct cartesian own = points[get_global_id(0)];
        for (int j = 0; j < ITEMS; j++) {
            const float cosine = (own.x * others[j].x + own.y * others[j].y + own.z * others[j].z) * 0.6f;
            unsigned int low = 0, high = BINS;
            while (high > low + 1) {
                const unsigned int middle = (low + high) / 2;
                if (cosine >= bounds[middle])
                    high = middle;
                else
                    low = middle;
            }
            atomic_inc(&bins[low][copy]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < BINS) {
        uint sum = 0;
        for (int i = 0; i < COPIES; i++)
            sum += bins[l][i];
        histogram[get_group_id(0) * BINS + l] = sum;
    }
}
