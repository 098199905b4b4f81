/*
 * out[i] = in[0] + ... + in[i] (inclusive), or without in[i] (exclusive). Within a work-group: two trees of one or
 * two elements a work-item, then runs of elements in registers. Across work-groups: blocks whose totals are scanned
 * in turn and added, totals that are known beforehand, or a single pass in which each group looks back at those
 * before it.
 *
 * What leaves 32 bits is dropped, in int as in uint: both are added as uint, for which that is defined.
 */

#if ELEMENT_IS_REAL
#define NUMBER ELEMENT
#define as_number(bits) CONCAT(as_, ELEMENT)(bits)
#else
#define NUMBER uint
#define as_number(bits) (bits)
#endif
#define NUMBER_N(n) CONCAT(NUMBER, n)

#if !defined(GROUP) || (defined(RUN) && !defined(LAYOUT)) || (defined(WINDOW) && !defined(SPIN))
#error "GROUP comes from the host; LAYOUT with RUN, and SPIN with WINDOW"
#endif

#ifdef BLOCK

/* The last step where blocks were scanned alone: out's blocks are lifted by the total of all blocks before them. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void scan_lift(__global NUMBER *restrict out, __global const NUMBER *restrict offsets, uint n)
{
    const uint start = get_group_id(0) * BLOCK;
    const NUMBER offset = offsets[get_group_id(0)];

    UNROLL
    for (uint j = 0; j < BLOCK; j += GROUP) {
        const uint i = start + j + get_local_id(0);

        if (i < n)
            out[i] += offset;
    }
}

#if BLOCK == GROUP

/*
 * Hillis and Steele: at each step a work-item adds the sum that ends 1, 2, 4, ... places before its own. Neighbours
 * read neighbours, so nothing collides; but every work-item adds at every step, n log n additions where n would do.
 * Two halves of the array take turns, which saves the barrier between reading and writing.
 * `in` may be `out`: a group reads its block before it writes it.
 */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void scan_hillis_steele(__global const NUMBER *in, __global NUMBER *out, __global NUMBER *totals, uint n,
                        uint exclusive)
{
    __local NUMBER sums[2 * GROUP];

    const uint lane = get_local_id(0), i = get_global_id(0);
    uint from = 0;

    sums[lane] = i < n ? in[i] : 0;
    local_barrier(); /* elements written -> read by the first step */
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        const uint to = GROUP - from;

        sums[to + lane] = lane < distance ? sums[from + lane] : sums[from + lane - distance] + sums[from + lane];
        from = to;
        local_barrier(); /* this half written -> read; the other half read -> written in the next step */
    }
    if (i < n)
        out[i] = !exclusive ? sums[from + lane] : lane > 0 ? sums[from + lane - 1] : 0;
    if (lane == 0)
        totals[get_group_id(0)] = sums[from + GROUP - 1];
}

#endif

#if BLOCK == 2 * GROUP

/* Where a node of the tree lies. A level's nodes are 2, 4, 8, ... words apart and share banks, but for dead words. */
#if PADDED
#define node(i) TREE_INDEX(i)
#define NODES TREE_ELEMENTS(2 * GROUP)
#else
#define node(i) (i)
#define NODES (2 * GROUP)
#endif

