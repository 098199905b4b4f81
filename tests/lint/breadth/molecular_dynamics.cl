/* Lennard-Jones forces by a list of neighbours. */

#ifdef DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define REAL double
#define REAL4 double4
#define LITERAL(x) x
#else
#define REAL float
#define REAL4 float4
#define LITERAL(x) x##f
#endif

__kernel void molecular_dynamics(__global REAL4 *forces, __global const REAL4 *places, int neighbours,
                                 __global const uint *list, int atoms)
{
    const uint i = get_global_id(0);
    const REAL4 own = places[i];
    REAL4 force = { LITERAL(0.0), LITERAL(0.0), LITERAL(0.0), LITERAL(0.0) };

    for (int j = 0; j < neighbours; j++) {
        const int other = list[j * atoms + i];
        const REAL4 there = places[other];
        const REAL dx = own.x - there.x, dy = own.y - there.y, dz = own.z - there.z;
        REAL r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < LITERAL(0.8) && other != (int)i) {
            r2 = LITERAL(1.0) / (r2 + LITERAL(0.01));
            const REAL r6 = r2 * r2 * r2;
            const REAL strength = r2 * r6 * (LITERAL(0.0015) * r6 - LITERAL(0.02));
            force.xyz += (REAL4)(dx, dy, dz, 0).xyz * strength;
        }
    }
    forces[i] = force;
}
