/* A device's profile: its words, and its figures. */
#include "clsmem/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *clsmem_probe_word(enum clsmem_probe probe)
{
    static const char *const words[] = {
#define PROBE_WORD(name, word, what) word,
        CLSMEM_PROBES(PROBE_WORD)
#undef PROBE_WORD
    };

    return words[probe];
}

const char *clsmem_probe_summary(enum clsmem_probe probe)
{
    static const char *const summaries[] = {
#define PROBE_SUMMARY(name, word, what) what,
        CLSMEM_PROBES(PROBE_SUMMARY)
#undef PROBE_SUMMARY
    };

    return summaries[probe];
}

const char *clsmem_probe_end_word(enum clsmem_probe_end end)
{
    static const char *const words[] = {
#define PROBE_END_WORD(name, word) word,
        CLSMEM_PROBE_ENDS(PROBE_END_WORD)
#undef PROBE_END_WORD
    };

    return words[end];
}

void clsmem_profile_begin(const struct clsmem_device_info *info, struct clsmem_profile *profile)
{
    memset(profile, 0, sizeof *profile);
    memcpy(profile->device, info->name, sizeof profile->device);
    memcpy(profile->vendor, info->vendor, sizeof profile->vendor);
    memcpy(profile->driver, info->driver, sizeof profile->driver);
    memcpy(profile->version, info->version, sizeof profile->version);
    memcpy(profile->platform, info->platform_name, sizeof profile->platform);
    profile->compute_units = info->limits.compute_units;
    profile->clock_mhz = info->clock_mhz;
    profile->local_bytes = info->limits.local_bytes;
    profile->is_cpu = info->limits.is_cpu;
    profile->local_is_global = info->limits.local_is_global;
    profile->clock.event = CLSMEM_CLOCK_UNUSABLE; /* until a probe has looked at it */
}

void clsmem_profile_release(struct clsmem_profile *profile)
{
    free(profile->figures);
    profile->figures = NULL;
    profile->figure_count = 0;
    clsmem_timings_release(&profile->timings);
}

bool clsmem_profile_is_of(const struct clsmem_profile *profile, const struct clsmem_device_info *info)
{
    return strcmp(profile->device, info->name) == 0 && strcmp(profile->vendor, info->vendor) == 0;
}

#define WORD_BYTES 4

/* The curve of strides is of use also where the other timings are not kept. */
static enum clsmem_status add_strides(struct clsmem_profile *profile)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_timings *const timings = &profile->timings;

    for (size_t i = 0; i < timings->count && status == CLSMEM_OK; i++) {
        const struct clsmem_timing *const row = &timings->rows[i];
        struct clsmem_figure figure = { .probe = CLSMEM_PROBE_BANKS, .quantity = "stride", .of = "load4" };

        if (row->op != CLSMEM_LOAD || row->bytes != WORD_BYTES || row->pattern != CLSMEM_PATTERN_STRIDE ||
            !(row->time > 0))
            continue;
        strcpy(figure.unit, timings->in_cycles ? "cycles" : "ns");
        figure.at = row->a / WORD_BYTES;
        figure.value = row->time;
        figure.low = row->time * (1 - row->doubt);
        figure.high = row->time * (1 + row->doubt);
        status = clsmem_profile_add(profile, &figure);
    }
    return status;
}

enum clsmem_status clsmem_profile_infer(struct clsmem_profile *profile)
{
    struct clsmem_geometry *const geometry = &profile->geometry;
    enum clsmem_status status = clsmem_geometry_infer(&profile->timings, geometry);

    profile->has_geometry = status == CLSMEM_OK;
    if (status == CLSMEM_OK)
        status = add_strides(profile);
    if (status != CLSMEM_OK || !profile->local_is_global || geometry->verdict != CLSMEM_GEOMETRY_NOT_SURE)
        return status;
    geometry->verdict = CLSMEM_GEOMETRY_NONE;
    (void)snprintf(geometry->reason, sizeof geometry->reason,
                   "the driver says that local memory is global memory, and no banks explain the times");
    return status;
}

const struct clsmem_figure *clsmem_profile_find(const struct clsmem_profile *profile, enum clsmem_probe probe,
                                                const char *quantity, const char *of, unsigned at)
{
    for (size_t i = 0; i < profile->figure_count; i++) {
        const struct clsmem_figure *const figure = &profile->figures[i];

        if (figure->probe == probe && figure->at == at && strcmp(figure->quantity, quantity) == 0 &&
            strcmp(figure->of, of) == 0)
            return figure;
    }
    return NULL;
}

enum clsmem_status clsmem_profile_add(struct clsmem_profile *profile, const struct clsmem_figure *figure)
{
    const struct clsmem_figure *const old =
        clsmem_profile_find(profile, figure->probe, figure->quantity, figure->of, figure->at);
    struct clsmem_figure *more;

    if (old) {
        profile->figures[old - profile->figures] = *figure;
        return CLSMEM_OK;
    }
    more = realloc(profile->figures, (profile->figure_count + 1) * sizeof *more);
    if (!more)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for %zu figures", profile->figure_count + 1);
    profile->figures = more;
    profile->figures[profile->figure_count++] = *figure;
    return CLSMEM_OK;
}
