/* Prices of options by a polynomial for the normal distribution, with scalars as arguments. */

static float normal_of(float d)
{
    const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    const float tail = 0.39894228040143267794f * exp(-0.5f * d * d)
        * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}

__kernel void black_scholes(__global float *call, __global float *put, __global const float *spot,
                            __global const float *strike, __global const float *years, float rate, float volatility,
                            uint count)
{
    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
        const float s = 5 + 25 * spot[i], x = 1 + 99 * strike[i], t = 0.25f + 9.75f * years[i], root = sqrt(t);
        const float d1 = (log(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
        const float d2 = d1 - volatility * root, discount = x * exp(-rate * t);
        call[i] = s * normal_of(d1) - discount * normal_of(d2);
        put[i] = discount * (1.0f - normal_of(d2)) - s * (1.0f - normal_of(d1));
    }
}
