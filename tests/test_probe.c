/* The probes on a real device: figures that make sense, and kernels that leave something out and are found out. */
#include <CUnit/CUnit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/probe.h"
#include "expect.h"
#include "probe_device.h"
#include "target.h"

#define SOURCE CLSMEM_TEST_DIR "/../host/probe.cl"

static struct clsmem_profile run_by(unsigned probes, const char *directory, enum clsmem_probe_timer timer)
{
    const struct clsmem_probe_options options = {
        .probes = probes, .quick = true, .kernel_directory = directory, .timer = timer
    };
    struct clsmem_profile profile;

    clsmem_profile_begin(target_device(), &profile);
    if (!EXPECT_EQ_INT(clsmem_probe_run(target_device(), &options, &profile), CLSMEM_OK))
        expect_note("%s", clsmem_error_text());
    return profile;
}

static struct clsmem_profile run(unsigned probes, const char *directory)
{
    return run_by(probes, directory, CLSMEM_PROBE_TIMER_BEST);
}

/* A figure that is wanted. */
struct wanted {
    enum clsmem_probe probe;
    const char *quantity, *of;
    unsigned at;
};

#define TRIES 8

static bool has_all(const struct clsmem_profile *profile, const struct wanted *wanted)
{
    for (; wanted->quantity; wanted++)
        if (!clsmem_profile_find(profile, wanted->probe, wanted->quantity, wanted->of, wanted->at))
            return false;
    return true;
}

/*
 * A machine that is busy may leave a figure in doubt, and so out of the profile: then once more. `wanted` ends with one
 * without a quantity.
 */
static struct clsmem_profile run_for(unsigned probes, enum clsmem_probe_timer timer, const struct wanted *wanted)
{
    struct clsmem_profile profile = run_by(probes, NULL, timer);

    for (unsigned i = 1; i < TRIES && !has_all(&profile, wanted); i++) {
        clsmem_profile_release(&profile);
        profile = run_by(probes, NULL, timer);
    }
    return profile;
}

static void expect_end(const struct clsmem_profile *profile, enum clsmem_probe probe, enum clsmem_probe_end end)
{
    if (!EXPECT_EQ_STR(clsmem_probe_end_word(profile->probes[probe].end), clsmem_probe_end_word(end)))
        expect_note("%s: %s", clsmem_probe_word(probe), profile->probes[probe].reason);
}

static double value_of(const struct clsmem_profile *profile, enum clsmem_probe probe, const char *quantity,
                       const char *of, unsigned at)
{
    const struct clsmem_figure *const figure = clsmem_profile_find(profile, probe, quantity, of, at);

    if (!EXPECT(figure != NULL)) {
        expect_note("no figure %s %s %s %u", clsmem_probe_word(probe), quantity, of, at);
        return 0;
    }
    EXPECT(figure->low <= figure->value && figure->value <= figure->high);
    return figure->value;
}

static void multiply_adds_in_a_row_are_one(void)
{
    cl_uint value = 77;

    for (cl_uint times = 0; times < 100; times++) {
        EXPECT_EQ_INT(clsmem_scramble(77, times), value);
        value = value * 1664525u + 1013904223u;
    }
}

static const struct wanted latency[] = { { CLSMEM_PROBE_LATENCY, "latency_ns", "load4", 0 }, { 0 } };

static void clock_and_latency_are_found(void)
{
    struct clsmem_profile profile =
        run_for(1u << CLSMEM_PROBE_CLOCK | 1u << CLSMEM_PROBE_LATENCY, CLSMEM_PROBE_TIMER_BEST, latency);

    expect_end(&profile, CLSMEM_PROBE_CLOCK, CLSMEM_PROBE_OK);
    expect_end(&profile, CLSMEM_PROBE_LATENCY, CLSMEM_PROBE_OK);
    expect_end(&profile, CLSMEM_PROBE_BARRIER, CLSMEM_PROBE_NOT_RUN);
    EXPECT(profile.clock.event_reason[0] != '\0');
    /* No device loads from local memory in less than two of its cycles, nor takes a microsecond. */
    const double latency_ns = value_of(&profile, CLSMEM_PROBE_LATENCY, "latency_ns", "load4", 0);

    EXPECT(latency_ns > 0.2 && latency_ns < 1000);
    clsmem_profile_release(&profile);
}

