/* LU factors of a 16x16 block by 16 items: triangular loops around barriers. */
__kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void lu_diagonal(__global float *restrict m)
{
    __local float s[16][16];
    const int l = get_local_id(0), base = get_group_id(0) * 256;
    for (int i = 0; i < 16; i++)
        s[i][l] = m[base + i * 16 + l] + (i == l ? 16.0f : 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 15; i++) {
        if (l > i) {
            for (int j = 0; j < i; j++)
                s[l][i] -= s[l][j] * s[j][i];
            s[l][i] = native_divide(s[l][i], s[i][i]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l > i) {
            for (int j = 0; j < i + 1; j++)
                s[i + 1][l] -= s[i + 1][j] * s[j][l];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 16; i++)
        m[base + i * 16 + l] = s[i][l];
}
