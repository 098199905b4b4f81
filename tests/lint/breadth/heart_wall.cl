/* A template's normalised correlation with a frame around a point: long sums by strided loops of one work-group. */

#define ITEMS 64
#define SIDE 12
#define TEMPLATE 5

static int clamped(int place, int side)
{
    return place < 0 ? 0 : place >= side ? side - 1 : place;
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void heart_wall(__global const float *frame, __global const float *templates, __global float *best, int side)
{
    __local float window[SIDE * SIDE];
    __local float scores[SIDE * SIDE];
    __local float best_scores[ITEMS];
    __local int best_places[ITEMS];

    const int l = get_local_id(0), point = get_group_id(0);
    const int left = point * 3 - 2, top = point * 2 - 1;
    __global const float *const pattern = templates + point * TEMPLATE * TEMPLATE;

    for (int place = l; place < SIDE * SIDE; place += ITEMS) {
        const int row = place / SIDE, column = place % SIDE;
        window[place] = frame[clamped(top + row, side) * side + clamped(left + column, side)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int place = l; place < SIDE * SIDE; place += ITEMS) {
        const int row = place / SIDE, column = place - row * SIDE;
        float sum = 0, square = 1e-6f;
        for (int r = 0; r < TEMPLATE; r++) {
            if (row + r >= SIDE)
                break;
            for (int c = 0; c < TEMPLATE; c++) {
                if (column + c >= SIDE)
                    continue;
                const float value = window[(row + r) * SIDE + column + c];
                sum += value * pattern[r * TEMPLATE + c];
                square += value * value;
            }
        }
        scores[place] = sum / sqrt(square);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    float best_score = -1;
    int best_place = -1;
    for (int place = l; place < SIDE * SIDE; place += ITEMS)
        if (scores[place] > best_score) {
            best_score = scores[place];
            best_place = place;
        }
    best_scores[l] = best_score;
    best_places[l] = best_place;
    for (int distance = ITEMS / 2; distance > 0; distance /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < distance && best_scores[l + distance] > best_scores[l]) {
            best_scores[l] = best_scores[l + distance];
            best_places[l] = best_places[l + distance];
        }
    }
    if (l == 0) {
        best[2 * point] = best_scores[0];
        best[2 * point + 1] = best_places[0];
    }
}
