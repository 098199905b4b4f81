/* Forces between particles of neighbouring boxes; a work-group a box, its particles in local memory. */

#define PER_BOX 32

typedef struct {
    float v, x, y, z;
} four_vector;

typedef struct {
    uint number, neighbour_count, neighbours[6];
} box_record;

#define DOT(a, b) ((a).x * (b).x + (a).y * (b).y + (a).z * (b).z)

__kernel __attribute__((reqd_work_group_size(PER_BOX, 1, 1)))
void lava_md(__global const box_record *boxes, __global const four_vector *places, __global const float *charges,
             __global four_vector *forces, int box_count)
{
    __local four_vector own[PER_BOX], other[PER_BOX];
    __local float charge[PER_BOX];

    const int box = get_group_id(0), l = get_local_id(0);
    four_vector sum = { 0, 0, 0, 0 };

    if (box >= box_count)
        return;
    own[l] = places[box * PER_BOX + l];
    const int neighbours = boxes[box].neighbour_count % 6;
    for (int k = 0; k < 1 + neighbours; k++) {
        const int from = k == 0 ? box : (int)(boxes[box].neighbours[k - 1] % box_count);
        other[l] = places[from * PER_BOX + l];
        charge[l] = charges[from * PER_BOX + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < PER_BOX; j++) {
            const float r2 = own[l].v + other[j].v - DOT(own[l], other[j]);
            const float weight = native_exp(-0.5f * r2), strength = 2.0f * weight;
            four_vector d;
            d.x = own[l].x - other[j].x;
            d.y = own[l].y - other[j].y;
            d.z = own[l].z - other[j].z;
            sum.v += charge[j] * weight;
            sum.x += charge[j] * strength * d.x;
            sum.y += charge[j] * strength * d.y;
            sum.z += charge[j] * strength * d.z;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    forces[box * PER_BOX + l] = sum;
}
