/* clsmem-lint over clsmem's own kernels: what they cost, and that nothing is wrong with them. */
#include "lint_suite.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "clsmem/lint_suite.h"
#include "clsmem/plan.h"
#include "clsmem/program.h"
#include "clsmem/registry.h"
#include "lint_run.h"

/* Classes whose degrees are shown; all are predicted. */
static const char *const shown_classes[] = { "nv_cc5plus", "gcn", "cdna3", "rdna3", "intel_gen9" };

#define SHOWN (sizeof shown_classes / sizeof shown_classes[0])
#define NAME_WIDTH 36

/* A degree that is to be spoken of: rows of a tile that hang over, or a halo, make a little more than 1. */
#define QUIET_DEGREE 1.05

struct suite {
    FILE *out, *predictions;
    const struct lint_settings *settings;
    volatile const int *stop;
    bool is_wrong;
    size_t variant_count; /* that were selected */
};

/* One variant in one type, while its classes are gone through. */
struct subject {
    struct clsmem_lint_suite_case own;
    struct clsmem_lint_suite_files files;
    const struct clsmem_lint_view *view; /* of the kernels that are loaded */
    struct clsmem_lint_kernel *kernels[CLSMEM_MAX_PASSES];
    double degrees[SHOWN]; /* 0: no local access, < 0: the class cannot tell */
    double bytes, sectors, operations;
    bool was_checked; /* its faults were reported; they are the same for every class */
};

/* The first pass of the same kernel function: passes share it. */
static size_t first_of(const struct subject *subject, size_t pass)
{
    const struct clsmem_pass *const passes = subject->own.plan.passes;
    size_t first = 0;

    while (strcmp(passes[first].entry, passes[pass].entry) != 0)
        first++;
    return first;
}

static void unload(struct subject *subject)
{
    for (size_t pass = 0; pass < CLSMEM_MAX_PASSES && subject->kernels[pass]; pass++)
        if (first_of(subject, pass) == pass)
            clsmem_lint_unload(subject->kernels[pass]);
    memset(subject->kernels, 0, sizeof subject->kernels);
    subject->view = NULL;
}

static enum clsmem_status load(struct subject *subject, const struct clsmem_lint_view *view)
{
    enum clsmem_status status = CLSMEM_OK;

    if (subject->view == view)
        return CLSMEM_OK;
    unload(subject);
    for (size_t pass = 0; status == CLSMEM_OK && pass < CLSMEM_MAX_PASSES && subject->own.plan.passes[pass].entry;
         pass++) {
        const size_t first = first_of(subject, pass);

        if (first < pass)
            subject->kernels[pass] = subject->kernels[first];
        else
            status = clsmem_lint_suite_load(&subject->own, pass, view, &subject->kernels[pass]);
    }
    subject->view = status == CLSMEM_OK ? view : NULL;
    return status;
}

/* What one class makes of all passes together. */
struct sums {
    double passes, ideal, worst, bytes, sectors, operations;
    struct clsmem_lint_place place;
    char file[48];
    bool is_known;
};

static void add_flops(struct sums *sums, const struct clsmem_lint_flops *flops)
{
    sums->operations += 2 * (double)flops->multiply_adds + (double)flops->additions + (double)flops->multiplications +
                        (double)flops->others;
}

static void add_report(struct sums *sums, const struct clsmem_lint_report *report)
{
    for (int op = 0; op < 3; op++) {
        sums->passes += (double)report->totals.joined[op].passes;
        sums->ideal += (double)report->totals.joined[op].ideal;
        sums->bytes += (double)report->totals.global[op].bytes;
        sums->sectors += (double)report->totals.global[op].sectors;
    }
    add_flops(sums, &report->totals.half);
    add_flops(sums, &report->totals.single);
    add_flops(sums, &report->totals.dbl);
    for (size_t i = 0; i < report->access_count; i++) {
        const struct clsmem_lint_access *const access = &report->accesses[i];
        const double degree = clsmem_lint_degree(&access->joined);

        sums->is_known &= access->is_known;
        if (access->joined.instructions == 0 || degree <= sums->worst)
            continue;
        sums->worst = degree;
        sums->place = access->place;
        snprintf(sums->file, sizeof sums->file, "%s", access->place.file);
    }
}

static void report_findings(struct suite *suite, const struct subject *subject,
                            const struct clsmem_lint_report *report)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct clsmem_lint_finding *const finding = &report->findings[i];

        if (!clsmem_lint_finding_is_error(finding->kind))
            continue;
        fprintf(suite->out, "    %s.%s: %s:%u:%u: %s: %s\n", subject->own.kernel->name, subject->own.variant->name,
                finding->place.file, finding->place.line, finding->place.column,
                clsmem_lint_finding_word(finding->kind), finding->text);
        suite->is_wrong = true;
    }
}

