/*
 * A fuzzer of clsmem-lint: changes kernels at random and looks whether reading and running them crashes or hangs.
 *   clsmem-lint-fuzz FOLDER SECONDS SEED <CASES
 * A line of CASES is PATH, kernel, build options, global and local size and arguments with tabs between them; where
 * LLVM is there, the kernels of the suite are added. Each case runs in a process of its own. What went wrong is kept in
 * FOLDER, with the command that shows it again. Exit code: 0 nothing went wrong, 1 something did, 2 usage.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clsmem/lint_suite.h"
#include "clsmem/plan.h"
#include "clsmem/program.h"
#include "clsmem/registry.h"
#include "lint_fuzz_mutate.h"
#include "lint_settings.h"

#define DEADLINE_S 0.5
/* Clang and a busy machine take their time, too. */
#define HANG_S 60
#define PATH_ROOM 512
#define NAME_ROOM 128
#define ARGS_ROOM 1024

/* How the process of a case ends; sanitizers and signals end it with something else. */
enum outcome { OUTCOME_RAN = 100, OUTCOME_REFUSED, OUTCOME_LATE, OUTCOME_SPEECHLESS };

struct fuzz_case {
    struct fuzz_text text;
    bool is_ptx;
    char kernel[NAME_ROOM], build_options[PATH_ROOM], global[NAME_ROOM], local[NAME_ROOM], args[ARGS_ROOM];
};

struct fuzz {
    const char *folder;
    struct fuzz_random random;
    unsigned long long seed;
    struct fuzz_case *cases;
    size_t case_count;
    size_t tried, ran, refused, late, faults;
};

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "clsmem-lint-fuzz: %s\n", what);
    exit(2);
}

static struct fuzz_case *add_case(struct fuzz *fuzz)
{
    struct fuzz_case *const grown = realloc(fuzz->cases, (fuzz->case_count + 1) * sizeof *grown);

    if (!grown)
        give_up("no memory");
    fuzz->cases = grown;
    grown[fuzz->case_count] = (struct fuzz_case){ 0 };
    return &grown[fuzz->case_count++];
}

static void read_file(const char *path, struct fuzz_text *text)
{
    static char bytes[1 << 20];
    FILE *const file = fopen(path, "rb");
    size_t count = 0;

    if (file) {
        count = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
    }
    if (count == 0 || !fuzz_text_set(text, bytes, count)) {
        fprintf(stderr, "clsmem-lint-fuzz: cannot read %s\n", path);
        exit(2);
    }
}

/* The next field of a line, cut off in place. */
static const char *next_field(char **rest)
{
    char *const field = *rest;
    const size_t length = strcspn(field, "\t\n");

    *rest = field + length + (field[length] != '\0');
    field[length] = '\0';
    return field;
}

static void read_cases(struct fuzz *fuzz)
{
    char *line = NULL;
    size_t room = 0;

    while (getline(&line, &room, stdin) != -1) {
        struct fuzz_case *const own = add_case(fuzz);
        char *rest = line;
        const char *const path = next_field(&rest);

        read_file(path, &own->text);
        own->is_ptx = strstr(path, ".ptx") != NULL;
        snprintf(own->kernel, sizeof own->kernel, "%s", next_field(&rest));
        snprintf(own->build_options, sizeof own->build_options, "%s", next_field(&rest));
        snprintf(own->global, sizeof own->global, "%s", next_field(&rest));
        snprintf(own->local, sizeof own->local, "%s", next_field(&rest));
        snprintf(own->args, sizeof own->args, "%s", next_field(&rest));
    }
    free(line);
}

static void write_sizes(char *text, size_t room, const size_t *sizes, size_t count)
{
    size_t used = 0;

    for (size_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%zu", i > 0 ? "," : "", sizes[i]);
}

static void add_suite_case(struct fuzz *fuzz, const struct clsmem_lint_suite_case *made)
{
    const struct clsmem_sources embedded = { NULL };
    const struct clsmem_recipe recipe = {
        .stem = made->kernel->name,
        .label = "fuzz",
        .type = made->problem.type,
        .variant_params = made->variant->params,
        .plan_params = made->plan.params,
    };
    struct clsmem_lint_suite_launch launch;
    struct fuzz_case *own;
    size_t used = 0;
    char *text;

    if (clsmem_program_text(&embedded, &recipe, made->on_cpu, &text) != CLSMEM_OK)
        give_up(clsmem_error_text());
    own = add_case(fuzz);
    if (!fuzz_text_set(&own->text, text, strlen(text)))
        give_up("no memory");
    free(text);
    clsmem_lint_suite_launch_make(made, 0, NULL, &launch);
    snprintf(own->kernel, sizeof own->kernel, "%s", made->plan.passes[0].entry);
    write_sizes(own->global, sizeof own->global, launch.launch.global, launch.launch.dimensions);
    write_sizes(own->local, sizeof own->local, launch.launch.local, launch.launch.dimensions);
    for (size_t i = 0; i < launch.launch.arg_count; i++)
        used += (size_t)snprintf(own->args + used, sizeof own->args - used, " %s", launch.args[i]);
}

static void add_suite(struct fuzz *fuzz)
{
    size_t count;
    const struct clsmem_kernel *const *const kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++)
        for (size_t v = 0; v < kernels[k]->variant_count; v++) {
            const struct clsmem_problem problem =
                clsmem_lint_suite_problem(kernels[k], clsmem_kernel_type(kernels[k]), 0);
            struct clsmem_lint_suite_case made;

            if (clsmem_lint_suite_case_make(kernels[k], &kernels[k]->variants[v], &problem, &made))
                add_suite_case(fuzz, &made);
        }
}

