/* One row as the words that every printed form shows. */
#include "text.h"

#include <math.h>
#include <string.h>

#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "printers.h"

/* Three significant digits, never in exponents. */
static void format_three(double value, const char *unit, char *text, size_t bytes)
{
    snprintf(text, bytes, "%.*f %s", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value, unit);
}

void format_time(double ns, char *text, size_t bytes)
{
    static const char *const units[] = { "ns", "us", "ms", "s" };
    size_t unit = 0;

    for (; ns >= 999.5 && unit < sizeof units / sizeof *units - 1; unit++)
        ns /= 1000;
    format_three(ns, units[unit], text, bytes);
}

void format_rate(double per_second, const char *unit, char *text, size_t bytes)
{
    static const char *const prefixes[] = { "", "k", "M", "G", "T", "P" };
    char word[16];
    size_t prefix = 0;

    for (; per_second >= 9999.5 && prefix < sizeof prefixes / sizeof *prefixes - 1; prefix++)
        per_second /= 1000;
    snprintf(word, sizeof word, "%s%s", prefixes[prefix], unit);
    format_three(per_second, word, text, bytes);
}

/* At most `length` bytes of the text, without a part of a character. */
static size_t cut_between_characters(const char *text, size_t length)
{
    size_t whole = length;

    while (whole > 0 && ((unsigned char)text[whole] & 0xc0) == 0x80)
        whole--;
    return whole > 0 ? whole : length;
}

void print_wrapped(FILE *out, size_t used, size_t indent, size_t columns, const char *text)
{
    size_t blank = 0; /* before the next word: one, unless it is the line's first */

    while (*(text += strspn(text, " "))) {
        size_t length = strcspn(text, " ");

        if ((blank || used > indent) && used + blank + length > columns) {
            fprintf(out, "\n%*s", (int)indent, "");
            used = indent;
            blank = 0;
        }
        if (used + blank + length > columns)
            length = cut_between_characters(text, columns - used - blank);
        fprintf(out, "%*s%.*s", (int)blank, "", (int)length, text);
        used += blank + length;
        blank = 1;
        text += length;
    }
    fputc('\n', out);
}

/* How long the character is that begins here; 0: none of UTF-8 does. */
static size_t character_bytes(const unsigned char *text)
{
    const unsigned char first = text[0], second = first ? text[1] : 0;
    const size_t bytes = first < 0x80                     ? 1
                         : first >= 0xc2 && first <= 0xdf ? 2
                         : first >= 0xe0 && first <= 0xef ? 3
                         : first >= 0xf0 && first <= 0xf4 ? 4
                                                          : 0;

    for (size_t i = 1; i < bytes; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    /* Longer than it needs to be, a half of a pair of UTF-16, or beyond Unicode. */
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) || (first == 0xf0 && second < 0x90) ||
        (first == 0xf4 && second >= 0x90))
        return 0;
    return bytes;
}

void text_make_plain(char *text)
{
    unsigned char *at = (unsigned char *)text;

    while (*at) {
        const size_t bytes = character_bytes(at);
        const bool is_c1 = bytes == 2 && at[0] == 0xc2 && at[1] < 0xa0;

        if (*at == '\n' || *at == '\t')
            *at = ' ';
        else if (bytes == 0 || *at < ' ' || *at == 0x7f || is_c1)
            *at = '?';
        if (is_c1)
            at[1] = '?';
        at += bytes ? bytes : 1;
    }
}

static void format_shape(const struct clsmem_result *result, char *text, size_t bytes)
{
    size_t used = 0;

    snprintf(text, bytes, "-");
    for (size_t i = 0; i < CLSMEM_MAX_EXTENTS && result->kernel->extents[i] && used < bytes; i++)
        used += (size_t)snprintf(text + used, bytes - used, "%s%zu", i ? "x" : "", result->problem.extent[i]);
}

const char *row_mode(const struct clsmem_result *result)
{
    return result->kernel->modes ? result->kernel->modes[result->problem.mode].name : "";
}

