/* Unions of vectors, words and bytes in private, local and global memory. */

typedef union {
    uint4 v;
    uint w[4];
    ushort h[8];
    uchar b[16];
    float4 f;
} quad;

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void unions(__global const quad *in, __global quad *out)
{
    __local quad quads[32];

    const int l = get_local_id(0), g = get_global_id(0);
    quad q = in[g];

    q.b[g % 16] ^= 0x55;
    q.h[3] = q.h[5] + 1;
    q.w[l % 4] += q.v.z;
    quads[l] = q;
    barrier(CLK_LOCAL_MEM_FENCE);
    q.v = quads[l ^ 5].v + quads[31 - l].w[1];
    q.b[0] = quads[l ^ 1].b[15];
    out[g] = q;
}