/*
 * Blelloch: a tree of sums is built in place, from the leaves up; then the root is cleared, and on the way down each
 * node hands its offset to its left child, and that plus the left child's sum to its right one. 2 n additions, in the
 * two sweeps together, and the leaves end as the exclusive scan.
 */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void scan_tree(__global const NUMBER *in, __global NUMBER *out, __global NUMBER *totals, uint n, uint exclusive)
{
    __local NUMBER tree[NODES];

    const uint lane = get_local_id(0), i = get_group_id(0) * BLOCK + lane;
    const NUMBER lower = i < n ? in[i] : 0, upper = i + GROUP < n ? in[i + GROUP] : 0;

    tree[node(lane)] = lower;
    tree[node(lane + GROUP)] = upper;
    local_barrier(); /* leaves written -> read by their parents */
    for (uint distance = 1; distance < BLOCK; distance *= 2) {
        const uint left = distance * (2 * lane + 1) - 1, right = left + distance;

        if (right < BLOCK)
            tree[node(right)] += tree[node(left)];
        local_barrier(); /* this level written -> read by the next */
    }
    if (lane == 0) {
        totals[get_group_id(0)] = tree[node(BLOCK - 1)];
        tree[node(BLOCK - 1)] = 0;
    }
    local_barrier(); /* root cleared -> read by the way down */
    for (uint distance = GROUP; distance > 0; distance /= 2) {
        const uint left = distance * (2 * lane + 1) - 1, right = left + distance;

        if (right < BLOCK) {
            const NUMBER sum = tree[node(left)];

            tree[node(left)] = tree[node(right)];
            tree[node(right)] += sum;
        }
        local_barrier(); /* this level's offsets written -> read by the next, or by the leaves' work-items */
    }
    if (i < n)
        out[i] = exclusive ? tree[node(lane)] : tree[node(lane)] + lower;
    if (i + GROUP < n)
        out[i + GROUP] = exclusive ? tree[node(lane + GROUP)] : tree[node(lane + GROUP)] + upper;
}

#endif

#endif /* BLOCK */

#ifdef RUN

/*
 * A tile of GROUP runs, RUN elements in a row for each work-item. Global memory wants neighbours to read neighbours,
 * a run wants to be in one work-item's registers: local memory stands between. Both go in vectors of four; rows of 32
 * words are swizzled by whole vectors, so that those that eight work-items take at a time, side by side or a run
 * apart, lie in different banks.
 */
#define TILE (GROUP * RUN)
#define ROW 32
#define spread(i) tile_index(ROW, (i) / ROW, (i) % ROW)
#define SPREAD(count) TILE_ELEMENTS((count) / ROW, ROW)
#define VECTORS (RUN / 4)

typedef NUMBER_N(4) vector;

#define vector_at(pointer) (*(vector *)(pointer))

/* What a tile needs of local memory beside itself: a sum a work-item, and totals of rows of those, and of all. */
#define ROWS 32
#define ROW_SUMS (GROUP / ROWS)

inline void load_tile(__local NUMBER *tile, __global const NUMBER *in, uint start, uint n)
{
    const uint lane = get_local_id(0);

    if (n - start >= TILE) {
        vector pieces[VECTORS];

        UNROLL
        for (uint j = 0; j < VECTORS; j++)
            pieces[j] = *(__global const vector *)(in + start + 4 * (j * GROUP + lane));
        UNROLL
        for (uint j = 0; j < VECTORS; j++)
            *(__local vector *)&tile[spread(4 * (j * GROUP + lane))] = pieces[j];
    } else {
        for (uint i = lane; i < TILE; i += GROUP)
            tile[spread(i)] = start + i < n ? in[start + i] : 0;
    }
}

inline void store_tile(__global NUMBER *out, __local const NUMBER *tile, uint start, uint n)
{
    const uint lane = get_local_id(0);

    if (n - start >= TILE) {
        UNROLL
        for (uint j = 0; j < VECTORS; j++)
            *(__global vector *)(out + start + 4 * (j * GROUP + lane)) =
                *(__local const vector *)&tile[spread(4 * (j * GROUP + lane))];
    } else {
        for (uint i = lane; i < TILE; i += GROUP)
            if (start + i < n)
                out[start + i] = tile[spread(i)];
    }
}

/* The work-item's run, into registers; returns its sum. */
inline NUMBER load_run(NUMBER *run, __local const NUMBER *tile)
{
    const uint start = get_local_id(0) * RUN;
    NUMBER sum = 0;

    UNROLL
    for (uint i = 0; i < RUN; i += 4) {
        const vector four = *(__local const vector *)&tile[spread(start + i)];

        run[i] = four.x;
        run[i + 1] = four.y;
        run[i + 2] = four.z;
        run[i + 3] = four.w;
        sum += (four.x + four.y) + (four.z + four.w);
    }
    return sum;
}

