/* The report of one device: who it is, the verdict, and what did not run. */
#include "probe_text.h"

#include <stdlib.h>
#include <string.h>

#include "clsmem/version.h"
#include "text.h"

#define LABEL_WIDTH 9 /* of "driver : " */
#define INDENT 2

static void print_labelled(FILE *out, const char *label, const char *text)
{
    fprintf(out, "%-*s: ", LABEL_WIDTH - 2, label);
    print_wrapped(out, LABEL_WIDTH, LABEL_WIDTH, PROBE_TEXT_COLUMNS, text);
}

void probe_heading_print(FILE *out, const char *text, bool colour)
{
    fprintf(out, "\n%s%s%s\n", colour ? "\033[1m" : "", text, colour ? "\033[0m" : "");
}

/* Where cycles come from, or that there are none. */
static void print_clock(FILE *out, const struct clsmem_profile *profile)
{
    const struct clsmem_probe_clock *const clock = &profile->clock;
    char line[640], step[16], cycles[128];

    if (profile->probes[CLSMEM_PROBE_CLOCK].end != CLSMEM_PROBE_OK) {
        print_labelled(out, "clock", "not looked at");
        return;
    }
    if (*clock->counter && clock->cycles_per_ns > 0)
        snprintf(cycles, sizeof cycles, "cycles by %s, %.3f GHz while measuring", clock->counter,
                 clock->cycles_per_ns);
    else if (*clock->counter)
        snprintf(cycles, sizeof cycles, "cycles by %s", clock->counter);
    else if (clock->cycles_per_ns > 0)
        snprintf(cycles, sizeof cycles, "cycles by the clock rate that the driver reports, %.3f GHz: no counter",
                 clock->cycles_per_ns);
    else
        snprintf(cycles, sizeof cycles, "no cycles: no counter, and the driver reports no clock rate");
    format_time(clock->event_step_ns, step, sizeof step);
    snprintf(line, sizeof line, "%s; event clock %s, step %s%s%s", cycles, clsmem_clock_verdict_word(clock->event),
             step, *clock->event_reason && clock->event != CLSMEM_CLOCK_GOOD ? ": " : "",
             clock->event != CLSMEM_CLOCK_GOOD ? clock->event_reason : "");
    print_labelled(out, "clock", line);
}

static void print_device(FILE *out, const struct clsmem_profile *profile, bool colour)
{
    char line[1024];

    if (colour)
        fputs("\033[1m", out);
    snprintf(line, sizeof line, "clsmem-probe %s (%s) on %s%s", CLSMEM_VERSION, clsmem_version_commit(),
             profile->device, profile->quick ? ", quick" : "");
    print_wrapped(out, 0, 0, PROBE_TEXT_COLUMNS, line);
    if (colour)
        fputs("\033[0m", out);
    snprintf(line, sizeof line, "%s, %s, %s", profile->driver, profile->version, profile->platform);
    print_labelled(out, "driver", line);
    snprintf(line, sizeof line, "%u compute unit%s, %zu KiB of local memory a work-group%s", profile->compute_units,
             profile->compute_units == 1 ? "" : "s", profile->local_bytes / 1024,
             profile->local_is_global ? ", in global memory (cached)" : "");
    print_labelled(out, "device", line);
    print_clock(out, profile);
    snprintf(line, sizeof line, "%s, by clsmem %s", *profile->made ? profile->made : "at a time that is not known",
             *profile->tool ? profile->tool : "of a version that is not known");
    print_labelled(out, "made", line);
}

static const char *const verdict_colours[] = { [CLSMEM_GEOMETRY_BANKS] = "\033[1;32m",
                                               [CLSMEM_GEOMETRY_NONE] = "\033[1;36m",
                                               [CLSMEM_GEOMETRY_NOT_SURE] = "\033[1;33m" };

/* The classes that fit best, and how far behind the next one is. */
static void print_class(FILE *out, const struct clsmem_geometry *geometry)
{
    char line[512];
    size_t used = 0;

    if (geometry->verdict != CLSMEM_GEOMETRY_BANKS)
        return;
    if (geometry->best_count == 0) {
        if (geometry->runner_up)
            snprintf(line, sizeof line, "none of ours fits; the nearest is %s, which misses times by %.1f %%",
                     geometry->runner_up->name, 100 * geometry->runner_up_misfit);
        else
            snprintf(line, sizeof line, "none of ours fits");
        print_labelled(out, "class", line);
        return;
    }
    for (size_t i = 0; i < geometry->best_count; i++)
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s", i ? " or " : "", geometry->best[i]->name);
    used += (size_t)snprintf(line + used, sizeof line - used, ": explains times within %.1f %%",
                             100 * geometry->best_misfit);
    if (geometry->runner_up)
        snprintf(line + used, sizeof line - used, "; next is %s, within %.1f %%, %.0f behind in log-likelihood",
                 geometry->runner_up->name, 100 * geometry->runner_up_misfit, geometry->behind);
    print_labelled(out, "class", line);
}

