/*
 * A stream of elements goes through local memory, a tile at a time, and is worked on there:
 * out[tile GROUP + lane] = sum of f(in[tile TILE + j GROUP + GROUP - 1 - lane]) over j < OWN, where f is WORK times
 * x -> factor x + addend. Each work-item works on elements that others fetched, so every tile needs its barriers.
 * What differs is how elements get into the tile, and whether the next tile is on its way meanwhile.
 */

#if !defined(GROUP) || !defined(OWN) || !defined(WORK)
#error "GROUP, OWN and WORK come from the host; with BUFFERS and a way to fetch for tiles; NV_STAGES; or SHARES"
#endif

#define TILE (GROUP * OWN) /* elements, of which a work-item works on OWN */

/* Where element e of a tile lies: in a plain row, or dealt out to COLUMNS columns. */
#ifdef COLUMNS
#define PITCH (TILE / COLUMNS + 32 / COLUMNS) /* columns begin in different banks, so that rows can be read across */
#define TILE_LENGTH (COLUMNS * PITCH)
#define place_of(e) ((e) % COLUMNS * PITCH + (e) / COLUMNS)
#else
#define TILE_LENGTH TILE
#define place_of(e) (e)
#endif

/* The work on a work-item's elements, in OWN independent chains. */
inline ELEMENT worked(ELEMENT *x, ELEMENT factor, ELEMENT addend)
{
    ELEMENT sum = 0;

#pragma unroll 8
    for (uint i = 0; i < WORK; i++)
        UNROLL
    for (uint j = 0; j < OWN; j++)
        x[j] = multiply_add(x[j], factor, addend);
    UNROLL
    for (uint j = 0; j < OWN; j++)
        sum += x[j];
    return sum;
}

inline void take_from_tile(__local const ELEMENT *tile, uint lane, ELEMENT *x)
{
    UNROLL
    for (uint j = 0; j < OWN; j++)
        x[j] = tile[place_of(j * GROUP + GROUP - 1 - lane)];
}

inline void work_on_tile(__local const ELEMENT *tile, __global ELEMENT *restrict out, size_t number, ELEMENT factor,
                         ELEMENT addend)
{
    const uint lane = get_local_id(0);
    ELEMENT x[OWN];

    take_from_tile(tile, lane, x);
    out[number * GROUP + lane] = worked(x, factor, addend);
}

/* What a tile that is not whole has for one work-item: every GROUP-th element from `start` on. */
inline ELEMENT sum_of_rest(__global const ELEMENT *restrict in, uint count, size_t start, ELEMENT factor,
                           ELEMENT addend)
{
    ELEMENT sum = 0;

    for (size_t i = start; i < count; i += GROUP) {
        ELEMENT x = in[i];

        for (uint w = 0; w < WORK; w++)
            x = multiply_add(x, factor, addend);
        sum += x;
    }
    return sum;
}

/* Tile `number`, whole or not, without local memory. */
inline void work_directly(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count,
                          size_t number, ELEMENT factor, ELEMENT addend)
{
    const uint lane = get_local_id(0);
    const size_t start = number * TILE + GROUP - 1 - lane;
    ELEMENT x[OWN];

    if (number * TILE + TILE <= count) {
        UNROLL
        for (uint j = 0; j < OWN; j++)
            x[j] = in[start + j * GROUP];
        out[number * GROUP + lane] = worked(x, factor, addend);
    } else {
        out[number * GROUP + lane] = sum_of_rest(in, count, start, factor, addend);
    }
}

/*
 * A work-group takes every so-many-th whole tile; what is left behind the last one falls to the group whose turn it
 * is.
 */
inline void work_on_rest(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count,
                         ELEMENT factor, ELEMENT addend)
{
    const uint whole = count / TILE;

    if (count % TILE > 0 && whole % get_num_groups(0) == get_group_id(0) && get_local_id(0) < GROUP)
        work_directly(in, out, count, whole, factor, addend);
}

#ifdef DIRECT