/* Scans the run, given the sum of all that comes before it, and puts it back. */
inline void store_run(__local NUMBER *tile, const NUMBER *run, NUMBER before, uint exclusive)
{
    const uint start = get_local_id(0) * RUN;

    UNROLL
    for (uint i = 0; i < RUN; i += 4) {
        const NUMBER x = before + run[i], y = x + run[i + 1], z = y + run[i + 2], w = z + run[i + 3];

        *(__local vector *)&tile[spread(start + i)] = exclusive ? (vector)(before, x, y, z) : (vector)(x, y, z, w);
        before = w;
    }
}

/*
 * The sum of all work-items' `own` before this one's, and in totals[ROWS] that of all. ROWS work-items add up a row
 * each, then each of them adds up the totals before its row: three barriers, where a tree has two for each of its
 * levels.
 */
inline NUMBER scan_sums(NUMBER own, __local NUMBER *sums, __local NUMBER *totals)
{
    const uint lane = get_local_id(0);
    NUMBER row[ROW_SUMS];

    sums[spread(lane)] = own;
    local_barrier(); /* sums written -> read by rows */
    if (lane < ROWS) {
        NUMBER total = 0;

        UNROLL
        for (uint i = 0; i < ROW_SUMS; i += 4) {
            const vector four = *(__local const vector *)&sums[spread(lane * ROW_SUMS + i)];

            row[i] = total;
            row[i + 1] = total + four.x;
            row[i + 2] = row[i + 1] + four.y;
            row[i + 3] = row[i + 2] + four.z;
            total = row[i + 3] + four.w;
        }
        totals[lane] = total;
    }
    local_barrier(); /* rows' totals written -> read by all rows */
    if (lane < ROWS) {
        NUMBER before = 0;

        UNROLL
        for (uint i = 0; i < ROWS; i += 4) {
            const vector four = *(__local const vector *)&totals[i];

            before += i < lane ? four.x : 0;
            before += i + 1 < lane ? four.y : 0;
            before += i + 2 < lane ? four.z : 0;
            before += i + 3 < lane ? four.w : 0;
        }
        UNROLL
        for (uint i = 0; i < ROW_SUMS; i += 4)
            *(__local vector *)&sums[spread(lane * ROW_SUMS + i)] =
                (vector)(before + row[i], before + row[i + 1], before + row[i + 2], before + row[i + 3]);
        if (lane == ROWS - 1)
            totals[ROWS] = before + totals[lane];
    }
    local_barrier(); /* offsets and the total of all written -> read by everyone */
    return sums[spread(lane)];
}

/* The sum of the tile at `start`, for all work-items. */
inline NUMBER tile_sum(__global const NUMBER *in, uint start, uint n, __local NUMBER *sums)
{
    const uint lane = get_local_id(0);
    NUMBER own = 0;

    if (n - start >= TILE) {
        UNROLL
        for (uint j = 0; j < VECTORS; j++) {
            const vector four = *(__global const vector *)(in + start + 4 * (j * GROUP + lane));

            own += (four.x + four.y) + (four.z + four.w);
        }
    } else {
        for (uint i = start + lane; i < n; i += GROUP)
            own += in[i];
    }
    sums[lane] = own;
    local_barrier(); /* sums written -> read by their partners */
    for (uint distance = GROUP / 2; distance > 0; distance /= 2) {
        if (lane < distance)
            sums[lane] += sums[lane + distance];
        local_barrier(); /* this step's sums written -> read in the next, the last one by all */
    }
    own = sums[0];
    local_barrier(); /* the sum read -> sums written anew by whoever calls next */
    return own;
}

/* A tile in local memory, and the arrays that scan_sums needs. */
#define LOCAL_ARRAYS                                                                                                  \
    __local NUMBER tile[SPREAD(TILE)] ALIGNED_FOR_4;                                                                  \
    __local NUMBER sums[SPREAD(GROUP)] ALIGNED_FOR_4;                                                                 \
    __local NUMBER totals[ROWS + 1] ALIGNED_FOR_4

#ifdef BLOCK

