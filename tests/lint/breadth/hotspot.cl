/* Heat on a chip: several steps of a stencil inside a tile that shrinks by one at each border and step. */

#ifndef SIDE
#define SIDE 16
#endif
#define IN_RANGE(x, low, high) ((x) >= (low) && (x) <= (high))

__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void hotspot(int steps, __global const float *power, __global const float *from, __global float *to, int columns,
             int rows)
{
    __local float now[SIDE][SIDE];
    __local float heat[SIDE][SIDE];
    __local float then[SIDE][SIDE];

    const int bx = get_group_id(0), by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
    const int small = SIDE - steps * 2;
    const int row_first = small * by - steps, column_first = small * bx - steps;
    const int row = row_first + ty, column = column_first + tx;
    const bool inside = IN_RANGE(row, 0, rows - 1) && IN_RANGE(column, 0, columns - 1);

    now[ty][tx] = inside ? from[columns * row + column] : 0;
    heat[ty][tx] = inside ? power[columns * row + column] : 0;
    then[ty][tx] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    const int north = ty == 0 || row <= 0 ? ty : ty - 1, south = ty == SIDE - 1 || row >= rows - 1 ? ty : ty + 1;
    const int west = tx == 0 || column <= 0 ? tx : tx - 1;
    const int east = tx == SIDE - 1 || column >= columns - 1 ? tx : tx + 1;
    bool computed = false;
    for (int i = 0; i < steps; i++) {
        computed = false;
        if (IN_RANGE(tx, i + 1, SIDE - i - 2) && IN_RANGE(ty, i + 1, SIDE - i - 2) && inside) {
            computed = true;
            then[ty][tx] = now[ty][tx] + 0.05f * (heat[ty][tx]
                + (now[south][tx] + now[north][tx] - 2.0f * now[ty][tx])
                + (now[ty][east] + now[ty][west] - 2.0f * now[ty][tx]) + (0.8f - now[ty][tx]) * 0.01f);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == steps - 1)
            break;
        if (computed)
            now[ty][tx] = then[ty][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (computed)
        to[columns * row + column] = then[ty][tx];
}
