/* A small machine: the operation decides which neighbours in local memory are read; some items leave early. */
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void switch_ops(__global const uint *restrict code, __global const float *restrict in, __global float *restrict out)
{
    __local float s[64];
    const uint l = get_local_id(0), g = get_global_id(0);
    s[l] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint op = code[g];
    float x = s[l];
    switch (op) {
    case 0:
        out[g] = x;
        return;
    case 1:
        x += s[l ^ 1];
        break;
    case 2:
        x -= s[(l * 2) & 63];
    case 3:
        x *= s[63 - l] + s[l ^ 32];
        break;
    case 4:
        for (uint i = 0; i < (l & 3); i++)
            x += s[(l + i * 16) & 63];
        break;
    case 5:
        x = s[(l * 4) & 63] < s[(l * 8) & 63] ? s[0] : s[1];
        break;
    default:
        x = 1.0f;
    }
    out[g] = x;
}