/* The most that a compute unit was seen to load or store. */
static void print_peak(FILE *out, const struct clsmem_profile *profile)
{
    const struct clsmem_figure *peak = NULL;

    for (size_t i = 0; i < profile->figure_count; i++) {
        const struct clsmem_figure *const figure = &profile->figures[i];

        if (figure->probe == CLSMEM_PROBE_BANDWIDTH && strcmp(figure->quantity, "rate") == 0 &&
            (!peak || figure->value > peak->value))
            peak = figure;
    }
    if (peak && profile->geometry.verdict == CLSMEM_GEOMETRY_BANKS)
        fprintf(out, "%.1f bytes a cycle a compute unit (%s)\n", peak->value, peak->of);
}

static void print_verdict(FILE *out, const struct clsmem_profile *profile, bool colour)
{
    char words[4096];

    if (!profile->has_geometry)
        return;
    clsmem_geometry_words(&profile->geometry, words, sizeof words);
    fputc('\n', out);
    for (char *line = words, *end; line && *line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        if (end)
            *end = 0;
        if (colour && line == words)
            fputs(verdict_colours[profile->geometry.verdict], out);
        print_wrapped(out, 0, INDENT, PROBE_TEXT_COLUMNS, line);
        if (colour && line == words)
            fputs("\033[0m", out);
    }
    print_peak(out, profile);
    print_class(out, &profile->geometry);
}

/* A line for each probe that has nothing to show, with its reason. */
static void print_missing(FILE *out, const struct clsmem_profile *profile, bool colour)
{
    bool any = false;

    for (int i = 0; i < CLSMEM_PROBE_COUNT; i++) {
        const struct clsmem_probe_state *const state = &profile->probes[i];
        const bool bad = state->end == CLSMEM_PROBE_FAILED || state->end == CLSMEM_PROBE_DEADLINE;
        char line[sizeof state->reason + 64];
        int used;

        if (state->end == CLSMEM_PROBE_OK || (state->end == CLSMEM_PROBE_NOT_RUN && !*state->reason))
            continue;
        if (!any)
            fputc('\n', out);
        any = true;
        if (colour && bad)
            fputs("\033[31m", out);
        used = fprintf(out, "%-9s : ", clsmem_probe_word((enum clsmem_probe)i));
        snprintf(line, sizeof line, "%s%s%s", clsmem_probe_end_word(state->end), *state->reason ? ": " : "",
                 state->reason);
        print_wrapped(out, used > 0 ? (size_t)used : 0, (size_t)INDENT, PROBE_TEXT_COLUMNS, line);
        if (colour && bad)
            fputs("\033[0m", out);
    }
}

static void print_profile(FILE *out, const struct clsmem_profile *profile, const char *where, bool colour)
{
    double seconds = 0;

    for (int i = 0; i < CLSMEM_PROBE_COUNT; i++)
        seconds += profile->probes[i].seconds;
    print_device(out, profile, colour);
    print_verdict(out, profile, colour);
    probe_curve_print(out, profile, colour);
    probe_tables_print(out, profile, colour);
    print_missing(out, profile, colour);
    /* Not wrapped: a path stays whole. */
    fprintf(out, "\nprofile: measured in %.1f s, %s\n", seconds, where);
}

/* Whatever a driver, a compiler or a file said, only our own colours reach the terminal: a plain copy is what is shown. */
void probe_text_print(FILE *out, const struct clsmem_profile *profile, const char *where, bool colour)
{
    struct clsmem_profile *const plain = malloc(sizeof *plain);
    struct clsmem_figure *const figures = malloc((profile->figure_count + 1) * sizeof *figures);

    if (plain && figures) {
        *plain = *profile;
        plain->figures = figures;
        if (profile->figure_count > 0)
            memcpy(figures, profile->figures, profile->figure_count * sizeof *figures);
        clsmem_profile_make_plain(plain);
        print_profile(out, plain, where, colour);
    } else {
        fputs("no memory for the report\n", out);
    }
    free(figures);
    free(plain);
}
