/* Structs as arguments of the kernel, as parameters, as results, nested, with arrays, copied whole. */

typedef struct {
    float x, y;
} point;

typedef struct {
    point corner[2];
    int kind;
} box;

typedef struct {
    float gain;
    int shift;
    float4 bias;
} settings;

static point middle_of(box b)
{
    point p;
    p.x = (b.corner[0].x + b.corner[1].x) * 0.5f;
    p.y = (b.corner[0].y + b.corner[1].y) * 0.5f;
    return p;
}

static box moved(box b, point by, int kind)
{
    for (int i = 0; i < 2; i++) {
        b.corner[i].x += by.x;
        b.corner[i].y += by.y;
    }
    b.kind = kind;
    return b;
}

__kernel void structs_by_value(__global const float *in, __global float *out, settings s, float4 weights, uchar3 bytes)
{
    const int g = get_global_id(0);
    box b = { { { in[g], 1 }, { 2, in[g] * 3 } }, 1 };
    point by = { s.bias.x, s.bias.w };

    if (g & 1)
        b = moved(b, by, g);
    const box copy = b;
    const point p = middle_of(copy);
    out[g] = p.x * s.gain + p.y * (1 << s.shift) + copy.kind + dot(weights, s.bias) + bytes.y - bytes.z;
}
