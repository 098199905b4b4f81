/* Result files made by hand, to compare. */
#include "made_results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

static uint64_t state = 1;

void made_seed(uint64_t seed)
{
    state = seed;
}

static double random_real(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ((double)(state >> 11) + 0.5) * 0x1p-53;
}

static double random_normal(void)
{
    const double radius = sqrt(-2 * log(random_real()));

    return radius * cos(6.283185307179586 * random_real());
}

void made_shape_row(struct clsmem_results_row *row, size_t m, size_t n)
{
    row->extent_names[0] = "m";
    row->extent_names[1] = "n";
    row->extents[0] = m;
    row->extents[1] = n;
    row->extent_count = 2;
    snprintf(row->shape, sizeof row->shape, "%zux%zu", m, n);
}

/* Rows that are ok, of one family, each 1 ms and exact. */
struct made_results *made_results_make(size_t count)
{
    struct made_results *const made = calloc(1, sizeof *made);

    made->file = (struct clsmem_results){ .path = "made.json", .runs = &made->run, .run_count = 1 };
    made->run = (struct clsmem_results_run){ .bank_class = "gcn", .seed = 1, .rows = made->rows, .row_count = count };
    made->run.device.name = "a device";
    for (size_t i = 0; i < count; i++) {
        struct clsmem_results_row *const row = &made->rows[i];

        snprintf(made->names[i], sizeof made->names[i], "v%03zu", i);
        *row = (struct clsmem_results_row){ .kernel = "gemm", .variant = made->names[i], .mode = "" };
        made_shape_row(row, 8, 8);
        row->reason = "";
        row->source_hash = "0123456789abcdef";
        row->alpha = 1;
        row->has_time = true;
        row->share = row->factor = row->degree = NAN;
        row->time = (struct clsmem_results_time){ .reason = "",
                                                  .verdict = CLSMEM_STABLE,
                                                  .samples_ns = made->samples[i],
                                                  .other_ns = made->other[i],
                                                  .count = MADE_SAMPLES,
                                                  .other_count = MADE_SAMPLES };
        for (size_t s = 0; s < MADE_SAMPLES; s++)
            made->samples[i][s] = made->other[i][s] = 1e6;
        row->time.median_ns = row->time.low_ns = row->time.high_ns = 1e6;
    }
    return made;
}

/* One run of a build: it drifts as a whole and row by row, and its samples follow each other. */
void made_shake(struct made_results *made, double run_drift, double row_drift, double noise, double follow)
{
    const double run = run_drift * random_normal();

    for (size_t i = 0; i < made->run.row_count; i++) {
        const double row = row_drift * random_normal();
        double last = random_normal();

        for (size_t s = 0; s < MADE_SAMPLES; s++) {
            last = follow * last + sqrt(1 - follow * follow) * random_normal();
            made->samples[i][s] *= exp(run + row + noise * last);
        }
    }
}

void made_slow_down(struct made_results *made, size_t row, double factor)
{
    for (size_t s = 0; s < MADE_SAMPLES; s++) {
        made->samples[row][s] *= factor;
        made->other[row][s] *= factor;
    }
    made->rows[row].time.median_ns *= factor;
}

void made_compare(const struct made_results *a, const struct made_results *b, struct clsmem_compare *compare)
{
    const struct clsmem_results files[] = { a->file, b->file };

    EXPECT_EQ_INT(clsmem_compare_make(files, 2, NULL, compare), CLSMEM_OK);
}

void made_fail_row(struct clsmem_results_row *row)
{
    row->status = CLSMEM_WRONG;
    row->reason = "3 elements";
    row->has_time = false;
}

void made_skip_row(struct clsmem_results_row *row)
{
    row->status = CLSMEM_SKIPPED;
    row->reason = "needs fp64";
    row->has_time = false;
}
