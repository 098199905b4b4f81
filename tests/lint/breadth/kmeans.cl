/* Each point's nearest centre, and the features turned from rows to columns. */

#ifndef FLT_MAX
#define FLT_MAX 3.40282347e+38
#endif

__kernel void nearest_centre(__global const float *features, __global const float *centres, __global int *membership,
                             int points, int clusters, int dimensions)
{
    const unsigned int point = get_global_id(0);
    int index = 0;

    if (point < (unsigned int)points) {
        float least = FLT_MAX;
        for (int c = 0; c < clusters; c++) {
            float distance = 0;
            for (int d = 0; d < dimensions; d++) {
                const float difference = features[d * points + point] - centres[c * dimensions + d];
                distance += difference * difference;
            }
            if (distance < least) {
                least = distance;
                index = c;
            }
        }
        membership[point] = index;
    }
}

__kernel void swap_features(__global const float *rows, __global float *columns, int points, int dimensions)
{
    const unsigned int point = get_global_id(0);

    for (int d = 0; d < dimensions; d++)
        columns[d * points + point] = rows[point * dimensions + d];
}
