/* Tables of pointers in private memory, pointers to pointers, pointer differences, and pointers chosen by data. */

static void advance(__global const float **at, int by)
{
    *at += by;
}

static float sum_of(float *const *rows, int count, int width)
{
    float sum = 0;
    for (int r = 0; r < count; r++)
        for (const float *p = rows[r], *end = p + width; p != end; ++p)
            sum += *p;
    return sum;
}

__kernel void pointers_in_pointers(__global const float *a, __global const float *b, __global float *out)
{
    const int g = get_global_id(0);
    __global const float *sources[2] = { a, b };
    __global const float *at = sources[g & 1];
    float first[4], second[4];
    float *rows[3];

    advance(&at, g);
    for (int i = 0; i < 4; i++) {
        first[i] = at[i];
        second[i] = sources[~g & 1][g] * i;
    }
    rows[0] = first;
    rows[1] = second;
    rows[2] = rows[g % 2];
    float **const last = &rows[2];
    (*last)[1] += 1;
    out[g] = sum_of(rows, 3, 4) + (float)(at - sources[g & 1]) + (float)(&first[3] - first);
}