/* One tile a work-group: as many as fit a compute unit hide each other's loads. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void staging_direct(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count, ELEMENT factor,
                    ELEMENT addend)
{
    work_directly(in, out, count, get_group_id(0), factor, addend);
}

#endif /* DIRECT */

#ifdef WIDTH

#define VECTORS (OWN / WIDTH) /* of a tile that one work-item fetches */

inline void read_vectors(__global const ELEMENT *restrict from, ELEMENT_W *value)
{
    UNROLL
    for (uint j = 0; j < VECTORS; j++)
        value[j] = ((__global const ELEMENT_W *)from)[j * GROUP + get_local_id(0)];
}

inline void write_vectors(__local ELEMENT *restrict tile, const ELEMENT_W *value)
{
    UNROLL
    for (uint j = 0; j < VECTORS; j++)
        ((__local ELEMENT_W *)tile)[j * GROUP + get_local_id(0)] = value[j];
}

/*
 * Through registers. With two buffers the next tile's loads are under way while this tile is worked on, and one
 * barrier a tile is enough.
 */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void staging_through_registers(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count,
                               ELEMENT factor, ELEMENT addend)
{
    __local ELEMENT tiles[BUFFERS][TILE] ALIGNED_FOR_4;

    const uint whole = count / TILE, groups = get_num_groups(0);
    ELEMENT_W value[VECTORS];

#if BUFFERS == 1
    for (size_t i = get_group_id(0); i < whole; i += groups) {
        read_vectors(in + i * TILE, value);
        write_vectors(tiles[0], value);
        local_barrier(); /* tile written -> tile read */
        work_on_tile(tiles[0], out, i, factor, addend);
        local_barrier(); /* tile read -> next tile written */
    }
#else
    uint buffer = 0;

    if (get_group_id(0) < whole) {
        read_vectors(in + (size_t)get_group_id(0) * TILE, value);
        write_vectors(tiles[0], value);
    }
    local_barrier(); /* first tile written -> read */
    for (size_t i = get_group_id(0); i < whole; i += groups) {
        const bool more = i + groups < whole; /* alike for the whole work-group */

        if (more)
            read_vectors(in + (i + groups) * TILE, value);
        work_on_tile(tiles[buffer], out, i, factor, addend);
        buffer = 1 - buffer;
        if (more)
            write_vectors(tiles[buffer], value);
        local_barrier(); /* next tile written -> read; this tile read -> written in the next round */
    }
#endif
    work_on_rest(in, out, count, factor, addend);
}

#endif /* WIDTH */

#ifdef ASYNC

/* A tile, or the beginning of one; by columns if its elements are dealt out to them. */
inline event_t fetch_tile(__local ELEMENT *tile, __global const ELEMENT *from, uint length)
{
#ifdef COLUMNS
    event_t event = async_work_group_strided_copy(tile, from, length / COLUMNS, COLUMNS, 0);

    for (uint column = 1; column < COLUMNS; column++)
        event = async_work_group_strided_copy(tile + column * PITCH, from + column, length / COLUMNS, COLUMNS, event);
    return event;
#else
    return async_work_group_copy(tile, from, length, 0);
#endif
}

/* By the language's own copies, which a device may do on its own, or as a loop of the work-items. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void staging_async(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count, ELEMENT factor,
                   ELEMENT addend)
{
    __local ELEMENT tiles[BUFFERS][TILE_LENGTH] ALIGNED_FOR_4;

    const uint whole = count / TILE, groups = get_num_groups(0);

#if BUFFERS == 1
    for (size_t i = get_group_id(0); i < whole; i += groups) {
        event_t event = fetch_tile(tiles[0], in + i * TILE, TILE);

        wait_for_copies(event);
        local_barrier(); /* tile copied -> tile read */
        work_on_tile(tiles[0], out, i, factor, addend);
        local_barrier(); /* tile read -> next tile copied */
    }
