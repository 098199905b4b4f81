/* A cell's currents, in the manner of an ODE model: one work-item, long scalar code, exp, log, pow everywhere. */

#define F 96485.0f
#define R 8.314f
#define STATES 8

static float gate_rate(float v, float half_v, float slope)
{
    return 1.0f / (1.0f + exp((v - half_v) / slope));
}

static void currents(__global const float *state, float *rates, int cell)
{
    __global const float *const y = state + cell * STATES;
    const float T = 310.0f, FoRT = F / R / T;
    const float v = -80.0f + 100.0f * y[0];
    const float ena = 1.0f / FoRT * log(140.0f / (8.0f + y[1])), ek = 1.0f / FoRT * log(5.4f / (135.0f + y[2]));
    const float mss = gate_rate(v, -56.86f, -9.03f), taum = 0.1292f * exp(-pow((v + 45.79f) / 15.54f, 2.0f))
        + 0.06487f * exp(-pow((v - 4.823f) / 51.12f, 2.0f));
    float ah, bh;

    if (v >= -40.0f) {
        ah = 0;
        bh = 0.77f / (0.13f * (1.0f + exp(-(v + 10.66f) / 11.1f)));
    } else {
        ah = 0.057f * exp(-(v + 80.0f) / 6.8f);
        bh = 2.7f * exp(0.079f * v) + 3.1e5f * exp(0.3485f * v);
    }
    const float tauh = 1.0f / (ah + bh + 1e-6f), hss = gate_rate(v, -71.55f, 7.43f);
    const float ina = 23.0f * y[3] * y[3] * y[3] * y[4] * (v - ena * 1000.0f) * 1e-3f;
    const float kp = 1.0f / (1.0f + exp(7.488f - v / 5.98f)), ikp = 0.001f * kp * (v - ek * 1000.0f);
    const float nak = 1.0f / (1.0f + 0.1245f * exp(-0.1f * v * 1e-3f * FoRT) + 0.0365f * exp(-v * 1e-3f * FoRT));
    const float leak = fmax(0.0f, fma(0.01f, v, 0.5f)) + fabs(v) * 1e-4f;

    rates[0] = -(ina + ikp + leak + 0.01f * nak) * 1e-3f;
    rates[1] = -ina * 1e-4f;
    rates[2] = -ikp * 1e-4f;
    rates[3] = (mss - y[3]) / taum;
    rates[4] = (hss - y[4]) / tauh;
    rates[5] = exp2(y[5]) - exp10(y[6]) * 0.1f;
    rates[6] = cbrt(y[6] + 1) - log1p(y[5]);
    rates[7] = tanh(y[7]) * sinh(y[0]) - cosh(y[1]);
}

__kernel void myocyte(__global const float *state, __global float *next, int steps)
{
    const int cell = get_global_id(0);
    float rates[STATES];

    currents(state, rates, cell);
    for (int i = 0; i < STATES; i++) {
        float value = state[cell * STATES + i];
        for (int step = 0; step < steps; step++)
            value += rates[i] * 0.01f;
        next[cell * STATES + i] = isnan(value) || isinf(value) ? 0.0001f : value;
    }
}
