/* Data of the program: tables of two dimensions, of structs, of vectors, a string, and one made from others. */

typedef struct {
    char name[4];
    float weight;
    uchar order[3];
} element;

__constant int table[3][4] = { { 1, -2, 3, -4 }, { 5, 6, 7 }, { -9 } };
__constant element elements[] = { { "ab", 1.5f, { 2, 1, 0 } }, { "xyz", -0.25f, { 1, 1, 2 } } };
__constant float4 vectors[2] = { (float4)(1, 2, 3, 4), (float4)(0.5f) };
__constant char text[] = "local memory has banks";
__constant ulong large = 0x123456789abcdef0UL;

__kernel void program_constants(__global int *out)
{
    const int g = get_global_id(0);
    __constant const element *const e = &elements[g & 1];
    __constant const int *row = table[g % 3];
    const float4 v = vectors[g >> 1 & 1] * e->weight;
    int sum = 0;

    for (__constant const char *c = text; *c; c++)
        sum = sum * 31 + *c;
    sum += row[e->order[g % 3]] + e->name[g % 4] * (int)sizeof(text);
    out[g] = sum + (int)(v.x + v.y * v.z - v.w) + (int)(large >> (g & 63));
}
