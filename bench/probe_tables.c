/*
 * The figures of a profile as tables. Figures that no table knows are listed at the end, so that nothing of a profile goes
 * unseen.
 */
#include "probe_tables.h"

#include <math.h>
#include <string.h>

#include "probe_text.h"

#define BAR_COLUMNS 50
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A line with a bar for each stride of a walk through cached memory: what takes the place of banks. */
static void print_walk(FILE *out, const struct clsmem_profile *profile, bool colour)
{
    static const char quantity[] = "walk_ns";
    unsigned places[PROBE_MOST_CELLS];
    const size_t count = probe_places_list(profile, CLSMEM_PROBE_CACHE, quantity, places, 0);
    double most = 0;

    if (count == 0)
        return;
    for (size_t i = 0; i < profile->figure_count; i++)
        if (profile->figures[i].probe == CLSMEM_PROBE_CACHE && strcmp(profile->figures[i].quantity, quantity) == 0)
            most = fmax(most, profile->figures[i].value);
    probe_heading_print(out, "A walk through cached memory: ns a load, by the bytes between loads", colour);
    for (size_t p = 0; p < count; p++) {
        const struct clsmem_figure *const figure =
            clsmem_profile_find(profile, CLSMEM_PROBE_CACHE, quantity, "", places[p]);
        const double share = figure && figure->value > 0 ? figure->value / most : 0;

        if (!figure)
            continue;
        fprintf(out, "%-*u", PROBE_LABEL_WIDTH, places[p]);
        probe_cell_print(out, PROBE_CELL_WIDTH, figure);
        fprintf(out, "  %.*s\n", (int)lround(share * BAR_COLUMNS),
                "##################################################");
    }
}

/* Figures with words of their own, a line each; NULL: the head of the report says it. */
static const struct {
    enum clsmem_probe probe;
    const char *quantity, *of, *words;
} singles[] = {
    { CLSMEM_PROBE_SUB_GROUP, "lanes", "measured", "lanes of a sub-group, measured" },
    { CLSMEM_PROBE_SUB_GROUP, "lanes", "said", "lanes of a sub-group, by the driver" },
    { CLSMEM_PROBE_CAPACITY, "unit_bytes", "", "local memory of a compute unit, bytes" },
    { CLSMEM_PROBE_CAPACITY, "block_bytes", "", "handed out in blocks of, bytes" },
    { CLSMEM_PROBE_CAPACITY, "reserved_bytes", "", "taken by each work-group beside its own, bytes" },
    { CLSMEM_PROBE_CAPACITY, "most_groups", "", "most work-groups on a compute unit" },
    { CLSMEM_PROBE_CLOCK, "clock", "", NULL },
};

#define SINGLE_WIDTH 50
#define SINGLE_MOST 84

static void print_single(FILE *out, const char *words, const struct clsmem_figure *figure)
{
    char text[64];

    probe_cell_text(figure, text, sizeof text);
    fprintf(out, "%-*.*s %10s\n", SINGLE_WIDTH, SINGLE_MOST, words, text);
}

static void print_singles(FILE *out, const struct clsmem_profile *profile, enum clsmem_probe probe)
{
    for (size_t i = 0; i < COUNT(singles); i++) {
        const struct clsmem_figure *const figure =
            clsmem_profile_find(profile, singles[i].probe, singles[i].quantity, singles[i].of, 0);

        if (singles[i].probe == probe && singles[i].words && figure)
            print_single(out, singles[i].words, figure);
    }
}

/* Whether one of the tables above shows the figure. */
static bool has_place(const struct clsmem_figure *figure)
{
    bool found = probe_series_have(figure) || probe_columns_have(figure) ||
                 (figure->probe == CLSMEM_PROBE_BANKS && strcmp(figure->quantity, "stride") == 0) || /* the curve */
                 (figure->probe == CLSMEM_PROBE_CACHE && !*figure->of && strcmp(figure->quantity, "walk_ns") == 0);

    for (size_t i = 0; i < COUNT(singles); i++)
        found |= figure->probe == singles[i].probe && figure->at == 0 &&
                 strcmp(figure->quantity, singles[i].quantity) == 0 && strcmp(figure->of, singles[i].of) == 0;
    return found;
}

static void print_others(FILE *out, const struct clsmem_profile *profile, bool colour)
{
    bool any = false;

    for (size_t i = 0; i < profile->figure_count; i++) {
        const struct clsmem_figure *const figure = &profile->figures[i];
        char words[128];

        if (has_place(figure))
            continue;
        if (!any)
            probe_heading_print(out, "Further figures", colour);
        any = true;
        snprintf(words, sizeof words, "%s %s%s%s", clsmem_probe_word(figure->probe), figure->quantity,
                 *figure->of ? " of " : "", figure->of);
        if (figure->at)
            snprintf(words + strlen(words), sizeof words - strlen(words), " at %u", figure->at);
        snprintf(words + strlen(words), sizeof words - strlen(words), ", %s", figure->unit);
        print_single(out, words, figure);
    }
}

static bool any_wide(const struct clsmem_profile *profile)
{
    for (size_t i = 0; i < profile->figure_count; i++)
        if (profile->figures[i].probe != CLSMEM_PROBE_BANKS && probe_cell_is_wide(&profile->figures[i]))
            return true; /* figures of the banks probe are a curve, without marks */
    return false;
}

void probe_tables_print(FILE *out, const struct clsmem_profile *profile, bool colour)
{
    for (enum clsmem_probe probe = 0; probe < CLSMEM_PROBE_COUNT; probe++) {
        probe_columns_print(out, profile, probe, colour);
        probe_series_print(out, profile, probe, colour);
        print_singles(out, profile, probe);
    }
    print_walk(out, profile, colour);
    print_others(out, profile, colour);
    if (any_wide(profile))
        fprintf(out, "\n~ the 95 %% interval is wider than %.0f %% to either side\n", 100 * PROBE_WIDE);
}
