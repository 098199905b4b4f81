/* The classic lesson: five patterns of a 32 x 32 tile, and what a stride costs. */
#include "banks_tasks.h"

static struct clsmem_bank_cost cost_of(const struct clsmem_bank_class *bank_class, const uint32_t *words)
{
    uint32_t addresses[CLSMEM_MAX_LANES];
    const struct clsmem_bank_access access = { CLSMEM_LOAD, 4, bank_class->lanes, UINT64_MAX, addresses };

    for (unsigned lane = 0; lane < CLSMEM_MAX_LANES; lane++)
        addresses[lane] = 4 * words[lane];
    return clsmem_bank_cost(bank_class, &access, NULL);
}

static const struct {
    const char *name, *index;
    uint32_t by_lane, by_32_lanes; /* word = t * by_lane (t below 32), and so many more for the lanes from 32 on */
} patterns[] = {
    { "row access", "tile[t]", 1, 32 },         { "column access", "tile[t * 32]", 32, 1 },
    { "padded column", "tile[t * 33]", 33, 1 }, { "stride 2", "tile[t * 2]", 2, 64 },
    { "broadcast", "tile[0]", 0, 0 },
};

static const char *verdict(const struct clsmem_bank_cost *cost)
{
    return !cost->known ? "unknown" : cost->passes == cost->ideal ? "conflict-free" : "conflict";
}

static void print_patterns(FILE *out, const struct clsmem_bank_class *bank_class)
{
    fprintf(out, "%-15s %-13s %7s %14s %7s  %s\n", "pattern", "word of lane t", "passes", "conflict-free", "degree",
            "");
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        uint32_t words[CLSMEM_MAX_LANES];
        struct clsmem_bank_cost cost;

        for (uint32_t lane = 0; lane < CLSMEM_MAX_LANES; lane++)
            words[lane] = lane % 32 * patterns[i].by_lane + lane / 32 * patterns[i].by_32_lanes;
        cost = cost_of(bank_class, words);
        fprintf(out, "%-15s %-14s %7u %14u %7.4g  %s\n", patterns[i].name, patterns[i].index, cost.passes, cost.ideal,
                clsmem_bank_degree(&cost), verdict(&cost));
    }
}

static unsigned greatest_common_divisor(unsigned a, unsigned b)
{
    return b == 0 ? a : greatest_common_divisor(b, a % b);
}

/* Strides 0 to 33, in two halves side by side. */
static void print_strides(FILE *out, const struct clsmem_bank_class *bank_class)
{
    const struct clsmem_bank_rule *const rule = clsmem_bank_class_rule(bank_class, CLSMEM_LOAD, 4);
    const unsigned banks = rule->geometry.banks, half = banks / 2 + 1;

    fprintf(out, "\nstrides in words, over %u banks\n", banks);
    for (int side = 0; side < 2; side++)
        fprintf(out, "%s%6s %7s %12s", side ? "    " : "", "stride", "degree", "gcd(s, banks)");
    fputc('\n', out);
    for (unsigned line = 0; line < half; line++) {
        for (unsigned side = 0; side < 2; side++) {
            const unsigned stride = 1 + line + side * half;
            uint32_t words[CLSMEM_MAX_LANES];
            struct clsmem_bank_cost cost;

            if (stride > banks + 1)
                continue;
            for (uint32_t lane = 0; lane < CLSMEM_MAX_LANES; lane++)
                words[lane] = lane * stride;
            cost = cost_of(bank_class, words);
            fprintf(out, "%s%6u %7.4g %13u", side ? "    " : "", stride, clsmem_bank_degree(&cost),
                    greatest_common_divisor(stride, banks));
        }
        fputc('\n', out);
    }
}

void banks_lesson_print(FILE *out, const struct banks_settings *settings)
{
    for (size_t i = 0; i < settings->class_count; i++) {
        const struct clsmem_bank_class *const bank_class = settings->classes[i];

        fprintf(out, "%s%s: %s\n\n", i ? "\n" : "", bank_class->name, bank_class->summary);
        if (!clsmem_bank_class_rule(bank_class, CLSMEM_LOAD, 4)) {
            fputs("nothing to count: no rule for loads of 4 bytes\n", out);
            continue;
        }
        print_patterns(out, bank_class);
        print_strides(out, bank_class);
    }
}
