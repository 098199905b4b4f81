/*
 * The kernels that clsmem-probe times. All have the same arguments, so that one function launches any of them. What is
 * timed is the difference between a launch of `rounds` rounds and one of twice as many, so what stands around the loops
 * does not count. Addresses come from a buffer, fills and steps from arguments: the compiler can foresee no access. What
 * every access brings goes into `sums`, which the host knows beforehand.
 * CLOCKED work-items note the device's own counter of cycles, where there is one, before and after their loops.
 */

/*
 * NVIDIA's PTX has a counter for each compute unit; cl_khr_kernel_clock is the standard's word for it. "memory" keeps
 * accesses on their side of a reading.
 */
#if defined(__NV_CL_C_VERSION)
inline ulong read_counter(void)
{
    ulong now;

    asm volatile("mov.u64 %0, %%clock64;" : "=l"(now)::"memory");
    return now;
}
#elif defined(__opencl_c_kernel_clock_scope_work_group)
#define read_counter() clock_read_work_group()
#elif defined(__opencl_c_kernel_clock_scope_sub_group)
#define read_counter() clock_read_sub_group()
#else
#define read_counter() ((ulong)0)
#endif

#define PROBE_ARGUMENTS                                                                                               \
    __global const uint *restrict in, uint first, uint seed, uint rounds, uint step, __global uint *restrict sums,    \
        __global ulong2 *restrict times

/* Constants of a generator that no compiler can take a shortcut through. */
#define scramble(value) ((value)*1664525u + 1013904223u)

/* ---- What local memory does: accesses of ACCESS_BYTES at the addresses of a pattern ---- */
#ifdef ACCESS_BYTES

#if !defined(LANES) || !defined(PITCH_BYTES) || !defined(LOCAL_BYTES)
#error "accesses need LANES, of a sub-group, PITCH_BYTES, of a row, and LOCAL_BYTES, of the array"
#endif

/* Accesses in a round, each a whole row further on than the one before: the same banks at other addresses. */
#define ACCESSES 8

#if ACCESS_BYTES == 1
#define ACCESS uchar
#define total(value) ((uint)(value))
#elif ACCESS_BYTES == 2
#define ACCESS ushort
#define total(value) ((uint)(value))
#elif ACCESS_BYTES == 4
#define ACCESS uint
#define total(value) (value)
#elif ACCESS_BYTES == 8
#define ACCESS uint2
#define total(value) ((value).x + (value).y)
#elif ACCESS_BYTES == 16
#define ACCESS uint4
#define total(value) ((value).x + (value).y + (value).z + (value).w)
#endif

#define LOCAL_WORDS (LOCAL_BYTES / 4)
#define at_bytes(type, address) ((__local type *)((__local uchar *)words + (address)))
#define lane_address() (in[first + get_local_id(0) % LANES])

#define FILL(value)                                                                                                   \
    for (uint i = get_local_id(0); i < LOCAL_WORDS; i += get_local_size(0))                                           \
        words[i] = (value);                                                                                           \
    local_barrier(); /* words written -> words read */

/* Word i begins as this. */
#define initial(i) (scramble((i) + seed))

/* A chain: where the next load goes is known when the last one has come, for it adds what it brings and takes `step`. */
__kernel void load_chain(PROBE_ARGUMENTS)
{
    __local uint words[LOCAL_WORDS] __attribute__((aligned(16)));

    FILL(seed)
    uint at = lane_address();
    const ulong start = read_counter();

    for (uint round = 0; round < rounds; round++) {
        UNROLL
        for (uint i = 0; i < ACCESSES; i++)
            at = at + total(*at_bytes(ACCESS, at)) - step;
    }
    times[get_global_id(0)] = (ulong2)(start, read_counter());
    sums[get_global_id(0)] = at;
}

/* Loads that wait for nothing. The array moves by `step` a round, so no load can be taken out of the loop. */
__kernel void load_stream(PROBE_ARGUMENTS)
{
    __local uint words[LOCAL_WORDS] __attribute__((aligned(16)));

    FILL(initial(i))
    uint at = lane_address(), even = 0, odd = 0;
    const ulong start = read_counter();

#if !ON_CPU
#pragma unroll 4
#endif
    for (uint round = 0; round < rounds; round++) {
        UNROLL
        for (uint i = 0; i < ACCESSES; i += 2) {
            even += total(*at_bytes(ACCESS, at + i * PITCH_BYTES));
            odd += total(*at_bytes(ACCESS, at + (i + 1) * PITCH_BYTES));
        }
        at += step;
    }
    times[get_global_id(0)] = (ulong2)(start, read_counter());
    sums[get_global_id(0)] = even + odd;
}

