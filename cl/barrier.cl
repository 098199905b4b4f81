/*
 * What a barrier costs: steps of WORK integer multiply-adds in a register, each step ending in what the variant is
 * about. Every variant computes the same: where work-items exchange, each hands on the number of the step, so a barrier
 * that did not hold would let through an older one.
 */
#if !defined(ITEMS) || !defined(WORK)
#error "barrier needs ITEMS, of a work-group, and WORK, multiply-adds a step"
#endif

/* Constants of a generator that no compiler can take a shortcut through. */
inline uint work_on(uint value)
{
    for (uint i = 0; i < WORK; i++)
        value = value * 1664525u + 1013904223u;
    return value;
}

/* A work-item of another sub-group, where there is one. */
inline uint partner_of(uint item)
{
    return (item + ITEMS / 2) % ITEMS;
}

/* BARRIERS a step, 0 to 2, that order nothing: what they cost when nobody has anything to wait for. */
#ifdef BARRIERS
__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void barrier_bare(__global const uint *restrict in, __global uint *restrict out, uint steps)
{
    uint value = in[get_local_id(0)];

    for (uint step = 0; step < steps; step++) {
        value = work_on(value) + step;
#if BARRIERS > 0
        local_barrier(); /* orders nothing: it is what is measured */
#endif
#if BARRIERS > 1
        local_barrier(); /* likewise */
#endif
    }
    out[get_global_id(0)] = value;
}
#endif

/* An exchange by two barriers: one before the reads, and one after them, since the next step writes to the same place. */
#ifdef BY_TWO_BARRIERS
__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void barrier_exchange(__global const uint *restrict in, __global uint *restrict out, uint steps)
{
    __local uint tile[ITEMS];

    const uint item = get_local_id(0);
    uint value = in[item];

    for (uint step = 0; step < steps; step++) {
        tile[item] = step;
        value = work_on(value);
        local_barrier(); /* tile written -> tile read */
        value += tile[partner_of(item)];
        local_barrier(); /* tile read -> tile written by the next step */
    }
    out[get_global_id(0)] = value;
}
#endif

/*
 * An exchange by one barrier: steps take turns between two tiles. Who writes a tile again has passed the barrier of the
 * step between, which everyone reaches only after reading that tile.
 */
#ifdef BY_TWO_TILES
__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void barrier_double_buffer(__global const uint *restrict in, __global uint *restrict out, uint steps)
{
    __local uint tiles[2][ITEMS];

    const uint item = get_local_id(0);
    uint value = in[item];

    for (uint step = 0; step < steps; step++) {
        tiles[step % 2][item] = step;
        value = work_on(value);
        local_barrier(); /* this step's tile written -> read; the other tile read -> written by the next step */
        value += tiles[step % 2][partner_of(item)];
    }
    out[get_global_id(0)] = value;
}
#endif

/* An exchange among neighbours of one sub-group, which only that sub-group has to wait for. */
#ifdef BY_SUB_GROUPS
__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void barrier_sub_group(__global const uint *restrict in, __global uint *restrict out, uint steps)
{
    __local uint tile[ITEMS];

    const uint item = get_local_id(0), beside = item ^ 1, partner = beside < ITEMS ? beside : item;
    uint value = in[item];

    for (uint step = 0; step < steps; step++) {
        tile[item] = step;
        value = work_on(value);
        sub_group_local_barrier(); /* tile written -> tile read, within the sub-group */
        value += tile[partner];
        sub_group_local_barrier(); /* tile read -> tile written by the next step, within the sub-group */
    }
    out[get_global_id(0)] = value;
}
#endif
