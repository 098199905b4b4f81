/* Wrong on purpose: weight is read in every particle and was set in none. */

struct particle {
    float place, speed, weight;
};

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void member_never_written(__global const float *restrict in, __global float *restrict out)
{
    __local struct particle particles[64];

    const uint l = get_local_id(0);

    particles[l].place = in[get_global_id(0)];
    particles[l].speed = 1;
    barrier(CLK_LOCAL_MEM_FENCE); /* particles written -> read */
    out[get_global_id(0)] = particles[63 - l].place * particles[63 - l].weight; /* wrong */
}
