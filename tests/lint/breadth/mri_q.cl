/* A Fourier sum over sample places in constant memory. */

struct k_values {
    float x, y, z, magnitude;
};

__kernel void mri_q(__constant struct k_values *k, __global const float *x, __global const float *y,
                    __global const float *z, __global float *real, __global float *imaginary, int samples)
{
    const int g = get_global_id(0);
    const float here[3] = { x[g], y[g], z[g] };
    float r = 0, i = 0;

    for (int s = 0; s < samples; s++) {
        const float angle = 6.2831853071795864769252867665590058f
            * (k[s].x * here[0] + k[s].y * here[1] + k[s].z * here[2]);
        r += k[s].magnitude * native_cos(angle);
        i += k[s].magnitude * native_sin(angle);
    }
    real[g] = r;
    imaginary[g] = i;
}