/* Blocks scanned alone, and their totals left for further passes. `in` may be `out`. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void scan_blocked(__global const NUMBER *in, __global NUMBER *out, __global NUMBER *block_totals, uint n,
                  uint exclusive)
{
    LOCAL_ARRAYS;

    const uint start = get_group_id(0) * TILE;
    NUMBER run[RUN];

    load_tile(tile, in, start, n);
    local_barrier(); /* tile written by vectors -> read by runs */

    const NUMBER before = scan_sums(load_run(run, tile), sums, totals);

    store_run(tile, run, before, exclusive);
    local_barrier(); /* tile written by runs -> read by vectors */
    store_tile(out, tile, start, n);
    if (get_local_id(0) == 0)
        block_totals[get_group_id(0)] = totals[ROWS];
}

/* Totals alone. With this pass each element is accessed three times, once more than it must be. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void scan_totals(__global const NUMBER *restrict in, __global NUMBER *restrict block_totals, uint n)
{
    __local NUMBER sums[GROUP];

    const NUMBER total = tile_sum(in, get_group_id(0) * TILE, n, sums);

    if (get_local_id(0) == 0)
        block_totals[get_group_id(0)] = total;
}

/*
 * Blocks whose offsets are known. From the last to the first: those that the pass before has read last may still be
 * in the cache. `in` may be `out`.
 */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void scan_with_offsets(__global const NUMBER *in, __global NUMBER *out, __global const NUMBER *offsets, uint n,
                       uint exclusive)
{
    LOCAL_ARRAYS;

    const uint block = get_num_groups(0) - 1 - get_group_id(0), start = block * TILE;
    NUMBER run[RUN];

    load_tile(tile, in, start, n);
    local_barrier(); /* tile written by vectors -> read by runs */

    const NUMBER before = scan_sums(load_run(run, tile), sums, totals);

    store_run(tile, run, offsets[block] + before, exclusive);
    local_barrier(); /* tile written by runs -> read by vectors */
    store_tile(out, tile, start, n);
}

#endif /* BLOCK */

#endif /* RUN */

#ifdef WIDTH

/* For processors: what stands for a tile's work-items is one vector, and the tile lies in the cache. */
typedef NUMBER_N(WIDTH) wide;

#define APART 4 /* vectors that are summed apart, so that additions do not wait for one another */

/* The vector's elements moved up by 1, 2, 4, 8 places, and its last element. */
#if WIDTH == 16
#define up_1(v) ((wide)(0, (v).s01234567, (v).s89ab, (v).scd, (v).se))
#define up_2(v) ((wide)(0, 0, (v).s01234567, (v).s89ab, (v).scd))
#define up_4(v) ((wide)((NUMBER_N(4))0, (v).s01234567, (v).s89ab))
#define up_8(v) ((wide)((NUMBER_N(8))0, (v).lo))
#define last(v) ((v).sf)
#elif WIDTH == 8
#define up_1(v) ((wide)(0, (v).s0123, (v).s45, (v).s6))
#define up_2(v) ((wide)(0, 0, (v).s0123, (v).s45))
#define up_4(v) ((wide)((NUMBER_N(4))0, (v).lo))
#define last(v) ((v).s7)
#elif WIDTH == 4
#define up_1(v) ((wide)(0, (v).s01, (v).s2))
#define up_2(v) ((wide)(0, 0, (v).lo))
#define last(v) ((v).s3)
#else
#error "WIDTH is 4, 8 or 16"
#endif

/* Hillis and Steele within a vector. */
inline wide scan_vector(wide v)
{
    v += up_1(v);
    v += up_2(v);
#if WIDTH > 4
    v += up_4(v);
#endif
#if WIDTH > 8
    v += up_8(v);
#endif
    return v;
}

/* The sum of the tile at `start`. `sums` is for work-groups of more than one work-item. */
inline NUMBER tile_sum(__global const NUMBER *in, uint start, uint n, __local NUMBER *sums)
{
    const uint count = min((uint)TILE, n - start), stretches = count / (APART * WIDTH);
    __global const wide *source = (__global const wide *)(in + start);
    wide shares[APART];
    NUMBER sum = 0;

#pragma unroll
    for (uint j = 0; j < APART; j++)
        shares[j] = 0;
    for (uint i = 0; i < stretches; i++) {
#pragma unroll
        for (uint j = 0; j < APART; j++) {
            prefetch_read((__global const char *)&source[APART * i + j] + 4096);
            shares[j] += source[APART * i + j];
        }
    }
    for (uint i = stretches * APART * WIDTH; i < count; i++)
        sum += in[start + i];
    return sum + last(scan_vector((shares[0] + shares[1]) + (shares[2] + shares[3])));
}

