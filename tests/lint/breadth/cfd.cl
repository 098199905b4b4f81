/* Compressible flow on an unstructured grid: step factors and fluxes through four neighbours of each element. */

#define GAMMA 1.4f
#define NEIGHBOURS 4
#define DENSITY 0
#define MOMENTUM 1
#define ENERGY 4

typedef struct {
    float x, y, z;
} float3_packed;

static float3_packed velocity_of(float density, float3_packed momentum)
{
    float3_packed v;
    v.x = momentum.x / density;
    v.y = momentum.y / density;
    v.z = momentum.z / density;
    return v;
}

static float square_of(float3_packed v)
{
    return v.x * v.x + v.y * v.y + v.z * v.z;
}

static float pressure_of(float density, float energy, float speed_square)
{
    return (GAMMA - 1.0f) * (energy - 0.5f * density * speed_square);
}

static void flux_of(float3_packed velocity, float3_packed momentum, float pressure, float energy, float3_packed *x,
                    float3_packed *energy_flux)
{
    x->x = velocity.x * momentum.x + pressure;
    x->y = velocity.x * momentum.y;
    x->z = velocity.x * momentum.z;
    energy_flux->x = velocity.x * (energy + pressure);
    energy_flux->y = velocity.y * (energy + pressure);
    energy_flux->z = velocity.z * (energy + pressure);
}

__kernel void step_factor(__global const float *variables, __global const float *areas, __global float *factors, int n)
{
    const int i = get_global_id(0);

    if (i >= n)
        return;
    const float density = variables[i + DENSITY * n] + 1;
    float3_packed momentum = { variables[i + MOMENTUM * n], variables[i + (MOMENTUM + 1) * n],
                               variables[i + (MOMENTUM + 2) * n] };
    const float energy = variables[i + ENERGY * n] + 3;
    const float speed_square = square_of(velocity_of(density, momentum));
    const float sound = sqrt(GAMMA * pressure_of(density, energy, speed_square) / density);
    factors[i] = 0.5f / (sqrt(areas[i] + 0.1f) * (sqrt(speed_square) + sound));
}

__kernel void flux(__global const uint *neighbours, __global const float *normals, __global const float *variables,
                   __global float *fluxes, int n)
{
    const int i = get_global_id(0);

    if (i >= n)
        return;
    float total[2] = { 0, 0 };
    for (int k = 0; k < NEIGHBOURS; k++) {
        const int nb = neighbours[i + k * n];
        const float normal = normals[i + k * n];
        const float density = variables[nb + DENSITY * n] + 1;
        float3_packed momentum = { variables[nb + MOMENTUM * n], variables[nb + (MOMENTUM + 1) * n],
                                   variables[nb + (MOMENTUM + 2) * n] };
        const float energy = variables[nb + ENERGY * n] + 3;
        const float3_packed velocity = velocity_of(density, momentum);
        float3_packed along, energy_flux;
        flux_of(velocity, momentum, pressure_of(density, energy, square_of(velocity)), energy, &along, &energy_flux);
        total[0] += normal * (along.x + along.y + along.z);
        total[1] -= normal * (energy_flux.x + energy_flux.y + energy_flux.z);
    }
    fluxes[i] = total[0];
    fluxes[i + n] = total[1];
}