#else
    /* Without a whole tile there is one work-group, and a copy that nobody reads. */
    event_t event = fetch_tile(tiles[0], in + (size_t)get_group_id(0) * TILE, min((uint)TILE, count));
    uint buffer = 0;

    wait_for_copies(event);
    local_barrier(); /* first tile copied -> read */
    for (size_t i = get_group_id(0); i < whole; i += groups) {
        const bool more = i + groups < whole; /* alike for the whole work-group */

        if (more)
            event = fetch_tile(tiles[1 - buffer], in + (i + groups) * TILE, TILE);
        work_on_tile(tiles[buffer], out, i, factor, addend);
        buffer = 1 - buffer;
        if (more)
            wait_for_copies(event);
        local_barrier(); /* next tile copied -> read; this tile read -> copied to in the next round */
    }
#endif
    work_on_rest(in, out, count, factor, addend);
}

#endif /* ASYNC */

#ifdef NV_STAGES

/* NVIDIA's words, as assembler: what OpenCL C has no word for. Addresses of local memory are 32 bits wide there. */

/* 16 bytes to local memory, past the registers (compute capability 8.0). Both addresses are multiples of 16. */
inline void nv_copy_16_bytes(__local void *to, __global const void *from)
{
    asm volatile("{ .reg .u32 to; cvt.u32.u64 to, %0; cp.async.cg.shared.global [to], [%1], 16; }" ::"l"(to), "l"(from)
                 : "memory");
}

/* Makes a group of this work-item's copies since the last one; it may be empty. */
inline void nv_commit(void)
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Waits until all but the latest `groups` of this work-item's groups have arrived; a number, not an expression. */
#define nv_wait(groups) nv_wait_(groups)
#define nv_wait_(groups) asm volatile("cp.async.wait_group " #groups ";" ::: "memory")

/* A barrier in local memory, for so many arrivals a phase; it begins in phase 0. One work-item makes it. */
inline void nv_make_barrier(__local ulong *barrier, uint arrivals)
{
    asm volatile("{ .reg .u32 b; cvt.u32.u64 b, %0; mbarrier.init.shared.b64 [b], %1; }" ::"l"(barrier), "r"(arrivals)
                 : "memory");
}

/* After barriers were made: the copy engine may use them once the work-group has met at a barrier. */
inline void nv_show_barriers(void)
{
    asm volatile("fence.proxy.async;" ::: "memory");
}

/* Arrives, and lets the phase last until so many bytes have come as well. */
inline void nv_arrive_and_expect(__local ulong *barrier, uint bytes)
{
    asm volatile("{ .reg .u32 b; .reg .b64 state; cvt.u32.u64 b, %0;"
                 "  mbarrier.arrive.expect_tx.shared.b64 state, [b], %1; }" ::"l"(barrier),
                 "r"(bytes)
                 : "memory");
}

inline void nv_arrive(__local ulong *barrier)
{
    asm volatile(
        "{ .reg .u32 b; .reg .b64 state; cvt.u32.u64 b, %0; mbarrier.arrive.shared.b64 state, [b]; }" ::"l"(barrier)
        : "memory");
}

/* Waits until the phase of this parity is over; of a new barrier, the phase of parity 1 is. */
inline void nv_wait_for_phase(__local ulong *barrier, uint parity)
{
    uint is_over;

    do {
        asm volatile("{ .reg .pred p; .reg .u32 b; cvt.u32.u64 b, %1;"
                     "  mbarrier.try_wait.parity.shared.b64 p, [b], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(is_over)
                     : "l"(barrier), "r"(parity)
                     : "memory");
    } while (!is_over);
}

/*
 * The copy engine fetches so many bytes, and says so to the barrier (compute capability 9.0). Addresses and length are
 * multiples of 16. One work-item asks for all.
 */
inline void nv_copy_bulk(__local void *to, __global const void *from, uint bytes, __local ulong *barrier)
{
    asm volatile(
        "{ .reg .u32 to, b; cvt.u32.u64 to, %0; cvt.u32.u64 b, %3;"
        "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [to], [%1], %2, [b]; }" ::"l"(to),
        "l"(from), "r"(bytes), "l"(barrier)
        : "memory");
}