static void the_host_clock_serves_where_events_do_not(void)
{
    const unsigned probes = 1u << CLSMEM_PROBE_CLOCK | 1u << CLSMEM_PROBE_LATENCY;
    struct clsmem_profile usual = run_for(probes, CLSMEM_PROBE_TIMER_BEST, latency);
    struct clsmem_profile profile = run_for(probes, CLSMEM_PROBE_TIMER_HOST, latency);

    EXPECT_EQ_INT(profile.clock.event, CLSMEM_CLOCK_UNUSABLE);
    EXPECT_EQ_STR(profile.clock.counter, "");
    /* Two runs on a machine that may be busy: of one order. */
    const double apart = value_of(&profile, CLSMEM_PROBE_LATENCY, "latency_ns", "load4", 0) /
                         value_of(&usual, CLSMEM_PROBE_LATENCY, "latency_ns", "load4", 0);

    EXPECT(apart > 0.25 && apart < 4);
    clsmem_profile_release(&profile);
    clsmem_profile_release(&usual);
}

static void wider_accesses_bring_more(void)
{
    const struct wanted rates[] = { { CLSMEM_PROBE_BANDWIDTH, "unit_rate", "load4", 1 },
                                    { CLSMEM_PROBE_BANDWIDTH, "unit_rate", "load16", 1 },
                                    { CLSMEM_PROBE_BANDWIDTH, "device_rate", "store16", 1 },
                                    { 0 } };
    struct clsmem_profile profile =
        run_for(1u << CLSMEM_PROBE_CLOCK | 1u << CLSMEM_PROBE_BANDWIDTH, CLSMEM_PROBE_TIMER_BEST, rates);

    expect_end(&profile, CLSMEM_PROBE_BANDWIDTH, CLSMEM_PROBE_OK);
    const double narrow = value_of(&profile, CLSMEM_PROBE_BANDWIDTH, "unit_rate", "load4", 1);
    const double wide = value_of(&profile, CLSMEM_PROBE_BANDWIDTH, "unit_rate", "load16", 1);

    EXPECT(narrow > 0.1 && wide > 0.8 * narrow);
    EXPECT(value_of(&profile, CLSMEM_PROBE_BANDWIDTH, "device_rate", "store16", 1) > 0.1);
    clsmem_profile_release(&profile);
}

static void other_probes_end_well_or_say_why_not(void)
{
    const unsigned asked = 1u << CLSMEM_PROBE_CLOCK | 1u << CLSMEM_PROBE_SUB_GROUP | 1u << CLSMEM_PROBE_ATOMICS |
                           1u << CLSMEM_PROBE_BARRIER | 1u << CLSMEM_PROBE_STAGING | 1u << CLSMEM_PROBE_CAPACITY |
                           1u << CLSMEM_PROBE_CACHE;
    const struct wanted staging[] = { { CLSMEM_PROBE_STAGING, "device_rate", "async", 0 }, { 0 } };
    struct clsmem_profile profile = run_for(asked, CLSMEM_PROBE_TIMER_BEST, staging);
    const bool is_cached = target_device()->limits.local_is_global;

    expect_end(&profile, CLSMEM_PROBE_SUB_GROUP,
               target_device()->limits.is_cpu ? CLSMEM_PROBE_SKIPPED : CLSMEM_PROBE_OK);
    expect_end(&profile, CLSMEM_PROBE_ATOMICS, CLSMEM_PROBE_OK);
    expect_end(&profile, CLSMEM_PROBE_BARRIER, CLSMEM_PROBE_OK);
    expect_end(&profile, CLSMEM_PROBE_STAGING, CLSMEM_PROBE_OK);
    expect_end(&profile, CLSMEM_PROBE_CAPACITY, is_cached ? CLSMEM_PROBE_SKIPPED : CLSMEM_PROBE_OK);
    expect_end(&profile, CLSMEM_PROBE_CACHE, is_cached ? CLSMEM_PROBE_OK : CLSMEM_PROBE_SKIPPED);
    EXPECT(value_of(&profile, CLSMEM_PROBE_STAGING, "device_rate", "async", 0) > 0);
    clsmem_profile_release(&profile);
}