/* The tile, scanned, given the sum of all that comes before it. Its outputs go past the cache. */
inline void scan_tile(__global const NUMBER *in, __global NUMBER *out, uint start, uint n, NUMBER before,
                      uint exclusive)
{
    const uint count = min((uint)TILE, n - start), stretches = count / (APART * WIDTH);
    __global const wide *source = (__global const wide *)(in + start);
    __global wide *target = (__global wide *)(out + start);

    for (uint i = 0; i < stretches; i++) {
        wide parts[APART];
        NUMBER sum = 0;

#pragma unroll
        for (uint j = 0; j < APART; j++)
            parts[j] = scan_vector(source[APART * i + j]);
#pragma unroll
        for (uint j = 0; j < APART; j++) {
            const wide part = exclusive ? up_1(parts[j]) : parts[j];

            stream_store(part + (before + sum), &target[APART * i + j]);
            sum += last(parts[j]);
        }
        before += sum;
    }
    for (uint i = start + stretches * APART * WIDTH; i < start + count; i++) {
        const NUMBER next = before + in[i];

        out[i] = exclusive ? before : next;
        before = next;
    }
}

#endif /* WIDTH */

#ifdef WINDOW

/*
 * A single pass: each element is read once and written once. It rests on the words, one for each tile, in which a
 * group says what it knows: the tile's own sum, as soon as that is there, and then the sum of everything up to the
 * tile's end. A group adds up the words before its own, from the nearest to the first that has everything. (Merrill
 * and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016.)
 *
 * Three things make that safe in OpenCL 1.2, which promises neither order nor progress between groups:
 * - What a word says and its value are one 64-bit number, written by one atomic operation: there is no order to keep.
 * - Tiles are drawn: whoever has a tile began after those who have the tiles before it.
 * - Waiting is bounded. Where groups do not run side by side, the one that is waited for may never get to run: after
 *   SPIN looks in vain, its tile is added up by the group that waits, from the input. (As Smith, Levien and Owens
 *   propose, Decoupled Fallback, 2025.)
 *
 * Nothing has to be cleared between launches. The number drawn has the launch's own number, its epoch, in the upper
 * half; words of other epochs say nothing. Whoever draws the last tile sets the number for the next launch.
 */
#define SUM 1
#define EVERYTHING 2

/* A word, and what it says: SUM, EVERYTHING, or something else when it is of another epoch. */
inline ulong word_of(uint epoch, uint kind, NUMBER value)
{
    return (ulong)(2 * epoch + kind) << 32 | as_uint(value);
}

inline uint kind_of(ulong word, uint epoch)
{
    return (uint)(word >> 32) - 2 * epoch;
}

inline bool says_something(ulong word, uint epoch)
{
    return kind_of(word, epoch) == SUM || kind_of(word, epoch) == EVERYTHING;
}

/* The group's tile and the epoch, in ticket[0] and ticket[1]. */
inline void draw_tile(volatile __global ulong *drawn, __local uint *ticket)
{
    if (get_local_id(0) == 0) {
        const uint tiles = get_num_groups(0);
        const ulong number = atom_inc(drawn);

        ticket[0] = (uint)number;
        ticket[1] = (uint)(number >> 32);
        if (ticket[0] == tiles - 1)
            atom_add(drawn, ((ulong)1 << 32) - tiles);
    }
    local_barrier(); /* ticket written -> read */
}

/* The word, once it says something; after SPIN looks in vain, as it is. */
inline ulong wait_for(volatile __global ulong *word, uint epoch)
{
    ulong seen = 0;

    for (uint looks = 0; looks < SPIN && !says_something(seen, epoch); looks++)
        seen = atomic_read_64(word);
    return seen;
}

/* What a group shares while it looks back. */
struct found {
    NUMBER before; /* the sum of the tiles that have been added up */
    uint tiles;    /* so many of the window were */
    uint is_all;   /* the last of them had everything before it */
};