/* The work-items of a sub-group wait for one another; what each has read and written lies behind them. */
#define NV_LANES 32
inline void nv_meet_in_sub_group(void)
{
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}

#define TILE_BYTES (TILE * ELEMENT_BYTES)
#define NV_ALIGNED __attribute__((aligned(128)))

#ifdef NV_PENDING /* groups that may still be on their way when the oldest has arrived: NV_STAGES - 2 */

inline void nv_fetch_tile(__local ELEMENT *tile, __global const ELEMENT *from)
{
    UNROLL
    for (uint piece = 0; piece < TILE_BYTES / 16; piece += GROUP) {
        const uint place = (piece + get_local_id(0)) * (16 / ELEMENT_BYTES);

        nv_copy_16_bytes(tile + place, from + place);
    }
}

/*
 * NV_STAGES - 1 tiles are on their way. Groups are counted, so each round commits one, though it be empty. A round
 * waits for its own pieces of the oldest tile, then for everybody's; by then the tile of the round before has been
 * read.
 */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void staging_nv_async(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count, ELEMENT factor,
                      ELEMENT addend)
{
    __local ELEMENT tiles[NV_STAGES][TILE] NV_ALIGNED;

    const uint whole = count / TILE, groups = get_num_groups(0);
    size_t ahead = get_group_id(0); /* the next tile to ask for */
    uint stage = 0;

    for (uint s = 0; s < NV_STAGES - 1; s++, ahead += groups) {
        if (ahead < whole)
            nv_fetch_tile(tiles[s], in + ahead * TILE);
        nv_commit();
    }
    for (size_t i = get_group_id(0); i < whole; i += groups, ahead += groups) {
        nv_wait(NV_PENDING);
        local_barrier(); /* this tile arrived -> read; the tile before read -> fetched to */
        if (ahead < whole)
            nv_fetch_tile(tiles[stage == 0 ? NV_STAGES - 1 : stage - 1], in + ahead * TILE);
        nv_commit();
        work_on_tile(tiles[stage], out, i, factor, addend);
        stage = stage == NV_STAGES - 1 ? 0 : stage + 1;
    }
    work_on_rest(in, out, count, factor, addend);
}

#endif /* NV_PENDING */

#ifdef NV_BULK

/* For one work-item. */
inline void nv_ask_for_tile(__local ELEMENT *tile, __global const ELEMENT *from, __local ulong *full)
{
    nv_arrive_and_expect(full, TILE_BYTES);
    nv_copy_bulk(tile, from, TILE_BYTES, full);
}

/*
 * NV_STAGES tiles are on their way, less the one being worked on. A tile is asked for as soon as its place was read.
 */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void staging_nv_bulk(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count, ELEMENT factor,
                     ELEMENT addend)
{
    __local ELEMENT tiles[NV_STAGES][TILE] NV_ALIGNED;
    __local ulong full[NV_STAGES];

    const uint lane = get_local_id(0), whole = count / TILE, groups = get_num_groups(0);
    uint stage = 0, parity = 0;

    if (lane == 0) {
        for (uint s = 0; s < NV_STAGES; s++)
            nv_make_barrier(&full[s], 1);
        nv_show_barriers();
    }
    local_barrier(); /* barriers made -> waited at */
    for (uint s = 0; s < NV_STAGES; s++) {
        const size_t number = get_group_id(0) + (size_t)s * groups;

        if (lane == 0 && number < whole)
            nv_ask_for_tile(tiles[s], in + number * TILE, &full[s]);
    }
    for (size_t i = get_group_id(0); i < whole; i += groups) {
        const size_t ahead = i + (size_t)NV_STAGES * groups;
        ELEMENT x[OWN];

        nv_wait_for_phase(&full[stage], parity);
        take_from_tile(tiles[stage], lane, x);
        local_barrier(); /* tile read -> copied to */
        if (lane == 0 && ahead < whole)
            nv_ask_for_tile(tiles[stage], in + ahead * TILE, &full[stage]);
        out[i * GROUP + lane] = worked(x, factor, addend);
        if (++stage == NV_STAGES) {
            stage = 0;
            parity ^= 1;
        }
    }
    work_on_rest(in, out, count, factor, addend);
}

