/* A matrix times a vector with the vector cached in local memory and vectors of the matrix's rows. */

#define WGS 64
#define WPT 2

__kernel __attribute__((reqd_work_group_size(WGS, 1, 1)))
void xgemv(const int m, const int n, const __global float4 *restrict agm, const __global float *restrict xgm,
           __global float *ygm)
{
    __local float xlm[WGS];

    float acc[WPT];
    const int lid = get_local_id(0), gid = get_global_id(0);

#pragma unroll
    for (int w = 0; w < WPT; w++)
        acc[w] = 0.0f;
    for (int kwg = 0; kwg < n; kwg += WGS) {
        xlm[lid] = xgm[kwg + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int w = 0; w < WPT; w++) {
            const int row = gid + w * get_global_size(0);
            if (row < m)
                for (int k = 0; k < WGS / 4; k++) {
                    const float4 a = agm[row * (n / 4) + kwg / 4 + k];
                    acc[w] += dot(a, vload4(k, xlm));
                }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int w = 0; w < WPT; w++)
        if (gid + w * (int)get_global_size(0) < m)
            ygm[gid + w * get_global_size(0)] = acc[w];
}
