/* Devices on trial: times by the bank model, with what real times have beside it. */
#ifndef GEOMETRY_TRIAL_H
#define GEOMETRY_TRIAL_H

#include "geometry_model.h"

/* time = max(floor, base + per_pass * passes), then noise, then the clock. */
struct trial_device {
    const struct clsmem_bank_class
        *bank_class;     /* without banks: one pass each, but for some strides by powers of two */
    double floor_degree; /* up to that degree of conflicts, passes are free */
    double base, per_pass;
    double noise;      /* one standard deviation, as a part of the time */
    double wild;       /* so many of the rows take 1.5 to 4 times as long */
    double clock_step; /* as a part of the cheapest time */
    uint64_t seed;
};

/* A device of that class as the seed says: with a floor or without, of small and large base, with a fine or a coarse clock. */
struct trial_device trial_device_of(const struct clsmem_bank_class *bank_class, double noise, uint64_t seed);

/* What a time is to be multiplied by, at random; the state is any number. */
double trial_noise(double noise, double wild, uint64_t *state);

/* Fills in the times, and with one seed in three how doubtful they are; rows of which the class says nothing get none. */
void trial_take_times(const struct trial_device *device, struct clsmem_timings *timings);

/* The timings and the model of so many lanes, made once; trial_release_all frees them. NULL: could not be made. */
struct clsmem_geometry_model *trial_model(unsigned lanes, enum clsmem_timing_scale scale,
                                          struct clsmem_timings **timings);
void trial_release_all(void);

/* Rows of the rule's access for which it says other passes than the class. */
size_t trial_wrong_rows(const struct clsmem_timings *timings, const struct clsmem_geometry_rule *rule,
                        const struct clsmem_bank_class *bank_class);

/* Rules that are known and wrong. */
size_t trial_wrong_rules(const struct clsmem_timings *timings, const struct clsmem_geometry *geometry,
                         const struct clsmem_bank_class *bank_class);
size_t trial_known_rules(const struct clsmem_geometry *geometry);

const struct clsmem_geometry_rule *trial_rule(const struct clsmem_geometry *geometry, enum clsmem_bank_op op,
                                              unsigned bytes);
bool trial_is_best(const struct clsmem_geometry *geometry, const struct clsmem_bank_class *bank_class);

/* Prints what was found, for a test that fails. */
void trial_note(const struct clsmem_geometry *geometry);

#endif
