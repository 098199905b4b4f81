/*
 * The same work whatever the local memory that the work-group is given: every work-item follows CHAINS chains through
 * a ring of ITEMS places, each load waiting for the one before. One work-group cannot keep a compute unit busy so; how
 * many run beside each other decides the time, and local memory decides how many.
 */
#if !defined(ITEMS) || !defined(CHAINS)
#error "occupancy needs ITEMS, of a work-group, and CHAINS, of a work-item"
#endif

#define PART (ITEMS / CHAINS) /* places from where one chain begins to where the next does */

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void occupancy(__global const uint *restrict next, __global uint *restrict out, uint steps,
               __local uint *restrict ring)
{
    const uint item = get_local_id(0);
    uint place[CHAINS], end = 0;

    ring[item] = next[item];
    local_barrier(); /* ring written -> ring read */
    UNROLL
    for (uint chain = 0; chain < CHAINS; chain++)
        place[chain] = (item + chain * PART) % ITEMS;
    for (uint step = 0; step < steps; step++) {
        UNROLL
        for (uint chain = 0; chain < CHAINS; chain++)
            place[chain] = ring[place[chain]];
    }
    /* Each chain has moved on by as many places, so all of them end at the same distance from where they began. */
    UNROLL
    for (uint chain = 0; chain < CHAINS; chain++)
        end = max(end, (place[chain] + ITEMS - chain * PART) % ITEMS);
    out[get_global_id(0)] = end;
}