static void format_factor(const struct clsmem_result *result, char *text, size_t bytes)
{
    const struct clsmem_variant *versus = clsmem_variant_versus(result->kernel, result->variant);

    if (!versus)
        snprintf(text, bytes, "-");
    else if (isfinite(result->factor))
        snprintf(text, bytes, "x%.*f %s", result->factor < 9.995 ? 2 : 1, result->factor, versus->name);
    else
        snprintf(text, bytes, "- (%s was not timed)", versus->name);
}

static void format_error(const struct clsmem_check *check, char *text, size_t bytes)
{
    if (check->worst == 0)
        snprintf(text, bytes, "equal");
    else
        snprintf(text, bytes, "%.4f", check->worst);
}

static void add_note(char *note, size_t bytes, const char *part)
{
    const size_t used = strlen(note);

    if (*part)
        snprintf(note + used, bytes - used, "%s%s", used ? "; " : "", part);
}

static void format_note(const struct clsmem_result *result, char *note, size_t bytes)
{
    char part[256];

    note[0] = 0;
    if (result->status != CLSMEM_OK) {
        snprintf(note, bytes, "%s: %s", clsmem_status_word(result->status), result->reason);
        if (result->known_fault && result->status != CLSMEM_SKIPPED)
            add_note(note, bytes, result->known_fault->reason);
        return;
    }
    if (result->known_fault) {
        snprintf(part, sizeof part, "right, although a fault is known: %s", result->known_fault->reason);
        add_note(note, bytes, part);
    }
    /* A noisy row carries its mark where the noise is printed. */
    if (result->time.verdict != CLSMEM_STABLE && result->time.verdict != CLSMEM_NOISY) {
        snprintf(part, sizeof part, "%s%s%s", clsmem_verdict_word(result->time.verdict),
                 *result->time.reason ? ": " : "", result->time.reason);
        add_note(note, bytes, part);
    }
    if (result->kernel->compares_modes && isfinite(result->mode_factor)) {
        snprintf(part, sizeof part, "%.2f times the time of %s", 1 / result->mode_factor,
                 result->kernel->modes[0].name);
        add_note(note, bytes, part);
    }
    if (result->cached)
        add_note(note, bytes, "cached");
    add_note(note, bytes, result->check.note);
}

void format_rate_of_unit(double rate, const char *unit, char *text, size_t bytes)
{
    if (*unit == 'G')
        format_rate(rate * 1e9, unit + 1, text, bytes);
    else if (*unit)
        format_time(rate, text, bytes);
    else
        snprintf(text, bytes, "-");
}

void row_text_make(const struct clsmem_result *result, struct row_text *text)
{
    const struct clsmem_measurement *time = &result->time;

    memset(text, 0, sizeof *text);
    snprintf(text->name, sizeof text->name, "%s.%s", result->kernel->name, result->variant->name);
    format_shape(result, text->shape, sizeof text->shape);
    format_note(result, text->note, sizeof text->note);
    char *const columns[] = { text->median, text->spread, text->rate, text->share, text->degree, text->error };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        strcpy(columns[i], "-");
    format_factor(result, text->factor, sizeof text->factor);
    if (isfinite(result->degree))
        snprintf(text->degree, sizeof text->degree, "%.2f", result->degree);
    if (isfinite(result->share))
        snprintf(text->share, sizeof text->share, "%.0f %%", 100 * result->share);
    if (isfinite(result->rate))
        format_rate_of_unit(result->rate, clsmem_unit_word(result->kernel->unit), text->rate, sizeof text->rate);
    if (result->status != CLSMEM_OK)
        return;
    format_error(&result->check, text->error, sizeof text->error);
    format_time(time->median_ns, text->median, sizeof text->median);
    if (time->count < 2 || !(time->median_ns > 0))
        return;
    snprintf(text->spread, sizeof text->spread, "%.1f %%%s", 50 * (time->high_ns - time->low_ns) / time->median_ns,
             time->verdict == CLSMEM_NOISY ? "~" : "");
}

bool report_goes_on(const struct report *report, const struct clsmem_result *result)
{
    struct clsmem_problem last = report->problem;

    if (result->kernel->sweep)
        last.extent[0] = result->problem.extent[0];
    return report->kernel == result->kernel && clsmem_problem_equal(&last, &result->problem);
}
