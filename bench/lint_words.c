/* Numbers and places of a lint report in words. */
#include "lint_words.h"

#include <stdarg.h>
#include <stdio.h>

void lint_say(struct lint_phrase *phrase, const char *format, ...)
{
    const size_t room = sizeof phrase->text - phrase->used;
    va_list values;
    int length;

    va_start(values, format);
    length = vsnprintf(phrase->text + phrase->used, room, format, values);
    va_end(values);
    if (length > 0)
        phrase->used += (size_t)length < room ? (size_t)length : room - 1;
}

void lint_say_count(struct lint_phrase *phrase, uint64_t count, const char *one, const char *many)
{
    lint_say(phrase, "%llu %s", (unsigned long long)count, count == 1 ? one : many);
}

void lint_say_bytes(struct lint_phrase *phrase, uint64_t bytes)
{
    static const char *const units[] = { "KiB", "MiB", "GiB", "TiB" };
    double value = (double)bytes / 1024;
    size_t unit = 0;

    if (bytes < 10000) {
        lint_say_count(phrase, bytes, "byte", "bytes");
        return;
    }
    for (; value >= 1024 && unit + 1 < sizeof units / sizeof *units; value /= 1024)
        unit++;
    lint_say(phrase, "%.1f %s", value, units[unit]);
}

void lint_say_sizes(struct lint_phrase *phrase, size_t count, const size_t *sizes)
{
    for (size_t i = 0; i < count; i++)
        lint_say(phrase, "%s%zu", i > 0 ? " x " : "", sizes[i]);
}

/* "(3, 0)", or "3" in one dimension. */
static void say_point(struct lint_phrase *phrase, size_t count, const uint64_t *at)
{
    for (size_t i = 0; i < count; i++)
        lint_say(phrase, "%s%llu", i > 0 ? ", " : count > 1 ? "(" : "", (unsigned long long)at[i]);
    lint_say(phrase, "%s", count > 1 ? ")" : "");
}

static void say_local(struct lint_phrase *phrase, size_t count, const struct clsmem_lint_item *item)
{
    const uint64_t at[3] = { item->local[0], item->local[1], item->local[2] };

    say_point(phrase, count, at);
}

static void say_group(struct lint_phrase *phrase, size_t count, const struct clsmem_lint_item *item)
{
    lint_say(phrase, " of work-group ");
    say_point(phrase, count, item->group);
}

void lint_say_item(struct lint_phrase *phrase, size_t dimensions, const struct clsmem_lint_item *item)
{
    lint_say(phrase, "work-item ");
    say_local(phrase, dimensions, item);
    say_group(phrase, dimensions, item);
}

static bool same_group(const struct clsmem_lint_item *a, const struct clsmem_lint_item *b)
{
    return a->group[0] == b->group[0] && a->group[1] == b->group[1] && a->group[2] == b->group[2];
}

static bool same_item(const struct clsmem_lint_item *a, const struct clsmem_lint_item *b)
{
    return same_group(a, b) && a->local[0] == b->local[0] && a->local[1] == b->local[1] && a->local[2] == b->local[2];
}

void lint_say_items(struct lint_phrase *phrase, size_t dimensions, const struct clsmem_lint_finding *finding)
{
    const struct clsmem_lint_item *const one = &finding->item, *const other = &finding->other_item;

    if (!finding->has_other_item || same_item(one, other)) {
        lint_say_item(phrase, dimensions, one);
    } else if (same_group(one, other)) {
        lint_say(phrase, "work-items ");
        say_local(phrase, dimensions, one);
        lint_say(phrase, " and ");
        say_local(phrase, dimensions, other);
        say_group(phrase, dimensions, one);
    } else {
        lint_say_item(phrase, dimensions, one);
        lint_say(phrase, " and ");
        lint_say_item(phrase, dimensions, other);
    }
}

void lint_say_mean(struct lint_phrase *phrase, uint64_t sum, uint64_t count)
{
    if (count == 0 || sum % count == 0)
        lint_say(phrase, "%llu", (unsigned long long)(count == 0 ? 0 : sum / count));
    else
        lint_say(phrase, "%.2f", (double)sum / (double)count);
}

double lint_waste(uint64_t taken, uint64_t ideal)
{
    return taken > ideal ? 100.0 * (double)(taken - ideal) / (double)taken : 0;
}

uint64_t lint_flops(const struct clsmem_lint_flops *flops)
{
    return 2 * flops->multiply_adds + flops->additions + flops->multiplications + flops->others;
}
