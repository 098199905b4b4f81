/* The report of `--list-kernels`: every family and variant, what it shows and what it needs. */
#include "kernel_list.h"

#include "clsmem/registry.h"

static void print_needs(FILE *out, unsigned needs)
{
    static const struct {
        enum clsmem_need need;
        const char *text;
    } texts[] = { { CLSMEM_NEEDS_CPU, "a CPU" },
                  { CLSMEM_NEEDS_SUBGROUPS, "sub-groups" },
                  { CLSMEM_NEEDS_NV_COMPILER, "NVIDIA's compiler" },
                  { CLSMEM_NEEDS_CLBLAST, "CLBlast" } };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (needs & texts[i].need)
            fprintf(out, " [needs %s]", texts[i].text);
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
        for (size_t v = 0; v < kernel->variant_count; v++) {
            fprintf(out, "  %-18s %s", kernel->variants[v].name, kernel->variants[v].shows);
            print_needs(out, kernel->variants[v].needs);
            fprintf(out, "\n");
        }
    }
}
