/* Distance of each record from a place. */

typedef struct lat_long {
    float lat;
    float lng;
} lat_long;

__kernel void nearest_neighbour(__global lat_long *places, __global float *distances, const int count)
{
    const int g = get_global_id(0);

    if (g < count) {
        __global lat_long *const place = places + g;
        __global float *distance = distances + g;
        *distance = sqrt((0.3f - place->lat) * (0.3f - place->lat) + (0.6f - place->lng) * (0.6f - place->lng));
    }
}
