/*
 * Devices that no way of serving of ours describes: numbers of banks that bank.h cannot have, and a hash of the address
 * that chooses the bank. Whatever hides it (a floor, a constant cost, noise), nothing is sure of them.
 */
#include <CUnit/CUnit.h>
#include <math.h>

#include "expect.h"
#include "geometry_trial.h"

#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SEEDS 8
#else
#define SEEDS 2
#endif

struct stranger {
    const char *name;
    unsigned lanes, banks, bank_bytes;
    bool is_hashed;
    double base, floor; /* in passes */
};

static const struct stranger strangers[] = {
    { "128 banks, 64 lanes", 64, 128, 4, .base = 0 },
    { "128 banks behind a floor", 64, 128, 4, .base = 2, .floor = 6 },
    { "128 banks, 32 lanes", 32, 128, 4, .base = 4 },
    { "256 banks", 64, 256, 4, .base = 2 },
    { "12 wide banks", 32, 12, 8, .base = 0 },
    { "12 wide banks behind a cost", 32, 12, 8, .base = 26 },
    { "24 banks", 32, 24, 4, .base = 0 },
    { "24 banks behind a cost", 32, 24, 4, .base = 26 },
    { "24 banks, 16 lanes", 16, 24, 4, .base = 4 },
    { "20 banks", 32, 20, 4, .base = 0 },
    { "40 banks", 32, 40, 4, .base = 2 },
    { "a hash", 32, 32, 4, true, .base = 0 },
    { "a hash behind a cost", 32, 32, 4, true, .base = 26 },
    { "a hash of 64 lanes", 64, 32, 4, true, .base = 26 },
};
#define STRANGERS (sizeof strangers / sizeof *strangers)

static unsigned bank_of(const struct stranger *stranger, uint32_t word)
{
    return stranger->is_hashed ? (word ^ word >> 5 ^ word >> 9) % 32 : word % stranger->banks;
}

/* Equal words are free; 8-byte accesses go in two runs of lanes, those of 16 bytes in four. */
static unsigned passes_of(const struct stranger *stranger, const struct clsmem_timing *row)
{
    const unsigned run = stranger->lanes / (row->bytes > 4 ? row->bytes / 4 : 1);
    const unsigned words = row->bytes > stranger->bank_bytes ? row->bytes / stranger->bank_bytes : 1;
    unsigned passes = 0;

    for (unsigned first = 0; first < stranger->lanes; first += run) {
        uint32_t seen[CLSMEM_MAX_LANES * 4];
        unsigned load[256] = { 0 }, count = 0, most = 0;

        for (unsigned i = 0; i < run * words; i++) {
            const uint32_t word = row->addresses[first + i / words] / stranger->bank_bytes + i % words;
            bool is_new = true;

            for (unsigned other = 0; other < count && is_new; other++)
                is_new = seen[other] != word;
            if (!is_new)
                continue;
            seen[count++] = word;
            load[bank_of(stranger, word)]++;
            most = load[bank_of(stranger, word)] > most ? load[bank_of(stranger, word)] : most;
        }
        passes += most;
    }
    return passes;
}

/* Of `one_in` rows one is measured. */
static void expect_unsure(const struct stranger *stranger, double noise, uint64_t seed, unsigned one_in)
{
    struct clsmem_timings *timings;
    struct clsmem_geometry_model *const model = trial_model(stranger->lanes, CLSMEM_TIMING_QUICK, &timings);
    struct clsmem_geometry geometry;
    uint64_t state = seed * 131 + 7;

    if (!EXPECT(model != NULL))
        return;
    for (size_t i = 0; i < timings->count; i++) {
        struct clsmem_timing *const row = &timings->rows[i];
        const double time = stranger->base + passes_of(stranger, row);

        row->time =
            (time > stranger->floor ? time : stranger->floor) * trial_noise(noise, noise > 0 ? 0.02 : 0, &state);
        row->doubt = seed % 2 ? 1.96 * noise : 0;
        if (one_in > 1 && (i + seed) % one_in != 0)
            row->time = NAN;
    }
    EXPECT(clsmem_geometry_model_infer(model, timings, &geometry) == CLSMEM_OK);
    /* Few rows may leave as little as noise explains. */
    if (!EXPECT(geometry.verdict == CLSMEM_GEOMETRY_NOT_SURE ||
                (one_in > 1 && stranger->base > 20 && geometry.verdict == CLSMEM_GEOMETRY_NONE)) |
        !EXPECT_EQ_SIZE(geometry.best_count, 0)) {
        expect_note("%s, noise %.3f, seed %u", stranger->name, noise, (unsigned)seed);
        trial_note(&geometry);
    }
}

static void nothing_is_sure_of_banks_that_we_cannot_describe(void)
{
    static const double noises[] = { 0, 0.005, 0.01, 0.02 };

    for (size_t i = 0; i < STRANGERS; i++)
        for (uint64_t seed = 0; seed < (strangers[i].lanes > 32 ? (SEEDS + 1) / 2 : SEEDS); seed++)
            expect_unsure(&strangers[i], noises[(seed + i) % 4], seed, 1);
}

static void nor_where_few_rows_were_measured(void)
{
    for (size_t i = 0; i < STRANGERS; i++)
        for (uint64_t seed = 0; seed < SEEDS; seed++)
            expect_unsure(&strangers[i], seed % 2 ? 0.01 : 0, seed, 12);
}

static void the_models_are_given_back(void)
{
    trial_release_all();
}

CU_TestInfo geometry_strangers_tests[] = {
    TEST(nothing_is_sure_of_banks_that_we_cannot_describe),
    TEST(nor_where_few_rows_were_measured),
    TEST(the_models_are_given_back),
    CU_TEST_INFO_NULL,
};