static void a_processor_has_no_banks(void)
{
    struct clsmem_profile profile;

    if (!target_device()->limits.local_is_global)
        return;
    profile = run(1u << CLSMEM_PROBE_CLOCK | 1u << CLSMEM_PROBE_BANKS, NULL);
    expect_end(&profile, CLSMEM_PROBE_BANKS, CLSMEM_PROBE_OK);
    EXPECT(profile.has_geometry);
    /* On a machine that does other things too it may be unsure, but it never finds banks where there are none. */
    EXPECT(profile.geometry.verdict != CLSMEM_GEOMETRY_BANKS);
    for (size_t i = 0; i < profile.geometry.best_count; i++)
        EXPECT_EQ_STR(profile.geometry.best[i]->name, "none");
    clsmem_profile_release(&profile);
}

/* Whole text of a file; NULL, and a failed expectation, without it. The caller frees it. */
static char *read_text(const char *path)
{
    FILE *const file = fopen(path, "r");
    char *text = NULL;
    size_t bytes = 0;

    if (!EXPECT(file != NULL))
        return NULL;
    text = calloc(1, 1 << 16);
    if (EXPECT(text != NULL))
        bytes = fread(text, 1, (1 << 16) - 1, file);
    EXPECT(bytes > 0 && feof(file));
    fclose(file);
    return text;
}

/* The kernels with the first place of one text taken by another, in a folder of its own. */
static void write_changed(const char *directory, const char *from, const char *to)
{
    char path[256], *const text = read_text(SOURCE), *const place = text ? strstr(text, from) : NULL;
    FILE *file;

    snprintf(path, sizeof path, "%s/probe.cl", directory);
    file = fopen(path, "w");
    if (EXPECT(place != NULL) & EXPECT(file != NULL))
        fprintf(file, "%.*s%s%s", (int)(place - text), text, to, place + strlen(from));
    if (file)
        EXPECT_EQ_INT(fclose(file), 0);
    free(text);
}

static const struct {
    enum clsmem_probe probe;
    const char *from, *to; /* what the kernel shall leave out */
} faults[] = {
    { CLSMEM_PROBE_CLOCK, "value = scramble(value);", "value = round == 5 ? value : scramble(value);" },
    { CLSMEM_PROBE_LATENCY, "at = at + total(*at_bytes(ACCESS, at)) - step;", "at = i == 3 ? at : at + seed - step;" },
    { CLSMEM_PROBE_LATENCY, "at = at + atomic_add(at_bytes(uint, at), nothing) - step;", "at = at + seed - seed;" },
    { CLSMEM_PROBE_BANDWIDTH, "for (uint i = 0; i < ACCESSES; i += 2)", "for (uint i = 0; i < ACCESSES; i += 4)" },
    { CLSMEM_PROBE_BANDWIDTH, "*at_bytes(ACCESS, at + i * PITCH_BYTES) = (ACCESS)(round + seed);",
      "if (i != 3) *at_bytes(ACCESS, at + i * PITCH_BYTES) = (ACCESS)(round + seed);" },
    { CLSMEM_PROBE_BANDWIDTH, "(ACCESS)(round + seed);",
      "(ACCESS)(round + seed); if (round % 2 == 1 && step) at -= step;" },
    { CLSMEM_PROBE_BARRIER,
      "local_barrier(); /* tile written -> read; the other tile read -> written by the next round */", "" },
    { CLSMEM_PROBE_ATOMICS, "before |= atomic_add(at_bytes(uint, at + i * PITCH_BYTES), seed);",
      "before |= i == 3 ? 1 : atomic_add(at_bytes(uint, at + i * PITCH_BYTES), seed);" },
    { CLSMEM_PROBE_ATOMICS, "atomic_inc(at_bytes(uint, at + i * PITCH_BYTES));",
      "if (i != 3) atomic_inc(at_bytes(uint, at + i * PITCH_BYTES));" },
    { CLSMEM_PROBE_STAGING, "for (uint i = 0; i < TILE_WORDS / ITEMS; i++)",
      "for (uint i = 0; i < TILE_WORDS / ITEMS / 2; i++)" },
    { CLSMEM_PROBE_STAGING, "async_work_group_copy(to, from, TILE_WORDS, 0)",
      "async_work_group_copy(to, from, TILE_WORDS / 4, 0)" },
};

