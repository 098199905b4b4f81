/* A program outside of clsmem that runs a kernel by the installed lint: lint_user FILE.ptx KERNEL. */
#include <stdio.h>

#include "clsmem/lint.h"

int main(int argc, char **argv)
{
    static const char *const args[] = { "f:4096", "f:4096", "i:64" };
    const struct clsmem_lint_launch launch = {
        .dimensions = 2, .global = { 64, 16 }, .local = { 32, 8 }, .args = args, .arg_count = 3
    };
    const struct clsmem_lint_options options = { 0 };
    struct clsmem_lint_source source = { .view = clsmem_lint_view_find("ptx") };
    struct clsmem_lint_kernel *kernel = NULL;
    struct clsmem_lint_report *report = NULL;
    double degree = 0;

    if (argc != 3)
        return 2;
    source.path = argv[1];
    source.kernel = argv[2];
    if (clsmem_lint_load(&source, &kernel) != CLSMEM_OK ||
        clsmem_lint_run(kernel, &launch, &options, &report) != CLSMEM_OK)
        fprintf(stderr, "%s\n", clsmem_error_text());
    else
        degree = clsmem_lint_degree(&report->totals.local[CLSMEM_LOAD]);
    printf("loads of degree %g\n", degree);
    clsmem_lint_report_release(report);
    clsmem_lint_unload(kernel);
    return degree != 32;
}