static enum clsmem_status run_class(struct suite *suite, struct subject *subject,
                                    const struct clsmem_bank_class *bank_class, struct sums *sums)
{
    enum clsmem_status status = load(subject, clsmem_lint_suite_view_of(bank_class));

    *sums = (struct sums){ .is_known = true };
    for (size_t pass = 0; status == CLSMEM_OK && pass < CLSMEM_MAX_PASSES && subject->kernels[pass]; pass++) {
        const struct clsmem_lint_options options = {
            .bank_class = bank_class,
            .threads = suite->settings->threads,
            .deadline_s = suite->settings->deadline_s,
            .stop = suite->stop,
        };
        struct clsmem_lint_suite_launch launch;
        struct clsmem_lint_report *report;

        clsmem_lint_suite_launch_make(&subject->own, pass, &subject->files, &launch);
        status = clsmem_lint_run(subject->kernels[pass], &launch.launch, &options, &report);
        if (status != CLSMEM_OK)
            break;
        add_report(sums, report);
        /* Faults as the source has them: other views may have moved them. */
        if (strcmp(subject->view->name, "source") == 0 && !subject->was_checked)
            report_findings(suite, subject, report);
        clsmem_lint_report_release(report);
    }
    subject->was_checked |= strcmp(clsmem_lint_suite_view_of(bank_class)->name, "source") == 0;
    return status;
}

static void write_prediction(const struct suite *suite, const struct subject *subject,
                             const struct clsmem_bank_class *bank_class, const struct sums *sums)
{
    const struct clsmem_sources embedded = { NULL };
    const struct clsmem_kernel *const kernel = subject->own.kernel;
    uint64_t files = 0;
    char shape[32] = "";

    if (!suite->predictions)
        return;
    (void)clsmem_program_files_hash(&embedded, kernel->name, &files);
    for (size_t i = 0; i < CLSMEM_MAX_EXTENTS && kernel->extents[i]; i++)
        snprintf(shape + strlen(shape), sizeof shape - strlen(shape), "%s%zu", i ? "x" : "",
                 subject->own.problem.extent[i]);
    fprintf(suite->predictions, "%s.%s\t%s\t%s\t%s\t%s\t%016" PRIx64 "\t%s\t%.0f\t%.0f\t%.4f\t", kernel->name,
            subject->own.variant->name, clsmem_type_word(subject->own.problem.type),
            kernel->modes ? kernel->modes[subject->own.problem.mode].name : "-", bank_class->name, subject->view->name,
            files, *shape ? shape : "-", sums->is_known ? sums->passes : 0, sums->is_known ? sums->ideal : 0,
            sums->is_known ? sums->worst : 0);
    if (sums->is_known && sums->worst > 0)
        fprintf(suite->predictions, "%s:%u", sums->file, sums->place.line);
    else
        fputc('-', suite->predictions);
    fprintf(suite->predictions, "\t%.0f\t%.0f\t%.0f\n", sums->bytes, sums->sectors, sums->operations);
}

/* Whether the variant's line owns up to conflicts; that it is free of them does not count. */
static bool speaks_of_conflicts(const struct clsmem_variant *variant)
{
    const bool denies = strstr(variant->shows, "conflict-free") || strstr(variant->shows, "free of conflict");

    return strstr(variant->shows, "collide") || (strstr(variant->shows, "conflict") && !denies);
}

/* Classes without a compiled view are shown accesses as the source has them, which no hardware need execute. */
static bool is_seen_compiled(const char *class_name)
{
    return strcmp(clsmem_lint_suite_view_of(clsmem_bank_class_find(class_name))->name, "source") != 0;
}

static void print_line(struct suite *suite, const struct subject *subject)
{
    const struct clsmem_variant *const variant = subject->own.variant;
    const struct clsmem_mode *const modes = subject->own.kernel->modes;
    char name[160];

    snprintf(name, sizeof name, "%s.%s%s%s", subject->own.kernel->name, variant->name, modes ? " " : "",
             modes ? modes[subject->own.problem.mode].name : "");
    fprintf(suite->out, "%-*s %s", NAME_WIDTH, name, clsmem_type_word(subject->own.problem.type));
    for (size_t i = 0; i < SHOWN; i++) {
        if (subject->degrees[i] > 0)
            fprintf(suite->out, " %10.2f", subject->degrees[i]);
        else
            fprintf(suite->out, " %10s", subject->degrees[i] < 0 ? "unknown" : "-");
    }
    fprintf(suite->out, " %12.0f %12.0f", subject->bytes, subject->operations);
    if (subject->bytes > 0 && subject->operations > 0)
        fprintf(suite->out, " %9.2f", subject->operations / subject->bytes);
    fputc('\n', suite->out);
    for (size_t i = 0; i < SHOWN; i++)
        if (subject->degrees[i] > QUIET_DEGREE && is_seen_compiled(shown_classes[i]) &&
            !speaks_of_conflicts(variant)) {
            fprintf(suite->out, "    %s: a conflict of degree %.2f on %s that \"%s\" does not speak of\n", name,
                    subject->degrees[i], shown_classes[i], variant->shows);
            suite->is_wrong = true;
            break;
        }
}

/* The classes that a variant is run for: a CPU's have no banks. */
static bool wants(const struct subject *subject, const struct clsmem_bank_class *bank_class)
{
    return !subject->own.on_cpu || !clsmem_bank_class_has_banks(bank_class);
}