static void kernels_that_leave_something_out_are_found_out(void)
{
    char directory[] = "/tmp/clsmem-probe-XXXXXX", path[256];

    if (!EXPECT(mkdtemp(directory) != NULL))
        return;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct clsmem_profile profile;

        write_changed(directory, faults[i].from, faults[i].to);
        profile = run(1u << faults[i].probe, directory);
        expect_end(&profile, faults[i].probe, CLSMEM_PROBE_FAILED);
        if (!EXPECT_CONTAINS(profile.probes[faults[i].probe].reason, "not all done"))
            expect_note("fault %zu: %s", i, faults[i].to);
        clsmem_profile_release(&profile);
    }
    snprintf(path, sizeof path, "%s/probe.cl", directory);
    EXPECT_EQ_INT(unlink(path), 0);
    EXPECT_EQ_INT(rmdir(directory), 0);
}

static void a_kernel_that_does_not_build_fails_its_probes_alone(void)
{
    char directory[] = "/tmp/clsmem-probe-XXXXXX", path[256];
    struct clsmem_profile profile;

    if (!EXPECT(mkdtemp(directory) != NULL))
        return;
    write_changed(directory, "#define LOCAL_WORDS (LOCAL_BYTES / 4)", "this is no C");
    profile = run(1u << CLSMEM_PROBE_CLOCK | 1u << CLSMEM_PROBE_LATENCY | 1u << CLSMEM_PROBE_BARRIER, directory);
    expect_end(&profile, CLSMEM_PROBE_CLOCK, CLSMEM_PROBE_OK);
    expect_end(&profile, CLSMEM_PROBE_LATENCY, CLSMEM_PROBE_FAILED);
    EXPECT_CONTAINS(profile.probes[CLSMEM_PROBE_LATENCY].reason, "does not build");
    expect_end(&profile, CLSMEM_PROBE_BARRIER, CLSMEM_PROBE_OK);
    clsmem_profile_release(&profile);
    snprintf(path, sizeof path, "%s/probe.cl", directory);
    EXPECT_EQ_INT(unlink(path), 0);
    EXPECT_EQ_INT(rmdir(directory), 0);
}

static void the_clock_comes_of_itself(void)
{
    struct clsmem_profile profile = run(1u << CLSMEM_PROBE_LATENCY, NULL);

    expect_end(&profile, CLSMEM_PROBE_CLOCK, CLSMEM_PROBE_OK);
    expect_end(&profile, CLSMEM_PROBE_LATENCY, CLSMEM_PROBE_OK);
    EXPECT(profile.clock.event_reason[0] != '\0');
    clsmem_profile_release(&profile);
}

static void a_raised_stop_ends_the_run(void)
{
    static volatile sig_atomic_t stop = 1;
    const struct clsmem_probe_options options = { .probes = 1u << CLSMEM_PROBE_CLOCK, .stop = &stop };
    struct clsmem_profile profile;

    clsmem_profile_begin(target_device(), &profile);
    EXPECT_EQ_INT(clsmem_probe_run(target_device(), &options, &profile), CLSMEM_INTERRUPTED);
    expect_end(&profile, CLSMEM_PROBE_CLOCK, CLSMEM_PROBE_NOT_RUN);
    clsmem_profile_release(&profile);
}

CU_TestInfo probe_tests[] = {
    TEST(multiply_adds_in_a_row_are_one),
    TEST(clock_and_latency_are_found),
    TEST(the_host_clock_serves_where_events_do_not),
    TEST(wider_accesses_bring_more),
    TEST(other_probes_end_well_or_say_why_not),
    TEST(a_processor_has_no_banks),
    TEST(kernels_that_leave_something_out_are_found_out),
    TEST(a_kernel_that_does_not_build_fails_its_probes_alone),
    TEST(the_clock_comes_of_itself),
    TEST(a_raised_stop_ends_the_run),
    CU_TEST_INFO_NULL,
};