/* Another argument in the place of one; the launch stays as it is otherwise. */
static void change_args(struct fuzz_random *random, struct fuzz_case *own)
{
    static const char *const specs[] = { "0",      "-",       "f:1",  "u:64:0",      "b:7",    "z:4096", "l:4",
                                         "l:1024", "c:32:-1", "i:-1", "i:100000000", "r:-0.5", "d:64",   "U:9:3" };
    const size_t target = fuzz_below(random, 4);
    char changed[ARGS_ROOM + NAME_ROOM] = "";
    size_t used = 0, index = 0;

    for (char *rest = own->args, *word; *(rest += strspn(rest, " ")); index++) {
        const char *const spec = specs[fuzz_below(random, sizeof specs / sizeof specs[0])];
        size_t length = strcspn(rest, " ");

        word = rest;
        rest += length;
        if (used + length + NAME_ROOM > sizeof changed)
            break;
        used +=
            (size_t)(index == target ? snprintf(changed + used, sizeof changed - used, " %s", spec)
                                     : snprintf(changed + used, sizeof changed - used, " %.*s", (int)length, word));
    }
    snprintf(own->args, sizeof own->args, "%.*s", (int)sizeof own->args - 1, changed);
}

static void change_sizes(struct fuzz_random *random, struct fuzz_case *own)
{
    static const char *const sizes[][2] = { { "64", "64" },     { "1024", "1024" },   { "33", "33" },
                                            { "16,16", "8,8" }, { "8,4,2", "4,2,1" }, { "1", "1" },
                                            { "96", "48" } };
    const size_t chosen = fuzz_below(random, sizeof sizes / sizeof sizes[0]);

    snprintf(own->global, sizeof own->global, "%s", sizes[chosen][0]);
    snprintf(own->local, sizeof own->local, "%s", sizes[chosen][1]);
}

/* Reads and runs the case; this is the child's process. */
static enum outcome run_case(const struct fuzz_case *own, const char *path, const struct clsmem_lint_view *view)
{
    const struct clsmem_lint_source source = {
        .path = path, .kernel = own->kernel, .build_options = own->build_options, .view = view
    };
    const struct clsmem_lint_options options = {
        .groups = CLSMEM_LINT_GROUPS_SOME, .group_count = 2, .threads = 2, .deadline_s = DEADLINE_S
    };
    struct clsmem_lint_launch launch = { 0 };
    struct clsmem_lint_report *report = NULL;
    struct clsmem_lint_kernel *kernel = NULL;
    struct lint_sizes global, local = { 0 };
    char **args = NULL;
    enum clsmem_status status = lint_sizes_read(own->global, "global", 1, &global);

    if (status == CLSMEM_OK && *own->local)
        status = lint_sizes_read(own->local, "local", 1, &local);
    if (status == CLSMEM_OK)
        status = lint_args_add(own->args, &args, &launch.arg_count);
    if (status == CLSMEM_OK)
        status = clsmem_lint_load(&source, &kernel);
    if (status == CLSMEM_OK) {
        launch.args = (const char *const *)args;
        launch.dimensions = global.count;
        memcpy(launch.global, global.size, sizeof launch.global);
        memcpy(launch.local, local.size, sizeof launch.local);
        status = clsmem_lint_run(kernel, &launch, &options, &report);
    }
    clsmem_lint_report_release(report);
    clsmem_lint_unload(kernel);
    lint_args_release(args, launch.arg_count);
    if (status != CLSMEM_OK && !*clsmem_error_text())
        return OUTCOME_SPEECHLESS;
    return status == CLSMEM_OK ? OUTCOME_RAN : status == CLSMEM_INTERRUPTED ? OUTCOME_LATE : OUTCOME_REFUSED;
}

/* The wait status of a process that runs the case; what it says goes into FOLDER/said. */
static int try_case(const struct fuzz *fuzz, const struct fuzz_case *own, const char *path,
                    const struct clsmem_lint_view *view)
{
    char said[PATH_ROOM];
    int how = 0;
    pid_t child;

    snprintf(said, sizeof said, "%s/said.%llu", fuzz->folder, fuzz->seed);
    fflush(NULL);
    child = fork();
    if (child < 0)
        give_up("cannot start a process");
    if (child == 0) {
        alarm(HANG_S);
        if (!freopen(said, "w", stderr))
            _exit(2);
        exit((int)run_case(own, path, view)); /* and not _exit: leaks are looked for at the end */
    }
    waitpid(child, &how, 0);
    return how;
}