/*
 * One sub-group more than work, the producer, and no barrier of the work-group: the producer waits until a place is
 * empty and asks for a tile; the others wait until it is full, read it, and say that it is empty, a sub-group at a
 * time.
 */
__kernel __attribute__((reqd_work_group_size(GROUP + NV_LANES, 1, 1)))
void staging_nv_pipeline(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count,
                         ELEMENT factor, ELEMENT addend)
{
    __local ELEMENT tiles[NV_STAGES][TILE] NV_ALIGNED;
    __local ulong full[NV_STAGES], empty[NV_STAGES];

    const uint lane = get_local_id(0), whole = count / TILE, groups = get_num_groups(0);
    const bool produces = lane == GROUP, consumes = lane < GROUP;
    uint stage = 0, parity = 0;

    if (lane == 0) {
        for (uint s = 0; s < NV_STAGES; s++) {
            nv_make_barrier(&full[s], 1);
            nv_make_barrier(&empty[s], GROUP / NV_LANES);
        }
        nv_show_barriers();
    }
    local_barrier(); /* barriers made -> waited at */
    for (size_t i = get_group_id(0); i < whole && (produces || consumes); i += groups) {
        if (produces) {
            nv_wait_for_phase(&empty[stage], parity ^ 1);
            nv_ask_for_tile(tiles[stage], in + i * TILE, &full[stage]);
        } else {
            ELEMENT x[OWN];

            nv_wait_for_phase(&full[stage], parity);
            take_from_tile(tiles[stage], lane, x);
            nv_meet_in_sub_group();
            if (lane % NV_LANES == 0)
                nv_arrive(&empty[stage]);
            out[i * GROUP + lane] = worked(x, factor, addend);
        }
        if (++stage == NV_STAGES) {
            stage = 0;
            parity ^= 1;
        }
    }
    work_on_rest(in, out, count, factor, addend);
}

#endif /* NV_BULK */
#endif /* NV_STAGES */

#ifdef SHARES

#if LANES == 16
#define backwards(v) (v).sfedcba9876543210
#else
#define backwards(v) (v).s76543210
#endif

/*
 * For processors: no staging, since local memory would be a copy of what the cache holds anyway. One work-item a share
 * of the tiles; OWN vectors are as many chains as hide the latency of a multiply-add.
 */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void staging_cpu(__global const ELEMENT *restrict in, __global ELEMENT *restrict out, uint count, ELEMENT factor,
                 ELEMENT addend)
{
    const uint share = get_group_id(0), whole = count / TILE;
    const size_t end = (size_t)whole * (share + 1) / SHARES;

    for (size_t i = (size_t)whole * share / SHARES; i < end; i++) {
        for (uint lane = 0; lane < GROUP; lane += LANES) {
            ELEMENT_N(LANES) x[OWN], sum = 0;

#pragma unroll
            for (uint j = 0; j < OWN; j++)
                x[j] = VLOAD(LANES)(0, in + i * TILE + j * GROUP + GROUP - LANES - lane);
            for (uint w = 0; w < WORK; w++)
#pragma unroll
                for (uint j = 0; j < OWN; j++)
                    x[j] = multiply_add(x[j], factor, addend);
#pragma unroll
            for (uint j = 0; j < OWN; j++)
                sum += x[j];
            VSTORE(LANES)(backwards(sum), 0, out + i * GROUP + lane);
        }
    }
    if (share == SHARES - 1 && count % TILE > 0) {
        for (uint lane = 0; lane < GROUP; lane++)
            out[(size_t)whole * GROUP + lane] =
                sum_of_rest(in, count, (size_t)whole * TILE + GROUP - 1 - lane, factor, addend);
    }
}

#endif /* SHARES */