static void take_degree(struct subject *subject, const struct clsmem_bank_class *bank_class, const struct sums *sums)
{
    for (size_t i = 0; i < SHOWN; i++)
        if (strcmp(bank_class->name, shown_classes[i]) == 0)
            subject->degrees[i] = sums->ideal == 0 ? 0 : sums->is_known ? sums->passes / sums->ideal : -1;
    subject->bytes = sums->bytes;
    subject->operations = sums->operations;
}

static enum clsmem_status run_variant(struct suite *suite, const struct clsmem_kernel *kernel,
                                      const struct clsmem_variant *variant, enum clsmem_type type, size_t mode)
{
    const struct clsmem_problem problem = clsmem_lint_suite_problem(kernel, type, mode);
    struct subject subject = { 0 };
    enum clsmem_status status = CLSMEM_OK;
    size_t class_count;
    const struct clsmem_bank_class *const classes = clsmem_bank_classes(&class_count);

    if (!clsmem_lint_suite_case_make(kernel, variant, &problem, &subject.own))
        return CLSMEM_OK;
    status = clsmem_lint_suite_files_make(&subject.own, &subject.files);
    for (size_t i = 0; status == CLSMEM_OK && i < class_count; i++) {
        struct sums sums;

        if (!wants(&subject, &classes[i]))
            continue;
        status = run_class(suite, &subject, &classes[i], &sums);
        if (status != CLSMEM_OK)
            break;
        write_prediction(suite, &subject, &classes[i], &sums);
        take_degree(&subject, &classes[i], &sums);
    }
    if (status == CLSMEM_OK)
        print_line(suite, &subject);
    else
        fprintf(stderr, "clsmem-lint: %s.%s: %s\n", kernel->name, variant->name, clsmem_error_text());
    unload(&subject);
    clsmem_lint_suite_files_remove(&subject.files);
    return status;
}

/* In all types and modes. */
static enum clsmem_status run_types(struct suite *suite, const struct clsmem_kernel *kernel,
                                    const struct clsmem_variant *variant)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t modes = kernel->mode_count > 0 ? kernel->mode_count : 1;

    for (size_t type = 0; type < CLSMEM_TYPE_COUNT; type++)
        for (size_t mode = 0; clsmem_kernel_has_type(kernel, (enum clsmem_type)type) && mode < modes; mode++)
            if (status == CLSMEM_OK)
                status = run_variant(suite, kernel, variant, (enum clsmem_type)type, mode);
    return status;
}

static enum clsmem_status run_all(struct suite *suite)
{
    enum clsmem_status status = CLSMEM_OK;
    size_t kernel_count;
    const struct clsmem_kernel *const *const kernels = clsmem_kernels(&kernel_count);
    const char *const selection = strcmp(suite->settings->suite, "all") == 0 ? NULL : suite->settings->suite;

    fprintf(suite->out, "%-*s    ", NAME_WIDTH, "kernel.variant");
    for (size_t i = 0; i < SHOWN; i++)
        fprintf(suite->out, " %10s", shown_classes[i]);
    fprintf(suite->out, " %12s %12s %9s\n", "bytes", "operations", "a byte");
    for (size_t k = 0; k < kernel_count; k++)
        for (size_t v = 0; v < kernels[k]->variant_count; v++)
            if (status == CLSMEM_OK && clsmem_kernel_selected(selection, kernels[k], &kernels[k]->variants[v]) &&
                ++suite->variant_count)
                status = run_types(suite, kernels[k], &kernels[k]->variants[v]);
    return status;
}

enum exit_code lint_suite_run(FILE *out, const struct lint_settings *settings, volatile const int *stop)
{
    struct suite suite = { .out = out, .settings = settings, .stop = stop };
    enum clsmem_status status;
    bool is_written = true;

    if (settings->predictions) {
        suite.predictions = fopen(settings->predictions, "w");
        if (!suite.predictions) {
            fprintf(stderr, "clsmem-lint: cannot write %s: %s\n", settings->predictions, strerror(errno));
            return EXIT_USAGE;
        }
        fprintf(suite.predictions,
                "# kernel.variant\ttype\tmode\tbank_class\tview\tfiles\tshape\tpasses\tideal\tworst\tplace\t"
                "bytes\tsectors\toperations\n");
    }
    status = run_all(&suite);
    if (suite.predictions) {
        is_written = !ferror(suite.predictions);
        is_written = fclose(suite.predictions) == 0 && is_written;
    }
    if (suite.variant_count == 0) {
        fprintf(stderr, "clsmem-lint: --suite %s selects no variant; clsmem-bench --list-kernels has them\n",
                settings->suite);
        return EXIT_USAGE;
    }
    if (status != CLSMEM_OK)
        return status == CLSMEM_INTERRUPTED && stop && *stop ? EXIT_STOPPED : EXIT_USAGE;
    if (!is_written) {
        fprintf(stderr, "clsmem-lint: cannot write %s\n", settings->predictions);
        return EXIT_OUTPUT;
    }
    return suite.is_wrong ? EXIT_WRONG : EXIT_RIGHT;
}