/* The first work-item adds up the window's words, the nearest first, as far as they say something. */
inline void add_window(__local struct found *found, __local const ulong *window, uint epoch)
{
    NUMBER before = found->before;
    uint tiles = 0;
    bool open = true;

    UNROLL
    for (uint i = 0; i < WINDOW; i++) {
        const ulong word = window[i];

        open = open && says_something(word, epoch);
        before = open ? as_number((uint)word) + before : before;
        tiles += open;
        found->is_all |= open && kind_of(word, epoch) == EVERYTHING;
        open = open && kind_of(word, epoch) == SUM;
    }
    found->before = before;
    found->tiles = tiles;
}

/* The sum of all tiles before the group's own, whose sum is `total`; says both to the groups behind it. */
inline NUMBER look_back(__global const NUMBER *in, uint n, volatile __global ulong *words, const __local uint *ticket,
                        NUMBER total, __local ulong *window, __local struct found *found, __local NUMBER *sums)
{
    const uint lane = get_local_id(0), tile = ticket[0], epoch = ticket[1];
    uint reach = tile; /* tiles below it are still to be added */

    if (lane == 0) {
        atom_xchg(&words[tile], word_of(epoch, SUM, total));
        found->before = 0;
        found->is_all = 0;
    }
    for (bool is_all = false; !is_all;) {
        if (lane < WINDOW) /* before the first tile there is nothing */
            window[lane] = lane < reach ? wait_for(&words[reach - 1 - lane], epoch) : word_of(epoch, EVERYTHING, 0);
        local_barrier(); /* window written -> read by the first work-item */

        ulong missing = 0;

        if (lane == 0) {
            add_window(found, window, epoch);
            if (found->is_all)
                atom_xchg(&words[tile], word_of(epoch, EVERYTHING, found->before + total));
            else if (found->tiles < WINDOW)
                missing = window[found->tiles];
        }
        local_barrier(); /* found written -> read by all; window read -> written in the next round */
        is_all = found->is_all;
        reach -= is_all ? 0 : found->tiles;

        if (!is_all && found->tiles < WINDOW) {
            const NUMBER sum = tile_sum(in, --reach * TILE, n, sums);

            if (lane == 0) { /* unless the group has come after all, which may know more by now */
                atom_cmpxchg(&words[reach], missing, word_of(epoch, SUM, sum));
                found->before = sum + found->before;
            }
            local_barrier(); /* no order is needed here, but PoCL takes a branch at a loop's end for that of all */
        }
    }
    return found->before;
}

#ifdef RUN

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void scan_look_back(__global const NUMBER *restrict in, __global NUMBER *restrict out, volatile __global ulong *drawn,
                    volatile __global ulong *words, uint n, uint exclusive)
{
    LOCAL_ARRAYS;
    __local ulong window[WINDOW];
    __local struct found found[1];
    __local uint ticket[2];

    NUMBER run[RUN];

    draw_tile(drawn, ticket);

    const uint start = ticket[0] * TILE;

    load_tile(tile, in, start, n);
    local_barrier(); /* tile written by vectors -> read by runs */

    const NUMBER within = scan_sums(load_run(run, tile), sums, totals);
    const NUMBER before = look_back(in, n, words, ticket, totals[ROWS], window, found, sums);

    store_run(tile, run, before + within, exclusive);
    local_barrier(); /* tile written by runs -> read by vectors */
    store_tile(out, tile, start, n);
}

#else

/* The same by one work-item a tile: what it adds up first is still in the cache when it scans it. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void scan_cpu(__global const NUMBER *restrict in, __global NUMBER *restrict out, volatile __global ulong *drawn,
              volatile __global ulong *words, uint n, uint exclusive)
{
    __local ulong window[WINDOW];
    __local struct found found[1];
    __local uint ticket[2];

    draw_tile(drawn, ticket);

    const uint start = ticket[0] * TILE;
    const NUMBER total = tile_sum(in, start, n, 0);
    const NUMBER before = look_back(in, n, words, ticket, total, window, found, 0);

    scan_tile(in, out, start, n, before, exclusive);
}

#endif

#endif /* WINDOW */
