/* Particles of WORDS floats (4 to 8) in local memory, as an array of structs (AOS), or a struct of arrays. */
#ifndef WORDS
#define WORDS 5
#endif
#ifdef ALIGNED
#define PARTICLE_ATTR __attribute__((aligned(16)))
#else
#define PARTICLE_ATTR
#endif
#ifdef AOS
struct particle { float field[WORDS]; } PARTICLE_ATTR;
#define FIELD(i, f) p[i].field[f]
#else
struct particles { float field[WORDS][128]; };
#define FIELD(i, f) p.field[f][i]
#endif
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void particles(__global const float *restrict in, __global float *restrict out)
{
#ifdef AOS
    __local struct particle p[128];
#else
    __local struct particles p;
#endif
    const uint l = get_local_id(0);
    for (uint f = 0; f < WORDS; f++)
        FIELD(l, f) = in[f * get_global_size(0) + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint other = (l * 5 + 3) % 128;
    const float dx = FIELD(other, 0) - FIELD(l, 0), dy = FIELD(other, 1) - FIELD(l, 1);
    const float dz = FIELD(other, 2) - FIELD(l, 2);
    out[get_global_id(0)] = FIELD(other, 3) * (dx * dx + dy * dy + dz * dz);
}
