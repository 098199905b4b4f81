/* Attributes, enums, typedefs, volatile, restrict, and inline in the styles that are met in the wild. */

typedef unsigned char byte;
typedef float real_t;
typedef real_t real4_t __attribute__((ext_vector_type(4)));
typedef struct __attribute__((aligned(16))) {
    real4_t value;
    byte flags;
} cell_t;
enum { FLAG_A = 1, FLAG_B = 1 << 3, FLAG_ALL = FLAG_A | FLAG_B };

static inline real_t weight(int how, real_t x)
{
    return how ? x * 0.5f : x;
}

kernel __attribute__((vec_type_hint(float4))) __attribute__((work_group_size_hint(32, 1, 1)))
void typed_hints(global const real_t *restrict const in, global volatile real_t *const out, const uint n)
{
    local cell_t cells[32];

    private const size_t g = get_global_id(0), l = get_local_id(0);

    cells[l].value = (real4_t)(in[g], 1, 2, 3);
    cells[l].flags = g & 1 ? FLAG_ALL : FLAG_A;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (g < n)
        out[g] = weight(cells[31 - l].flags & FLAG_B, cells[31 - l].value.x) + sizeof(cell_t);
}
