/* RGB to XYZ to Lab and back, matrices in a buffer, functions of colour as helpers. */

static float4 lab_f(float4 x)
{
    const float4 epsilon = 216.0f / 24389.0f, kappa = 24389.0f / 27.0f;
    return x > epsilon ? cbrt(x) : (kappa * x + 16.0f) / 116.0f;
}

static float4 lab_f_inverse(float4 x)
{
    const float4 epsilon = 0.20689655172413796f, kappa = 24389.0f / 27.0f;
    return x > epsilon ? x * x * x : (116.0f * x - 16.0f) / kappa;
}

static float4 matrix_times(__global const float *m, float4 p)
{
    return (float4)(m[0] * p.x + m[1] * p.y + m[2] * p.z, m[3] * p.x + m[4] * p.y + m[5] * p.z,
                    m[6] * p.x + m[7] * p.y + m[8] * p.z, p.w);
}

__kernel void lab_colours(__global const float4 *in, __global float4 *out, __global const float *matrix, int count)
{
    const int i = get_global_id(0);

    if (i >= count)
        return;
    const float4 f = lab_f(matrix_times(matrix, in[i]));
    float4 lab = (float4)(116.0f * f.y - 16.0f, 500.0f * (f.x - f.y), 200.0f * (f.y - f.z), in[i].w);
    const float chroma = hypot(lab.y, lab.z), hue = atan2(lab.z, lab.y);
    lab.y = chroma * 1.1f * cos(hue);
    lab.z = chroma * 1.1f * sin(hue);
    const float fy = (lab.x + 16.0f) / 116.0f;
    out[i] = lab_f_inverse((float4)(lab.y / 500.0f + fy, fy, fy - lab.z / 200.0f, lab.w));
}
