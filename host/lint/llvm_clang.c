/* clang as a child process: its bitcode and its messages come back through pipes, so that no file is left behind. */
#include "llvm_clang.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jump.h"
#include "llvm_options.h"
#include "llvm_words.h"

extern char **environ;

#define MOST_OUTPUT_BYTES ((size_t)1 << 28)
#define MOST_MESSAGE_BYTES 900

/* All that came through one pipe, with a NUL behind it. */
struct capture {
    char *bytes;
    size_t count, capacity;
    bool failed;
};

static bool is_foreign(void)
{
    const char *const asked = getenv("CLSMEM_CLANG");

    return asked && *asked;
}

static const char *clang_path(void)
{
    return is_foreign() ? getenv("CLSMEM_CLANG") : CLSMEM_CLANG_PATH;
}

/* Reads once from the pipe; false at its end. */
static bool capture_some(struct capture *capture, int pipe)
{
    ssize_t got;

    if (capture->capacity - capture->count < 4097) {
        const size_t capacity = capture->capacity * 2 + 65536;
        char *const bytes = capacity <= MOST_OUTPUT_BYTES ? realloc(capture->bytes, capacity) : NULL;

        if (!bytes) {
            capture->failed = true;
            return false;
        }
        capture->bytes = bytes;
        capture->capacity = capacity;
    }
    got = read(pipe, capture->bytes + capture->count, capture->capacity - capture->count - 1);
    if (got > 0)
        capture->count += (size_t)got;
    capture->bytes[capture->count] = '\0';
    return got > 0 || (got < 0 && errno == EINTR);
}

/* Both pipes until both have ended: a child whose messages nobody reads would never end. */
static void capture_both(struct capture *const captures[2], const int pipes[2])
{
    struct pollfd waiting[2] = { { pipes[0], POLLIN, 0 }, { pipes[1], POLLIN, 0 } };

    while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
        if (poll(waiting, 2, -1) < 0 && errno != EINTR)
            return;
        for (size_t i = 0; i < 2; i++)
            if (waiting[i].fd >= 0 && waiting[i].revents != 0 && !capture_some(captures[i], waiting[i].fd))
                waiting[i].fd = -1;
    }
}

