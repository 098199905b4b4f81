/* 64 points by three passes of radix 4, exchanged through local memory, real parts and imaginary parts in turn. */

#define POINTS 64
#define ITEMS 16

static float2 product(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, mad(a.x, b.y, a.y * b.x));
}

static float2 twiddle(int numerator, int denominator)
{
    const float angle = -2 * M_PI_F * numerator / denominator;
    return (float2)(cos(angle), sin(angle));
}

#define RADIX4(a0, a1, a2, a3)                                                                                        \
    {                                                                                                                 \
        const float2 s0 = a0 + a2, d0 = a0 - a2, s1 = a1 + a3, d1 = a1 - a3;                                          \
        const float2 r1 = (float2)(d1.y, -d1.x);                                                                      \
        a0 = s0 + s1;                                                                                                 \
        a1 = d0 + r1;                                                                                                 \
        a2 = s0 - s1;                                                                                                 \
        a3 = d0 - r1;                                                                                                 \
    }

static void exchange(float2 *a, __local float *memory, int store, int store_stride, int load, int load_stride)
{
    for (int i = 0; i < 4; i++)
        memory[store + i * store_stride] = a[i].x;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 4; i++)
        a[i].x = memory[load + i * load_stride];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 4; i++)
        memory[store + i * store_stride] = a[i].y;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 4; i++)
        a[i].y = memory[load + i * load_stride];
    barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void fft(__global float2 *data)
{
    __local float memory[POINTS + POINTS / 16];

    const int l = get_local_id(0);
    __global float2 *const mine = data + get_group_id(0) * POINTS + l;
    float2 a[4];

    for (int i = 0; i < 4; i++)
        a[i] = mine[i * ITEMS];
    for (int span = POINTS; span > 4; span /= 4) {
        RADIX4(a[0], a[1], a[2], a[3])
        for (int i = 1; i < 4; i++)
            a[i] = product(a[i], twiddle(i * (l % (span / 4)), span));
        const int inside = l % (span / 4), block = l / (span / 4) * span;
        const int next = span / 4, next_inside = l % (next / 4 ? next / 4 : 1), next_block = l / (next / 4) * next;
        exchange(a, memory, block + inside, span / 4, next_block + next_inside, next / 4);
    }
    RADIX4(a[0], a[1], a[2], a[3])
    for (int i = 0; i < 4; i++)
        mine[i * ITEMS] = a[i];
}
