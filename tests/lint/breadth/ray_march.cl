/* Spheres hit by rays: structs with pointers as arguments of helpers, early returns in loops, vectors of three. */

typedef struct {
    float3 centre;
    float radius;
    uint colour;
} sphere;

typedef struct {
    float3 origin, direction;
} ray;

static bool hit(__constant const sphere *s, const ray *r, float *distance_out)
{
    const float3 l = s->centre - r->origin;
    const float along = dot(l, r->direction), d2 = dot(l, l) - along * along, r2 = s->radius * s->radius;

    if (along < 0 || d2 > r2)
        return false;
    *distance_out = along - sqrt(r2 - d2);
    return true;
}

__constant sphere spheres[3] = { { (float3)(0, 0, 5), 1.0f, 0xff0000 },
                                 { (float3)(1, 0.5f, 4), 0.7f, 0x00ff00 },
                                 { (float3)(-1, -0.5f, 6), 1.5f, 0x0000ff } };

__kernel void ray_march(__global uint *out)
{
    const int x = get_global_id(0), y = get_global_id(1);
    ray r = { (float3)(0), normalize((float3)(x / 16.0f - 1, y / 16.0f - 0.5f, 2)) };
    float nearest = INFINITY;
    uint colour = 0;

    for (int i = 0; i < 3; i++) {
        float d;
        if (hit(&spheres[i], &r, &d) && d < nearest) {
            nearest = d;
            colour = spheres[i].colour;
        }
    }
    out[y * get_global_size(0) + x] = colour;
}
