/* How fast the model counts, one pattern at a time: a lint asks it at every access. */
#include <time.h>

#include "banks_tasks.h"

#define VARIANTS 64 /* accesses in turn, so that no branch is learnt by heart */
#define BATCH 4096
#define LEAST_NS 2e8

struct work {
    const struct clsmem_bank_class *bank_class;
    struct clsmem_bank_access access;
    uint32_t addresses[VARIANTS][CLSMEM_MAX_LANES];
};

static const struct {
    const char *name;
    unsigned bytes;
    uint32_t stride, random_span; /* in accesses */
    bool swizzled;                /* by XOR with the lane */
} patterns[] = {
    { "row, 4 bytes", 4, 1, 0, false },
    { "column of 32, 4 bytes", 4, 32, 0, false },
    { "padded column, 4 bytes", 4, 33, 0, false },
    { "stride 2, 4 bytes", 4, 2, 0, false },
    { "broadcast, 4 bytes", 4, 0, 0, false },
    { "swizzled column, 4 bytes", 4, 32, 0, true },
    { "random in 4 KiB, 4 bytes", 4, 0, 1024, false },
    { "random in 64 KiB, 4 bytes", 4, 0, 16384, false },
    { "row, 8 bytes", 8, 1, 0, false },
    { "row, 16 bytes", 16, 1, 0, false },
};

static void fill(struct work *work, size_t pattern)
{
    uint32_t state = 1;

    work->access.bytes = patterns[pattern].bytes;
    for (uint32_t i = 0; i < VARIANTS; i++) {
        for (uint32_t lane = 0; lane < CLSMEM_MAX_LANES; lane++) {
            uint32_t index = i + lane * patterns[pattern].stride;

            if (patterns[pattern].swizzled)
                index ^= lane;

            state = state * 1664525 + 1013904223;
            if (patterns[pattern].random_span)
                index = (state >> 8) % patterns[pattern].random_span;
            work->addresses[i][lane] = index * work->access.bytes;
        }
    }
}

/* Of this process alone: other work on the machine does not count. */
static double cpu_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* Accesses and passes a second. */
static void measure(struct work *work, double *accesses, double *passes)
{
    unsigned long sum = 0;
    const double start = cpu_ns();
    double count = 0, ns = 0;

    while (ns < LEAST_NS) {
        for (unsigned i = 0; i < BATCH; i++) {
            work->access.addresses = work->addresses[i % VARIANTS];
            sum += clsmem_bank_cost(work->bank_class, &work->access, NULL).passes;
        }
        count += BATCH;
        ns = cpu_ns() - start;
    }
    *accesses = count / ns * 1e9;
    *passes = (double)sum / ns * 1e9;
}

void banks_speed_print(FILE *out, const struct banks_settings *settings)
{
    static struct work work;

    work.bank_class = settings->classes[0];
    work.access.lanes = settings->lanes ? settings->lanes : work.bank_class->lanes;
    work.access.active = UINT64_MAX;
    fprintf(out, "%s, loads by sub-groups of %u; millions a second of one core's time\n%-26s %10s %10s\n",
            work.bank_class->name, work.access.lanes, "pattern", "accesses", "passes");
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        double accesses, passes;

        fill(&work, i);
        measure(&work, &accesses, &passes);
        fprintf(out, "%-26s %10.1f %10.1f\n", patterns[i].name, accesses / 1e6, passes / 1e6);
    }
}
