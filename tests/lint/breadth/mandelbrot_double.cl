/* Iterations of z in doubles, a loop that each work-item leaves at its own time. */

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void mandelbrot_double(__global uint *out, const double scale, const int most)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const double cr = x * scale - 2.0, ci = y * scale - 1.0;
    double zr = 0, zi = 0;
    int n = 0;

    do {
        const double next = zr * zr - zi * zi + cr;
        zi = 2.0 * zr * zi + ci;
        zr = next;
    } while (zr * zr + zi * zi <= 4.0 && ++n < most);
    out[y * get_global_size(0) + x] = n;
}
