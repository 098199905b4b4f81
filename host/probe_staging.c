/* Tiles from global memory, as cached as they can be, to local memory. */
#include <stdio.h>
#include <stdlib.h>

#include "jump.h"
#include "probe_device.h"

#define TILE_BYTES 16384u
#define TILE_WORDS (TILE_BYTES / 4)
#define TILES 256u /* 4 MiB: in the last cache of any GPU, and in no compute unit's own */
#define GROUPS_A_UNIT 4
#define ITEMS 256

static const struct {
    const char *kernel, *name;
} ways[] = {
    { "stage_4", "direct4" },
    { "stage_16", "direct16" },
    { "stage_async", "async" },
};

/* Word i of the tiles. */
static cl_uint staged_word(size_t i)
{
    return clsmem_scramble((cl_uint)i, 1);
}

/* The first work-group begins with the first tile, and what a work-item sums up is one word of each. */
static cl_uint staged(const struct clsmem_launch_rounds *launch, size_t item)
{
    const size_t place = (item * (TILE_WORDS / launch->items) + TILE_WORDS / 2) % TILE_WORDS;
    cl_uint whole = 0, part = 0;

    for (size_t tile = 0; tile < TILES; tile++) {
        whole += staged_word(tile * TILE_WORDS + place);
        part += tile < launch->rounds % TILES ? staged_word(tile * TILE_WORDS + place) : 0;
    }
    return launch->rounds / TILES * whole + part + launch->seed;
}

static enum clsmem_status fill_tiles(struct clsmem_prober *prober, cl_mem *tiles)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t count = (size_t)TILES * TILE_WORDS;
    cl_uint *words;

    CHECK_ALLOC(words, count * sizeof *words);
    for (size_t i = 0; i < count; i++)
        words[i] = staged_word(i);
    status = clsmem_prober_buffer(prober, words, count, tiles);
    free(words);
out:
    return status;
}

static enum clsmem_status time_way(struct clsmem_prober *prober, cl_mem tiles, const char *kernel, const char *name)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_slope_rule rule = clsmem_slope_rule_figure(prober);
    const double units = prober->device.info.limits.compute_units, per_ns = prober->profile->clock.cycles_per_ns;
    struct clsmem_launch_rounds launch = { .what = "staging of tiles",
                                           .groups = (size_t)units * GROUPS_A_UNIT,
                                           .items = clsmem_prober_items(prober, ITEMS),
                                           .in = tiles,
                                           .first = TILES,
                                           .seed = 3,
                                           .check = { .expected = staged },
                                           .on_events = true };
    struct clsmem_figure device = { .probe = CLSMEM_PROBE_STAGING, .quantity = "device_rate", .unit = "GB/s" };
    struct clsmem_figure unit = { .probe = CLSMEM_PROBE_STAGING, .quantity = "rate", .unit = "B/cycle" };
    struct clsmem_slope slope, rate;

    CHECK(clsmem_prober_kernel(prober, 0, kernel, &launch.kernel));
    CHECK(clsmem_prober_slope(prober, &launch, &rule, &slope));
    rate = clsmem_slope_rate(&slope, (double)TILE_BYTES * (double)launch.groups);
    snprintf(device.of, sizeof device.of, "%s", name);
    snprintf(unit.of, sizeof unit.of, "%s", name);
    CHECK(clsmem_prober_figure(prober, &device, &rate, 1));
    CHECK(clsmem_prober_figure(prober, &unit, &rate, per_ns > 0 ? 1 / units / per_ns : 0));
out:
    if (launch.kernel)
        clReleaseKernel(launch.kernel);
    return status;
}

enum clsmem_status clsmem_probe_staging(struct clsmem_prober *prober)
{
    enum clsmem_status status = CLSMEM_OK;
    cl_mem tiles = NULL;

    if (prober->device.info.limits.local_bytes < TILE_BYTES)
        return clsmem_fail(CLSMEM_SKIPPED, "a tile of %u bytes does not fit its local memory", TILE_BYTES);
    CHECK(fill_tiles(prober, &tiles));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        CHECK(time_way(prober, tiles, ways[i].kernel, ways[i].name));
out:
    if (tiles)
        clReleaseMemObject(tiles);
    return status;
}
