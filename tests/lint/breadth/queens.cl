/* Eight queens counted with a stack in private memory: deeply uneven loops. */

#define SIZE 8

__kernel void queens(__global uint *solutions, int depth)
{
    uint left[SIZE + 1], right[SIZE + 1], down[SIZE + 1], free_places[SIZE + 1];
    const uint all = (1u << SIZE) - 1, g = get_global_id(0);
    int row = 0;
    uint found = 0;

    left[0] = right[0] = down[0] = 0;
    for (uint start = g; row < depth; row++, start /= SIZE) {
        const uint place = 1u << start % SIZE;
        if ((left[row] | right[row] | down[row]) & place) {
            solutions[g] = 0;
            return;
        }
        left[row + 1] = (left[row] | place) << 1;
        right[row + 1] = (right[row] | place) >> 1;
        down[row + 1] = down[row] | place;
    }
    free_places[row] = all & ~(left[row] | right[row] | down[row]);
    while (row >= depth) {
        const uint place = free_places[row] & -free_places[row];
        if (!place) {
            row--;
            continue;
        }
        free_places[row] ^= place;
        if (row == SIZE - 1) {
            found++;
            continue;
        }
        left[row + 1] = (left[row] | place) << 1;
        right[row + 1] = (right[row] | place) >> 1;
        down[row + 1] = down[row] | place;
        row++;
        free_places[row] = all & ~(left[row] | right[row] | down[row]);
    }
    solutions[g] = found;
}
