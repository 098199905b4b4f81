/* The report of `--list-kernels`: every family and variant, what it shows and what it needs. */
#include "kernel_list.h"

#include <string.h>

#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "text.h"

#define WIDTH 100 /* of a lesson */

static void print_needs(FILE *out, unsigned needs)
{
    static const struct {
        enum clsmem_need need;
        const char *text;
    } texts[] = { { CLSMEM_NEEDS_CPU, "a CPU" },
                  { CLSMEM_NEEDS_SUBGROUPS, "sub-groups" },
                  { CLSMEM_NEEDS_NV_COMPILER, "NVIDIA's compiler" },
                  { CLSMEM_NEEDS_NV_BULK, "compute capability 9.0" },
                  { CLSMEM_NEEDS_SHUFFLE, "sub-groups or NVIDIA's compiler" },
                  { CLSMEM_NEEDS_ATOMICS_64, "64-bit atomics" },
                  { CLSMEM_NEEDS_CLBLAST, "CLBlast" } };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (needs & texts[i].need)
            fprintf(out, " [needs %s]", texts[i].text);
}

/* Of families that have more to choose from than the usual two. */
static void print_types(FILE *out, const struct clsmem_kernel *kernel)
{
    const char *before = "  --type ";

    for (size_t type = 0; kernel->types && type < CLSMEM_TYPE_COUNT; type++)
        if (clsmem_kernel_has_type(kernel, (enum clsmem_type)type)) {
            fprintf(out, "%s%s", before, clsmem_type_word((enum clsmem_type)type));
            before = ", ";
        }
    fprintf(out, "%s", kernel->types ? "\n" : "");
}

void kernel_list_explain(FILE *out, const struct clsmem_kernel *kernel)
{
    const char *line = kernel->lesson;
    char paragraph[4096];

    fprintf(out, "%s: %s\n", kernel->name, kernel->summary);
    while (line && *line) {
        const size_t length = strcspn(line, "\n");

        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, line);
        fprintf(out, "\n");
        print_wrapped(out, 0, 0, WIDTH, paragraph);
        line += length + strspn(line + length, "\n");
    }
}

void kernel_list_print(FILE *out)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t i = 0; i < count; i++) {
        const struct clsmem_kernel *kernel = kernels[i];

        fprintf(out, "%s%s: %s", i ? "\n" : "", kernel->name, kernel->summary);
        for (size_t e = 0; e < CLSMEM_MAX_EXTENTS && kernel->extents[e]; e++)
            fprintf(out, "%s%s", e ? " x " : " (size: ", kernel->extents[e]);
        fprintf(out, "%s\n", kernel->extents[0] ? ")" : "");
        print_types(out, kernel);
        for (size_t m = 0; m < kernel->mode_count; m++)
            fprintf(out, "  --mode %-11s %s\n", kernel->modes[m].name, kernel->modes[m].shows);
        for (size_t v = 0; v < kernel->variant_count; v++) {
            fprintf(out, "  %-18s %s", kernel->variants[v].name, kernel->variants[v].shows);
            print_needs(out, kernel->variants[v].needs);
            fprintf(out, "\n");
        }
    }
}
