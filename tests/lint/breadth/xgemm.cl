/* A matrix product whose shape is macros: tiles, vectors, caching, an unrolled loop. */

#ifndef MWG
#define MWG 32
#endif
#ifndef NWG
#define NWG 32
#endif
#ifndef KWG
#define KWG 16
#endif
#ifndef MDIMC
#define MDIMC 8
#endif
#ifndef NDIMC
#define NDIMC 8
#endif
#ifndef VWM
#define VWM 2
#endif
#ifndef KWI
#define KWI 2
#endif

#define MWI (MWG / MDIMC)
#define NWI (NWG / NDIMC)
#define ITEMS (MDIMC * NDIMC)
#define CONCAT(a, b) a##b
#define VECTOR_OF(type, n) CONCAT(type, n)
#if VWM == 1
typedef float realM;
#else
typedef VECTOR_OF(float, VWM) realM;
#endif

#define INLINE inline __attribute__((always_inline))

INLINE void load_tile(__global const realM *restrict agm, __local realM *alm, const int size_m, const int k,
                      const int item)
{
    for (int place = item; place < KWG * MWG / VWM; place += ITEMS) {
        const int kg = place / (MWG / VWM), mg = place % (MWG / VWM);
        alm[place] = agm[(k + kg) * (size_m / VWM) + get_group_id(0) * (MWG / VWM) + mg];
    }
}

INLINE void load_strip(__global const float *restrict bgm, __local float *blm, const int size_n, const int k,
                       const int item)
{
    for (int place = item; place < KWG * NWG; place += ITEMS)
        blm[place] = bgm[(k + place / NWG) * size_n + get_group_id(1) * NWG + place % NWG];
}

INLINE realM multiply_add(realM c, const realM a, const float b)
{
#ifdef USE_MAD
    return mad(a, (realM)(b), c);
#else
    c += a * b;
    return c;
#endif
}

__kernel __attribute__((reqd_work_group_size(MDIMC, NDIMC, 1)))
void xgemm(const int size_m, const int size_n, const int size_k, __global const realM *restrict agm,
           __global const float *restrict bgm, __global realM *cgm)
{
    __local realM alm[KWG * MWG / VWM];
    __local float blm[KWG * NWG];

    const int tx = get_local_id(0), ty = get_local_id(1), item = ty * MDIMC + tx;
    realM cpm[NWI * (MWI / VWM)];

#pragma unroll
    for (int i = 0; i < NWI * (MWI / VWM); i++)
        cpm[i] = 0.0f;
    for (int kwg = 0; kwg < size_k; kwg += KWG) {
        load_tile(agm, alm, size_m, kwg, item);
        load_strip(bgm, blm, size_n, kwg, item);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int pwi = 0; pwi < KWG; pwi += KWI) {
#pragma unroll
            for (int pit = 0; pit < KWI; pit++) {
                realM apm[MWI / VWM];
                float bpm[NWI];
#pragma unroll
                for (int mi = 0; mi < MWI / VWM; mi++)
                    apm[mi] = alm[(pwi + pit) * (MWG / VWM) + tx + mi * MDIMC];
#pragma unroll
                for (int ni = 0; ni < NWI; ni++)
                    bpm[ni] = blm[(pwi + pit) * NWG + ty + ni * NDIMC];
#pragma unroll
                for (int ni = 0; ni < NWI; ni++)
#pragma unroll
                    for (int mi = 0; mi < MWI / VWM; mi++)
                        cpm[ni * (MWI / VWM) + mi] = multiply_add(cpm[ni * (MWI / VWM) + mi], apm[mi], bpm[ni]);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (int ni = 0; ni < NWI; ni++)
        for (int mi = 0; mi < MWI / VWM; mi++)
            cgm[(get_group_id(1) * NWG + ty + ni * NDIMC) * (size_m / VWM) + get_group_id(0) * (MWG / VWM) + tx
                + mi * MDIMC] = cpm[ni * (MWI / VWM) + mi];
}