#if ACCESS_BYTES >= 4
/* What the array has in all, each work-item a part of it. */
#define SUM_OF_WORDS(sum)                                                                                             \
    local_barrier(); /* words written -> words read */                                                                \
    for (uint i = get_local_id(0); i < LOCAL_WORDS; i += get_local_size(0))                                           \
        (sum) += words[i];

/*
 * Stores. All work-items write the number of their round, so whoever comes last leaves the last number: the one race that
 * has one outcome.
 */
__kernel void store_stream(PROBE_ARGUMENTS)
{
    __local uint words[LOCAL_WORDS] __attribute__((aligned(16)));

    FILL(0)
    uint at = lane_address(), sum = 0;
    const ulong start = read_counter();

#if !ON_CPU
#pragma unroll 4
#endif
    for (uint round = 0; round < rounds; round++) {
        UNROLL
        for (uint i = 0; i < ACCESSES; i++)
            *at_bytes(ACCESS, at + i * PITCH_BYTES) = (ACCESS)(round + seed);
        at += step;
    }
    times[get_global_id(0)] = (ulong2)(start, read_counter());
    SUM_OF_WORDS(sum)
    sums[get_global_id(0)] = sum;
}
#endif

#if ACCESS_BYTES == 4
/* As load_chain; `rounds` decides nothing about the value added, which is 0 but unknown to the compiler. */
__kernel void atomic_chain(PROBE_ARGUMENTS)
{
    __local uint words[LOCAL_WORDS] __attribute__((aligned(16)));

    FILL(seed)
    const uint nothing = seed - step;
    uint at = lane_address();
    const ulong start = read_counter();

    for (uint round = 0; round < rounds; round++) {
        UNROLL
        for (uint i = 0; i < ACCESSES; i++)
            at = at + atomic_add(at_bytes(uint, at), nothing) - step;
    }
    times[get_global_id(0)] = (ulong2)(start, read_counter());
    sums[get_global_id(0)] = at;
}

/* Atomics that wait for nothing, but whose results are wanted: `seed` is 1, and each adds it. */
__kernel void atomic_stream(PROBE_ARGUMENTS)
{
    __local uint words[LOCAL_WORDS] __attribute__((aligned(16)));

    FILL(0)
    uint at = lane_address(), before = 0, sum = 0;
    const ulong start = read_counter();

    for (uint round = 0; round < rounds; round++) {
        UNROLL
        for (uint i = 0; i < ACCESSES; i++)
            before |= atomic_add(at_bytes(uint, at + i * PITCH_BYTES), seed);
        at += step;
    }
    times[get_global_id(0)] = (ulong2)(start, read_counter());
    SUM_OF_WORDS(sum)
    sums[get_global_id(0)] = before == 0xffffffffu ? 0 : sum; /* no count gets there: only `before` has to be known */
}

/* Increments whose results nobody wants. */
__kernel void increment_stream(PROBE_ARGUMENTS)
{
    __local uint words[LOCAL_WORDS] __attribute__((aligned(16)));

    FILL(0)
    uint at = lane_address(), sum = 0;
    const ulong start = read_counter();

    for (uint round = 0; round < rounds; round++) {
        UNROLL
        for (uint i = 0; i < ACCESSES; i++)
            atomic_inc(at_bytes(uint, at + i * PITCH_BYTES));
        at += step;
    }
    times[get_global_id(0)] = (ulong2)(start, read_counter());
    SUM_OF_WORDS(sum)
    sums[get_global_id(0)] = sum;
}
#endif

/* ---- All else ---- */
#else

/* Chains of multiply-adds in a register: for clocks, and to tell sub-groups by. */
inline uint scramble_on(uint value, uint rounds)
{
    for (uint round = 0; round < rounds; round++)
        value = scramble(value);
    return value;
}

inline uint scramble_otherwise(uint value, uint rounds)
{
    for (uint round = 0; round < rounds; round++)
        value = value * 22695477u + 1u;
    return value;
}

__kernel void register_chain(PROBE_ARGUMENTS)
{
    const ulong start = read_counter();
    const uint value = scramble_on(seed + (uint)get_global_id(0), rounds);

    times[get_global_id(0)] = (ulong2)(start, read_counter());
    sums[get_global_id(0)] = value;
}

/* Runs of `first` work-items take turns between two loops. A sub-group that holds both kinds goes through both. */
__kernel void two_loops(PROBE_ARGUMENTS)
{
    const uint item = get_local_id(0);
    uint value = seed + item;

    local_barrier(); /* orders nothing: all begin together */
    const ulong start = read_counter();

    if (item / first % 2 == 0)
        value = scramble_on(value, rounds);
    else
        value = scramble_otherwise(value, rounds);
    times[get_global_id(0)] = (ulong2)(start, read_counter());
    sums[get_global_id(0)] = value;
}