static void write_text(const char *path, const struct fuzz_text *text)
{
    FILE *const file = fopen(path, "wb");

    if (!file || fwrite(text->bytes, 1, text->count, file) != text->count)
        give_up("cannot write into the folder");
    fclose(file);
}

/* Keeps the text under a name of its own, and says what happened. */
static void report_fault(struct fuzz *fuzz, const struct fuzz_case *own, const char *path,
                         const struct clsmem_lint_view *view, int how)
{
    char kept[PATH_ROOM], said[PATH_ROOM], line[256];
    FILE *file;

    fuzz->faults++;
    snprintf(kept, sizeof kept, "%s/fault.%llu.%zu.%s", fuzz->folder, fuzz->seed, fuzz->tried,
             own->is_ptx ? "ptx" : "cl");
    rename(path, kept);
    if (WIFSIGNALED(how))
        printf("%s, signal %d:", WTERMSIG(how) == SIGALRM ? "hangs" : "crashes", WTERMSIG(how));
    else
        printf("%s, exit code %d:",
               WEXITSTATUS(how) == OUTCOME_SPEECHLESS ? "is refused without a word" : "a sanitizer found something",
               WEXITSTATUS(how));
    printf("\n    clsmem-lint %s %s --kernel '%s' --view %s --build-options '%s' --global %s --local %s --args '%s' "
           "--groups 2 --deadline %g\n",
           own->is_ptx ? "--ptx" : "", kept, own->kernel, view->name, own->build_options, own->global, own->local,
           own->args, DEADLINE_S);
    snprintf(said, sizeof said, "%s/said.%llu", fuzz->folder, fuzz->seed);
    file = fopen(said, "r");
    for (int i = 0; file && i < 25 && fgets(line, sizeof line, file); i++)
        printf("    %s%s", line, strchr(line, '\n') ? "" : "\n");
    if (file)
        fclose(file);
}

static const struct clsmem_lint_view *choose_view(struct fuzz *fuzz, bool is_ptx)
{
    static const char *const names[] = { "source", "nvidia", "gfx942", "gfx90a", "gfx1100" };

    return clsmem_lint_view_find(is_ptx ? "ptx" : names[fuzz_below(&fuzz->random, sizeof names / sizeof names[0])]);
}

static void fuzz_once(struct fuzz *fuzz)
{
    const struct fuzz_case *const from = &fuzz->cases[fuzz_below(&fuzz->random, fuzz->case_count)];
    const struct fuzz_case *const other = &fuzz->cases[fuzz_below(&fuzz->random, fuzz->case_count)];
    const struct clsmem_lint_view *const view = choose_view(fuzz, from->is_ptx);
    struct fuzz_case own = *from;
    char path[PATH_ROOM];
    int how;

    own.text = (struct fuzz_text){ 0 };
    if (!fuzz_text_set(&own.text, from->text.bytes, from->text.count) ||
        !fuzz_mutate(&fuzz->random, &own.text, &other->text))
        give_up("no memory");
    if (fuzz_below(&fuzz->random, 8) == 0)
        change_args(&fuzz->random, &own);
    if (fuzz_below(&fuzz->random, 8) == 0)
        change_sizes(&fuzz->random, &own);
    snprintf(path, sizeof path, "%s/kernel.%llu.%s", fuzz->folder, fuzz->seed, own.is_ptx ? "ptx" : "cl");
    write_text(path, &own.text);
    fuzz->tried++;
    how = try_case(fuzz, &own, path, view);
    if (WIFEXITED(how) && WEXITSTATUS(how) == OUTCOME_RAN)
        fuzz->ran++;
    else if (WIFEXITED(how) && WEXITSTATUS(how) == OUTCOME_REFUSED)
        fuzz->refused++;
    else if (WIFEXITED(how) && WEXITSTATUS(how) == OUTCOME_LATE)
        fuzz->late++;
    else
        report_fault(fuzz, &own, path, view, how);
    free(own.text.bytes);
}

int main(int argc, char **argv)
{
    struct fuzz fuzz = { 0 };
    double end;

    if (argc != 4)
        give_up("FOLDER SECONDS SEED, and cases on stdin");
    fuzz.folder = argv[1];
    fuzz.seed = strtoull(argv[3], NULL, 10);
    fuzz.random.state = (fuzz.seed + 1) * 0x9e3779b97f4a7c15;
    read_cases(&fuzz);
    if (clsmem_lint_has_compiler(NULL, 0))
        add_suite(&fuzz);
    if (fuzz.case_count == 0)
        give_up("no cases");
    for (end = now() + strtod(argv[2], NULL); now() < end;)
        fuzz_once(&fuzz);
    printf("seed %llu: %zu kernels out of %zu: %zu ran, %zu came to the deadline, %zu were refused, %zu faults\n",
           fuzz.seed, fuzz.tried, fuzz.case_count, fuzz.ran, fuzz.late, fuzz.refused, fuzz.faults);
    for (size_t i = 0; i < fuzz.case_count; i++)
        free(fuzz.cases[i].text.bytes);
    free(fuzz.cases);
    return fuzz.faults > 0;
}
