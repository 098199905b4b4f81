/* Alignment of two sequences: a 16x16 block of scores, filled along its antidiagonals by 16 items. */
__kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void align_sequences(__global const int *restrict similar, __global int *restrict out, int penalty)
{
    __local int score[17][17], reference[16][16];
    const int l = get_local_id(0), base = get_group_id(0) * 256;
    for (int i = 0; i < 16; i++)
        reference[i][l] = similar[base + i * 16 + l] % 21 - 10;
    score[0][l + 1] = -(l + 1) * penalty;
    score[l + 1][0] = -(l + 1) * penalty;
    if (l == 0)
        score[0][0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 0; d < 31; d++) {
        const int x = d < 16 ? l + 1 : l + d - 14, y = d < 16 ? d - l + 1 : 16 - l;
        if (l <= (d < 16 ? d : 30 - d))
            score[y][x] = max(score[y - 1][x - 1] + reference[y - 1][x - 1],
                              max(score[y][x - 1] - penalty, score[y - 1][x] - penalty));
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 16; i++)
        out[base + i * 16 + l] = score[i + 1][l + 1];
}
