/* A collision and streaming step on nine velocities, addressed by macros. */

#define SIZE_X 32
#define SIZE_Y 16
#define CELLS (SIZE_X * SIZE_Y)
#define INDEX(x, y, e) ((e) * CELLS + ((y) + SIZE_Y) % SIZE_Y * SIZE_X + ((x) + SIZE_X) % SIZE_X)
#define SRC(e) src[INDEX(x, y, e)]
#define DST(dx, dy, e) dst[INDEX(x + (dx), y + (dy), e)]
#define OMEGA 1.95f

enum direction { C, N, S, E, W, NE, NW, SE, SW, DIRECTIONS };

__kernel void lattice_boltzmann(__global const float *src, __global const uchar *obstacle, __global float *dst)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float f[DIRECTIONS];

    for (int e = C; e < DIRECTIONS; e++)
        f[e] = SRC(e) + 0.1f;
    if (obstacle[y * SIZE_X + x] > 250) {
        DST(0, 0, C) = f[C];
        DST(0, -1, S) = f[N];
        DST(0, +1, N) = f[S];
        DST(-1, 0, W) = f[E];
        DST(+1, 0, E) = f[W];
        DST(-1, -1, SW) = f[NE];
        DST(+1, -1, SE) = f[NW];
        DST(-1, +1, NW) = f[SE];
        DST(+1, +1, NE) = f[SW];
        return;
    }
    float rho = 0;
    for (int e = 0; e < DIRECTIONS; e++)
        rho += f[e];
    const float ux = (f[E] - f[W] + f[NE] - f[NW] + f[SE] - f[SW]) / rho;
    const float uy = (f[N] - f[S] + f[NE] + f[NW] - f[SE] - f[SW]) / rho;
    const float u2 = 1.5f * (ux * ux + uy * uy) - 1.0f;
#define RELAX(dx, dy, e, weight)                                                                                      \
    do {                                                                                                              \
        const float cu = (dx) * ux + (dy) * uy;                                                                       \
        DST(dx, dy, e) = (1.0f - OMEGA) * f[e] + OMEGA * (weight) * rho * (cu * (4.5f * cu + 3.0f) - u2);             \
    } while (0)
    RELAX(0, 0, C, 4.0f / 9);
    RELAX(0, 1, N, 1.0f / 9);
    RELAX(0, -1, S, 1.0f / 9);
    RELAX(1, 0, E, 1.0f / 9);
    RELAX(-1, 0, W, 1.0f / 9);
    RELAX(1, 1, NE, 1.0f / 36);
    RELAX(-1, 1, NW, 1.0f / 36);
    RELAX(1, -1, SE, 1.0f / 36);
    RELAX(-1, -1, SW, 1.0f / 36);
#undef RELAX
}
