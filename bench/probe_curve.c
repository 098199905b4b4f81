/* The curve of strides, in characters: what 4-byte loads cost at strides of 1 to 64 words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "probe_text.h"

#define STRIDES 64
#define LABEL_WIDTH 8 /* of " x32.0 |" */
#define MOST_LINES 16
#define LOG_FROM 3.0 /* from this factor on, lines are octaves */
#define STEP 0.25    /* of lines below it */
/* How far below a line's factor a column still reaches it: the noise of a short measurement. */
#define SLACK 0.95

/* cost[s]: of stride s over that of the cheapest; NAN where it is not known. */
struct curve {
    double cost[STRIDES + 1];
    double most;
    size_t known;
};

static void take_strides(const struct clsmem_profile *profile, struct curve *curve)
{
    for (unsigned stride = 1; stride <= STRIDES; stride++) {
        const struct clsmem_figure *const figure =
            clsmem_profile_find(profile, CLSMEM_PROBE_BANKS, "stride", "load4", stride);

        if (figure && figure->value > 0) {
            curve->cost[stride] = figure->value;
            curve->known++;
        }
    }
}

static void relate_to_cheapest(struct curve *curve)
{
    double least = INFINITY;

    for (size_t s = 1; s <= STRIDES; s++)
        least = fmin(least, curve->cost[s]); /* of a number and a NAN, the number */
    curve->most = 1;
    for (size_t s = 1; s <= STRIDES; s++) {
        curve->cost[s] /= least;
        curve->most = fmax(curve->most, curve->cost[s]);
    }
}

/* The factors of the lines, from 1 upwards; halfway[i] lies between line i and the one below. */
static size_t make_lines(double most, double *factors, double *halfway)
{
    const bool octaves = most >= LOG_FROM;
    size_t count = 0;

    for (; count < MOST_LINES; count++) {
        factors[count] = octaves ? pow(2, (double)count) : 1 + STEP * (double)count;
        halfway[count] = octaves ? factors[count] / sqrt(2) : factors[count] - STEP / 2;
        if (count > 0 && halfway[count] > most)
            break;
    }
    return count;
}

static void print_line(FILE *out, const struct curve *curve, double factor, double halfway, bool colour)
{
    char marks[STRIDES + 1];
    size_t used = 0;

    for (size_t s = 1; s <= STRIDES; s++) {
        marks[s - 1] = ' ';
        if (curve->cost[s] >= factor * SLACK)
            marks[s - 1] = '#';
        else if (curve->cost[s] >= halfway)
            marks[s - 1] = ':';
        if (marks[s - 1] != ' ')
            used = s;
    }
    fprintf(out, " x%-5.4g|%s%.*s%s\n", factor, colour ? "\033[33m" : "", (int)used, marks, colour ? "\033[0m" : "");
}

static void print_axis(FILE *out)
{
    fprintf(out, "%*s+", LABEL_WIDTH - 1, "");
    for (int s = 1; s <= STRIDES; s++)
        fputc(s % 8 == 0 ? '+' : '-', out);
    fprintf(out, "\n%*s1", LABEL_WIDTH, "");
    for (int s = 8; s <= STRIDES; s += 8)
        fprintf(out, "%*d", s == 8 ? 7 : 8, s);
    fputs("  words apart (: is halfway)\n", out);
}

void probe_curve_print(FILE *out, const struct clsmem_profile *profile, bool colour)
{
    struct curve curve = { 0 };
    double factors[MOST_LINES], halfway[MOST_LINES];
    size_t count;

    for (size_t s = 0; s <= STRIDES; s++)
        curve.cost[s] = NAN;
    take_strides(profile, &curve);
    if (curve.known == 0)
        return;
    relate_to_cheapest(&curve);
    count = make_lines(curve.most, factors, halfway);
    probe_heading_print(out, "4-byte loads, lanes so many words apart: time over that of the cheapest stride", colour);
    for (size_t line = count; line-- > 0;)
        print_line(out, &curve, factors[line], halfway[line], colour);
    print_axis(out);
}
