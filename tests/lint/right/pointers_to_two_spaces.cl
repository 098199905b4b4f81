/* Right: one generic pointer that points to local memory in some work-items and to private memory in others. */

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void pointers_to_two_spaces(__global int *restrict out)
{
    __local int common[64];
    int own[4];

    const int l = get_local_id(0);

    for (int i = 0; i < 4; i++)
        own[i] = 3;
    common[l] = 4;
    const int *from = &common[l];

    if (l & 1)
        from = &own[l & 2];
    out[get_global_id(0)] = *from;
}
