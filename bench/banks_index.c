/*
 * --index: asks the OpenCL compiler of a CPU device. It runs in a process of its own: an expression may divide by zero,
 * follow a wild pointer or never end, and the compiler may print what it likes.
 */
#include "banks_index.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clsmem/bank_index.h"

#define MOST_SECONDS 60

static enum exit_code complain(const char *text)
{
    fprintf(stderr, "clsmem-banks: %s\n", text);
    return EXIT_NO_DEVICE;
}

static enum exit_code evaluate_on(const struct clsmem_device *device, const struct banks_settings *settings,
                                  unsigned lanes, int64_t *indices)
{
    const unsigned width = settings->has_tile ? (unsigned)settings->tile.layout.cols : lanes;
    struct clsmem_program program;
    struct clsmem_bank_tile tile = settings->tile;
    enum exit_code code = EXIT_RIGHT;

    /* Without a tile its macros are those of one row of all lanes. */
    if (!settings->has_tile) {
        tile.rows = 1;
        tile.layout.cols = lanes;
    }

    const enum clsmem_status status =
        clsmem_bank_index(device, settings->index, &tile, width, lanes, indices, &program);

    if (status == CLSMEM_BUILD_FAILED) {
        fprintf(stderr, "clsmem-banks: --index is no expression that OpenCL C takes; the compiler says:\n%s\n",
                program.log && *program.log ? program.log : clsmem_error_text());
        code = EXIT_USAGE;
    } else if (status != CLSMEM_OK) {
        code = complain(clsmem_error_text());
    }
    clsmem_program_release(&program);
    return code;
}

static enum exit_code evaluate(const struct banks_settings *settings, unsigned lanes, int64_t *indices)
{
    struct clsmem_device_list list = { 0 };
    struct clsmem_device device = { 0 };
    enum exit_code code;
    size_t *chosen = NULL, count = 0;

    if (clsmem_device_list(&list) != CLSMEM_OK || !(chosen = calloc(list.count + 1, sizeof *chosen)))
        code = complain("the OpenCL devices cannot be listed");
    else if (clsmem_device_select(&list, "cpu", chosen, &count) != CLSMEM_OK)
        code = complain("--index needs an OpenCL CPU device to compile it: install PoCL (pocl-opencl-icd)");
    else if (clsmem_device_open(&list.devices[chosen[0]], &device) != CLSMEM_OK)
        code = complain(clsmem_error_text());
    else
        code = evaluate_on(&device, settings, lanes, indices);
    clsmem_device_close(&device);
    free(chosen);
    clsmem_device_list_release(&list);
    return code;
}

/* The child's side. _exit: what the parent has buffered is not the child's to print. */
static void evaluate_and_end(const struct banks_settings *settings, unsigned lanes, int out)
{
    int64_t indices[CLSMEM_MAX_LANES];
    enum exit_code code;

    alarm(MOST_SECONDS);
    code = evaluate(settings, lanes, indices);
    if (code == EXIT_RIGHT && write(out, indices, lanes * sizeof *indices) != (ssize_t)(lanes * sizeof *indices))
        code = complain("the indices could not be handed over");
    fflush(stderr);
    _exit((int)code);
}

static enum exit_code collect(pid_t child, int in, unsigned lanes, int64_t *indices)
{
    const size_t bytes = lanes * sizeof *indices;
    size_t used = 0;
    int how = 0;

    for (ssize_t got; used < bytes && (got = read(in, (char *)indices + used, bytes - used)) != 0;) {
        if (got < 0 && errno != EINTR)
            break;
        used += got > 0 ? (size_t)got : 0;
    }
    while (waitpid(child, &how, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(how)) {
        if (WTERMSIG(how) == SIGALRM)
            fprintf(stderr, "clsmem-banks: --index took more than %d seconds\n", MOST_SECONDS);
        else
            fprintf(stderr, "clsmem-banks: --index crashed: %s\n", strsignal(WTERMSIG(how)));
        return EXIT_USAGE;
    }
    if (WEXITSTATUS(how) == EXIT_USAGE || WEXITSTATUS(how) == EXIT_NO_DEVICE)
        return (enum exit_code)WEXITSTATUS(how);
    if (WEXITSTATUS(how) != EXIT_RIGHT) {
        fprintf(stderr, "clsmem-banks: --index crashed with exit code %d\n", WEXITSTATUS(how));
        return EXIT_USAGE;
    }
    return used == bytes ? EXIT_RIGHT : complain("--index ended without its values");
}

enum exit_code banks_index_evaluate(const struct banks_settings *settings, unsigned lanes, int64_t *indices)
{
    int ends[2];
    pid_t child;
    enum exit_code code;

    if (pipe(ends) != 0)
        return complain(strerror(errno));
    fflush(NULL);
    child = fork();
    if (child < 0) {
        code = complain(strerror(errno));
        close(ends[1]);
    } else if (child == 0) {
        close(ends[0]);
        evaluate_and_end(settings, lanes, ends[1]);
        return EXIT_NO_DEVICE; /* never: the line above ends the child */
    } else {
        close(ends[1]);
        code = collect(child, ends[0], lanes, indices);
    }
    close(ends[0]);
    return code;
}
