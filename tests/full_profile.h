/* A profile for tests. */
#ifndef FULL_PROFILE_H
#define FULL_PROFILE_H

#include "clsmem/profile.h"

struct clsmem_device_info full_profile_info(void);

extern const struct clsmem_figure full_profile_figures[2];

/* Of that device, with those figures, a geometry like that class's, and something else than zero in every field but the
 * timings. */
void full_profile_make(struct clsmem_profile *profile, const char *class_name);

/* Two rows of 8 lanes, the second without a time. */
void full_profile_set_timings(struct clsmem_profile *profile);

#endif
