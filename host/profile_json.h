/* A profile as JSON: the tables of its fields, for writing and reading. */
#ifndef CLSMEM_PROFILE_JSON_H
#define CLSMEM_PROFILE_JSON_H

#include "clsmem/profile.h"
#include "fields.h"

#define PROFILE_FORMAT "clsmem profile"
#define PROFILE_VERSION 1
#define PROFILE_MOST_BYTES                                                                                            \
    ((size_t)8 << 20) /* of a file: four times the largest profile; JSON takes 50 times its size */
#define PROFILE_MOST_FIGURES 20000
#define PROFILE_MOST_TIMINGS 100000

/* Of struct clsmem_profile, clsmem_probe_state, clsmem_figure, clsmem_geometry, clsmem_geometry_rule, clsmem_timings
 * and clsmem_timing, without their lists. */
extern const struct clsmem_field clsmem_profile_fields[];
extern const struct clsmem_field clsmem_profile_state_fields[];
extern const struct clsmem_field clsmem_profile_figure_fields[];
extern const struct clsmem_field clsmem_profile_geometry_fields[];
extern const struct clsmem_field clsmem_profile_rule_fields[];
extern const struct clsmem_field clsmem_profile_timings_fields[];
extern const struct clsmem_field clsmem_profile_timing_fields[];

/* NULL without memory. */
json_t *clsmem_profile_to_json(const struct clsmem_profile *profile, bool with_timings);

/* `name` stands for the file in messages. The caller releases the profile, also after a failure. */
enum clsmem_status clsmem_profile_from_json(json_t *root, const char *name, struct clsmem_profile *profile);

/* Any JSON file of a bearable size. CLSMEM_IO, or CLSMEM_INVALID with the line. The caller owns *root. */
enum clsmem_status clsmem_profile_load_json(const char *path, json_t **root);

#endif
