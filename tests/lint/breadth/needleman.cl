/* Alignment of two sequences: a tile's diagonals forth and back, a barrier a diagonal. */

#define SIDE 16
#define TILE(y, x) tile[(y) * (SIDE + 1) + (x)]
#define SCORE(y, x) scores[(y) * SIDE + (x)]

static int greatest_of(int a, int b, int c)
{
    int k = a <= b ? b : a;
    return k <= c ? c : k;
}

__kernel void needleman(__global const uint *reference, __global uint *matrix, __local int *tile, __local int *scores,
                        int columns, int penalty)
{
    const int tx = get_local_id(0);
    const int base = get_group_id(0) * SIDE * columns + columns + 1;

    if (tx == 0)
        TILE(0, 0) = matrix[base - columns - 1];
    for (int y = 0; y < SIDE; y++)
        SCORE(y, tx) = (int)reference[base + y * columns + tx] - 5;
    TILE(tx + 1, 0) = matrix[base + tx * columns - 1];
    TILE(0, tx + 1) = matrix[base - columns + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int m = 0; m < SIDE; m++) {
        if (tx <= m) {
            const int x = tx + 1, y = m - tx + 1;
            TILE(y, x) = greatest_of(TILE(y - 1, x - 1) + SCORE(y - 1, x - 1), TILE(y, x - 1) - penalty,
                                     TILE(y - 1, x) - penalty);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int m = SIDE - 2; m >= 0; m--) {
        if (tx <= m) {
            const int x = tx + SIDE - m, y = SIDE - tx;
            TILE(y, x) = greatest_of(TILE(y - 1, x - 1) + SCORE(y - 1, x - 1), TILE(y, x - 1) - penalty,
                                     TILE(y - 1, x) - penalty);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int y = 0; y < SIDE; y++)
        matrix[base + y * columns + tx] = TILE(y + 1, tx + 1);
}
