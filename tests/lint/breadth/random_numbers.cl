/* A generator whose state is a struct in private memory, another in local memory, and a Monte Carlo count. */

typedef struct {
    uint x, y, z, w;
} xorshift_state;

static uint xorshift(xorshift_state *s)
{
    const uint t = s->x ^ s->x << 11;
    s->x = s->y;
    s->y = s->z;
    s->z = s->w;
    return s->w = s->w ^ s->w >> 19 ^ t ^ t >> 8;
}

static uint multiply_with_carry(__local uint2 *s)
{
    const uint x = s->x, c = s->y, product = x * 4294883355u, carry = mul_hi(x, 4294883355u);
    s->x = product + c;
    s->y = carry + (s->x < product);
    return x ^ c;
}

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void random_numbers(__global const uint4 *seeds, __global uint *inside, int turns)
{
    __local uint2 states[32];

    const int l = get_local_id(0), g = get_global_id(0);
    xorshift_state s = { seeds[g].x, seeds[g].y | 1, seeds[g].z, seeds[g].w };
    uint count = 0;

    states[l] = (uint2)(g + 1, seeds[g].w & 0xffff);
    for (int i = 0; i < turns; i++) {
        const float2 p = convert_float2((uint2)(xorshift(&s), multiply_with_carry(&states[l])) >> 8) * 0x1p-24f;
        count += dot(p, p) <= 1.0f;
    }
    inside[g] = count;
}