/* Barriers that order nothing: what they cost when nobody has anything to wait for. */
__kernel void barriers(PROBE_ARGUMENTS)
{
    const ulong start = read_counter();

    for (uint round = 0; round < rounds; round++) {
        UNROLL
        for (uint i = 0; i < 8; i++)
            local_barrier(); /* orders nothing: it is what is measured */
    }
    times[get_global_id(0)] = (ulong2)(start, read_counter());
    sums[get_global_id(0)] = seed;
}

/*
 * Barriers that something hangs on: each round takes over the neighbour's value, from the tile whose turn it is. On a
 * processor, where a barrier only cuts the loop over work-items in two and costs what lives across, this is what is timed.
 */
__kernel void barriers_between(PROBE_ARGUMENTS, __local uint *held)
{
    const uint item = get_local_id(0), items = get_local_size(0);
    const uint neighbour = item + 1 < items ? item + 1 : 0;
    uint value = seed + item;
    const ulong start = read_counter();

    for (uint round = 0; round < rounds; round++) {
        __local uint *const tile = held + round % 2 * items;

        tile[item] = value;
        local_barrier(); /* tile written -> read; the other tile read -> written by the next round */
        value = scramble(tile[neighbour]);
    }
    times[get_global_id(0)] = (ulong2)(start, read_counter());
    sums[get_global_id(0)] = value;
}

/*
 * Staging: a tile of TILE_BYTES from global memory, of which `in` holds `first` (a power of two), again and again; each
 * work-group begins with another one. What is checked is a word that a neighbour brought.
 */
#ifdef TILE_BYTES
#define TILE_WORDS (TILE_BYTES / 4)
#define tile_of(round) (in + (size_t)((get_group_id(0) + (round)) & (first - 1)) * TILE_WORDS)
#define neighbour_word() tile[(get_local_id(0) * (TILE_WORDS / ITEMS) + TILE_WORDS / 2 + step) % TILE_WORDS]

#define STAGE(NAME, COPY)                                                                                             \
    __kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void NAME(PROBE_ARGUMENTS)                            \
    {                                                                                                                 \
        __local uint tile[TILE_WORDS] __attribute__((aligned(16)));                                                   \
        uint sum = 0;                                                                                                 \
        const ulong start = read_counter();                                                                           \
                                                                                                                      \
        for (uint round = 0; round < rounds; round++) {                                                               \
            COPY;                                                                                                     \
            local_barrier(); /* tile written -> tile read */                                                          \
            sum += neighbour_word();                                                                                  \
            local_barrier(); /* tile read -> tile written by the next round */                                        \
        }                                                                                                             \
        times[get_global_id(0)] = (ulong2)(start, read_counter());                                                    \
        sums[get_global_id(0)] = sum + seed;                                                                          \
    }

inline void copy_4(__global const uint *restrict from, __local uint *restrict to)
{
    UNROLL
    for (uint i = 0; i < TILE_WORDS / ITEMS; i++)
        to[i * ITEMS + get_local_id(0)] = from[i * ITEMS + get_local_id(0)];
}

inline void copy_16(__global const uint *restrict from, __local uint *restrict to)
{
    UNROLL
    for (uint i = 0; i < TILE_WORDS / ITEMS / 4; i++)
        ((__local uint4 *)to)[i * ITEMS + get_local_id(0)] =
            ((__global const uint4 *)from)[i * ITEMS + get_local_id(0)];
}

inline void copy_async(__global const uint *restrict from, __local uint *restrict to)
{
    event_t copied = async_work_group_copy(to, from, TILE_WORDS, 0);

    wait_for_copies(copied);
}

STAGE(stage_4, copy_4(tile_of(round), tile))
STAGE(stage_16, copy_16(tile_of(round), tile))
STAGE(stage_async, copy_async(tile_of(round), tile))
#endif

/*
 * Work-groups that take `held` as an argument and stay for a while: in a chain of loads, which leaves the compute unit
 * free for others to stay beside them.
 */
__kernel void stay(PROBE_ARGUMENTS, __local uint *held)
{
    const uint item = get_local_id(0);

    uint at = item;

    held[item] = (item + seed) % (uint)get_local_size(0);
    local_barrier(); /* held written -> held read */
    const ulong start = read_counter();

    for (uint round = 0; round < rounds; round++)
        at = held[at];
    times[get_global_id(0)] = (ulong2)(start, read_counter());
    sums[get_global_id(0)] = at;
}

/* One work-item walks `first` places of `held` that lie `step` words apart, round and round: each holds the next one. */
__kernel void walk(PROBE_ARGUMENTS, __local uint *held)
{
    uint at = 0;

    for (uint place = 0; place < first; place++)
        held[place * step] = (place + 1) % first * step;
    const ulong start = read_counter();

    for (uint round = 0; round < rounds; round++)
        at = held[at];
    times[get_global_id(0)] = (ulong2)(start, read_counter());
    sums[get_global_id(0)] = at + seed;
}
#endif
