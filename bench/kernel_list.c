/* The report of `--list-kernels`: every family and variant, what it shows and what it needs. */
#include "kernel_list.h"

#include <string.h>

#include "clsmem/plan.h"
#include "clsmem/registry.h"
#include "text.h"

#define WIDTH 120
#define NAME_WIDTH 18
#define LESSON_WIDTH 100

/* " [needs a CPU]" for each need. */
static size_t write_needs(unsigned needs, char *text, size_t bytes)
{
    static const struct {
        enum clsmem_need need;
        const char *text;
    } texts[] = { { CLSMEM_NEEDS_CPU, "a CPU" },
                  { CLSMEM_NEEDS_SUBGROUPS, "sub-groups" },
                  { CLSMEM_NEEDS_NV_COMPILER, "NVIDIA's compiler" },
                  { CLSMEM_NEEDS_NV_ASYNC, "compute capability 8.0" },
                  { CLSMEM_NEEDS_NV_BULK, "compute capability 9.0" },
                  { CLSMEM_NEEDS_SHUFFLE, "sub-groups or NVIDIA's compiler" },
                  { CLSMEM_NEEDS_ATOMICS_64, "64-bit atomics" },
                  { CLSMEM_NEEDS_CLBLAST, "CLBlast" } };
    size_t used = 0;

    for (size_t i = 0; i < sizeof texts / sizeof *texts && used < bytes; i++)
        if (needs & texts[i].need)
            used += (size_t)snprintf(text + used, bytes - used, " [needs %s]", texts[i].text);
    return used;
}

/* A name, and behind it what there is to say, under itself where it takes more lines. */
static void print_line(FILE *out, const char *mark, const char *name, const char *shows, unsigned needs)
{
    char words[512] = "", text[1024];
    const int used = fprintf(out, "  %s%-*s ", mark, NAME_WIDTH - (int)strlen(mark), name);

    (void)write_needs(needs, words, sizeof words);
    snprintf(text, sizeof text, "%s%s", shows, words);
    print_wrapped(out, used > 0 ? (size_t)used : 0, NAME_WIDTH + 3, WIDTH, text);
}

/* "gemm: matrix product ... (size: m x n x k)". */
static void print_family(FILE *out, const struct clsmem_kernel *kernel)
{
    char text[512];
    size_t used = (size_t)snprintf(text, sizeof text, "%s: %s", kernel->name, kernel->summary);

    for (size_t e = 0; e < clsmem_kernel_extent_count(kernel) && used < sizeof text; e++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s%s", e ? " x " : " (size: ", kernel->extents[e],
                                 e + 1 == clsmem_kernel_extent_count(kernel) ? ")" : "");
    print_wrapped(out, 0, 4, WIDTH, text);
}

/* "  --type f32, f64". */
static void print_types(FILE *out, const struct clsmem_kernel *kernel)
{
    const char *before = "  --type ";

    for (size_t type = 0; type < CLSMEM_TYPE_COUNT; type++)
        if (clsmem_kernel_has_type(kernel, (enum clsmem_type)type)) {
            fprintf(out, "%s%s", before, clsmem_type_word((enum clsmem_type)type));
            before = ", ";
        }
    fputc('\n', out);
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
        print_wrapped(out, 0, 0, LESSON_WIDTH, paragraph);
        line += length + strspn(line + length, "\n");
    }
}

void kernel_list_print(FILE *out)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t i = 0; i < count; i++) {
        const struct clsmem_kernel *kernel = kernels[i];

        fprintf(out, "%s", i ? "\n" : "");
        print_family(out, kernel);
        print_types(out, kernel);
        for (size_t m = 0; m < kernel->mode_count; m++)
            print_line(out, "--mode ", kernel->modes[m].name, kernel->modes[m].shows, 0);
        for (size_t v = 0; v < kernel->variant_count; v++)
            print_line(out, "", kernel->variants[v].name, kernel->variants[v].shows, kernel->variants[v].needs);
    }
}