static bool open_pipe(int ends[2])
{
    if (pipe(ends) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    /* The child gets its ends by dup2, which clears the flag. */
    return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

static void close_end(int *end)
{
    if (*end >= 0)
        (void)close(*end);
    *end = -1;
}

static enum clsmem_status spawn(char *const *command, int output, int messages, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);

    if (error != 0)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for starting clang");
    error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
    if (error == 0)
        error = posix_spawnp(child, command[0], &actions, NULL, command, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        return clsmem_fail(CLSMEM_NO_DEVICE, "clang %d cannot be started: %s: %s", CLSMEM_CLANG_MAJOR, command[0],
                           strerror(error));
    return CLSMEM_OK;
}

/* Runs the command to its end. CLSMEM_OK whatever its exit code, which is 127 where it could not be started. */
static enum clsmem_status run(char *const *command, struct capture *output, struct capture *messages, int *exit_code)
{
    int output_pipe[2] = { -1, -1 }, message_pipe[2] = { -1, -1 }, ended = 0;
    pid_t child;
    enum clsmem_status status;

    if (!open_pipe(output_pipe) || !open_pipe(message_pipe)) {
        status = clsmem_fail(CLSMEM_IO, "no pipe to clang: %s", strerror(errno));
        goto out;
    }
    CHECK(spawn(command, output_pipe[1], message_pipe[1], &child));
    close_end(&output_pipe[1]);
    close_end(&message_pipe[1]);
    capture_both((struct capture *const[]){ output, messages }, (const int[]){ output_pipe[0], message_pipe[0] });
    close_end(&output_pipe[0]); /* so that a child whose output was too much does not wait for ever */
    close_end(&message_pipe[0]);
    while (waitpid(child, &ended, 0) < 0 && errno == EINTR)
        ;
    *exit_code = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128;
    if (output->failed || messages->failed)
        status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for clang's output");
out:
    close_end(&output_pipe[0]);
    close_end(&output_pipe[1]);
    close_end(&message_pipe[0]);
    close_end(&message_pipe[1]);
    return status;
}

enum clsmem_status lint_llvm_clang_check(void)
{
    char *command[] = { (char *)(uintptr_t)clang_path(), (char[]){ "--version" }, NULL };
    struct capture output = { 0 }, messages = { 0 };
    const char *version = NULL;
    int exit_code = 0;
    enum clsmem_status status;

    CHECK(run(command, &output, &messages, &exit_code));
    if (exit_code == 0 && output.bytes)
        version = strstr(output.bytes, "clang version ");
    if (!version)
        status = clsmem_fail(CLSMEM_NO_DEVICE, "%s is no clang that runs", command[0]);
    else if (strtol(version + strlen("clang version "), NULL, 10) != CLSMEM_CLANG_MAJOR)
        status = clsmem_fail(CLSMEM_NO_DEVICE, "%s is clang %ld, but this clsmem reads what clang %d writes",
                             command[0], strtol(version + strlen("clang version "), NULL, 10), CLSMEM_CLANG_MAJOR);
out:
    free(output.bytes);
    free(messages.bytes);
    return status;
}

/* -I of the folder the file is in, behind the user's own. */
static void add_folder(struct llvm_words *words, const char *path)
{
    char *const folder = malloc(strlen(path) + 2);
    char *slash;

    if (!folder) {
        words->failed = true;
        return;
    }
    strcpy(folder, path);
    slash = strrchr(folder, '/');
    if (slash == folder)
        slash++;
    strcpy(slash ? slash : folder, slash ? "" : ".");
    lint_llvm_word_pair(words, "-I", folder);
    free(folder);
}

/*
 * -O3 keeps clang from marking functions that must not be optimised; no pass runs, though. Extensions: all of
 * Khronos's, as the builtins do; one vendor's would lead a kernel into code that only that vendor runs.
 */
static enum clsmem_status make_command(const struct clsmem_lint_source *source, const struct llvm_view *view,
                                       struct llvm_words *words)
{
    static const char *const fixed[] = {
        "-x",
        "cl",
        "-O3",
        "-Xclang",
        "-disable-llvm-passes",
        "-g",
        "-emit-llvm",
        "-c",
        "-o",
        "-",
        "-w",
        "-nogpulib",
        "-fdebug-compilation-dir=.",
        "-fno-discard-value-names",
        "-fno-crash-diagnostics",
        "-fno-color-diagnostics",
        "-cl-kernel-arg-info",
        "-Xclang",
        "-finclude-default-header",
        "-Xclang",
        "-fdeclare-opencl-builtins",
        "-Xclang",
        "-fpreserve-vec3-type",
        "-Xclang",
        "-cl-ext=+all,-cl_intel_subgroups,-cl_intel_subgroups_short,-cl_intel_required_subgroup_size,"
        "-cl_intel_planar_yuv,-cl_intel_device_side_avc_motion_estimation,-cl_amd_media_ops,"
        "-cl_amd_media_ops2,-__cl_clang_function_pointers",
        "-DFP_FAST_FMA=1",
        "-DFP_FAST_FMAF=1",
        "-target",
    };
    enum clsmem_status status;

    lint_llvm_word(words, clang_path());
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        lint_llvm_word(words, fixed[i]);
    lint_llvm_word(words, view->triple);
    if (view->maker == LLVM_MAKER_AMD)
        lint_llvm_word_pair(words, "-mcpu=", view->cpu);
    if (view->maker == LLVM_MAKER_NVIDIA) {
        lint_llvm_word(words, "-Xclang");
        lint_llvm_word(words, "-target-cpu");
        lint_llvm_word(words, "-Xclang");
        lint_llvm_word(words, view->cpu);
        lint_llvm_word(words, "-Xclang");
        lint_llvm_word(words, "-target-feature");
        lint_llvm_word(words, "-Xclang");
        lint_llvm_word(words, view->features);
    }
    CHECK(lint_llvm_options(source->build_options, words));
    add_folder(words, source->path);
    lint_llvm_word_pair(words, *source->path == '-' ? "./" : "", source->path);
    if (words->failed)
        status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for clang's command line");
out:
    return status;
}

/* clang's words, from the line of the first error on where they are long, without the last line's end. */
static enum clsmem_status report(const char *path, struct capture *messages)
{
    char *from = messages->bytes, *error;
    size_t length;

    if (!from || messages->count == 0)
        return clsmem_fail(CLSMEM_BUILD_FAILED, "%s does not compile, and clang says nothing of why", path);
    error = strstr(from, "error: ");
    if (error && messages->count > MOST_MESSAGE_BYTES) {
        while (error > from && error[-1] != '\n')
            error--;
        from = error;
    }
    length = strlen(from);
    if (length > MOST_MESSAGE_BYTES) {
        length = MOST_MESSAGE_BYTES;
        while (length > 0 && from[length] != '\n')
            length--;
        if (length == 0)
            length = MOST_MESSAGE_BYTES;
    }
    while (length > 0 && from[length - 1] == '\n')
        length--;
    return clsmem_fail(CLSMEM_BUILD_FAILED, "%.*s", (int)length, from);
}

static enum clsmem_status check_file(const char *path)
{
    struct stat about;

    if (stat(path, &about) != 0 || access(path, R_OK) != 0)
        return clsmem_fail(CLSMEM_IO, "%s: %s", path, strerror(errno));
    if (S_ISDIR(about.st_mode))
        return clsmem_fail(CLSMEM_IO, "%s: is a folder", path);
    if (!S_ISREG(about.st_mode)) /* clang would wait for a pipe for ever */
        return clsmem_fail(CLSMEM_IO, "%s: is no regular file", path);
    return CLSMEM_OK;
}

enum clsmem_status lint_llvm_clang_compile(const struct clsmem_lint_source *source, const struct llvm_view *view,
                                           char **bitcode, size_t *bytes)
{
    struct capture output = { 0 }, messages = { 0 };
    struct llvm_words command = { 0 };
    int exit_code = 0;
    enum clsmem_status status;

    *bitcode = NULL;
    *bytes = 0;
    CHECK(check_file(source->path));
    if (is_foreign())
        CHECK(lint_llvm_clang_check());
    CHECK(make_command(source, view, &command));
    CHECK(run(command.list, &output, &messages, &exit_code));
    if (exit_code != 0) {
        /* Not words on the source: then whether it is a clang at all is the question. */
        if (!messages.bytes || !strstr(messages.bytes, "error: "))
            CHECK(lint_llvm_clang_check());
        status = report(source->path, &messages);
        goto out;
    }
    if (!output.bytes || output.count == 0) {
        status = clsmem_fail(CLSMEM_NO_DEVICE, "%s writes nothing", command.list[0]);
        goto out;
    }
    *bitcode = output.bytes;
    *bytes = output.count;
    output.bytes = NULL;
out:
    lint_llvm_words_release(&command);
    free(output.bytes);
    free(messages.bytes);
    return status;
}
