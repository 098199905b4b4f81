/* The table of predictions, searched line by line: it is short, and asked once a row. */
#include "clsmem/prediction.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "embedded.h"

double clsmem_prediction_degree(const struct clsmem_prediction *prediction)
{
    return prediction->ideal > 0 ? prediction->passes / prediction->ideal : NAN;
}

double clsmem_prediction_intensity(const struct clsmem_prediction *prediction)
{
    return prediction->bytes > 0 ? prediction->operations / prediction->bytes : NAN;
}

static const struct clsmem_embedded *find_table(void)
{
    for (size_t i = 0; i < clsmem_embedded_count; i++)
        if (strcmp(clsmem_embedded_sources[i].name, "predictions.tsv") == 0)
            return &clsmem_embedded_sources[i];
    return NULL;
}

/* Cuts off what stands before the next tab; false at the end of the line. */
static bool next_field(const char **rest, const char *end, char *field, size_t room)
{
    const char *const start = *rest;
    const char *stop = start;

    if (start > end)
        return false;
    while (stop < end && *stop != '\t')
        stop++;
    snprintf(field, room, "%.*s", (int)(stop - start), start);
    *rest = stop + 1;
    return true;
}

enum {
    VARIANT,
    TYPE,
    MODE,
    CLASS,
    VIEW,
    FILES,
    SHAPE,
    PASSES,
    IDEAL,
    WORST,
    PLACE,
    BYTES,
    SECTORS,
    OPERATIONS,
    FIELD_COUNT
};

struct line {
    char fields[FIELD_COUNT][96];
};

static bool read_line(const char *start, const char *end, struct line *line)
{
    for (int i = 0; i < FIELD_COUNT; i++)
        if (!next_field(&start, end, line->fields[i], sizeof line->fields[i]))
            return false;
    return true;
}

/* Table fields are ours, and numbers in it are written in the C locale: plain digits and a point. */
static double number(const char *text)
{
    double value = 0, scale = 1;

    for (; *text >= '0' && *text <= '9'; text++)
        value = 10 * value + (*text - '0');
    if (*text == '.')
        for (text++; *text >= '0' && *text <= '9'; text++)
            value += (*text - '0') * (scale /= 10);
    return value;
}

static void fill(const struct line *line, struct clsmem_prediction *prediction)
{
    *prediction = (struct clsmem_prediction){
        .passes = number(line->fields[PASSES]),
        .ideal = number(line->fields[IDEAL]),
        .worst = number(line->fields[WORST]),
        .bytes = number(line->fields[BYTES]),
        .sectors = number(line->fields[SECTORS]),
        .operations = number(line->fields[OPERATIONS]),
    };
    snprintf(prediction->view, sizeof prediction->view, "%.*s", (int)sizeof prediction->view - 1, line->fields[VIEW]);
    snprintf(prediction->shape, sizeof prediction->shape, "%.*s", (int)sizeof prediction->shape - 1,
             line->fields[SHAPE]);
    snprintf(prediction->place, sizeof prediction->place, "%.*s", (int)sizeof prediction->place - 1,
             strcmp(line->fields[PLACE], "-") == 0 ? "" : line->fields[PLACE]);
}

bool clsmem_prediction_find(const struct clsmem_kernel *kernel, const struct clsmem_variant *variant,
                            const struct clsmem_problem *problem, const struct clsmem_bank_class *bank_class,
                            const struct clsmem_sources *sources, struct clsmem_prediction *prediction)
{
    const char *const mode = kernel->modes ? kernel->modes[problem->mode].name : "-";
    const struct clsmem_embedded *const table = find_table();
    const char *text = table ? (const char *)table->text : "";
    char name[160], files[20];
    uint64_t hash;

    if (!bank_class || clsmem_program_files_hash(sources, kernel->name, &hash) != CLSMEM_OK)
        return false;
    snprintf(name, sizeof name, "%s.%s", kernel->name, variant->name);
    snprintf(files, sizeof files, "%016" PRIx64, hash);
    while (*text) {
        const char *const end = text + strcspn(text, "\n");
        struct line line;

        if (*text != '#' && read_line(text, end, &line) && strcmp(line.fields[VARIANT], name) == 0 &&
            strcmp(line.fields[TYPE], clsmem_type_word(problem->type)) == 0 && strcmp(line.fields[MODE], mode) == 0 &&
            strcmp(line.fields[CLASS], bank_class->name) == 0 && strcmp(line.fields[FILES], files) == 0) {
            fill(&line, prediction);
            return true;
        }
        text = *end ? end + 1 : end;
    }
    return false;
}
