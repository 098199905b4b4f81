/* A child process that makes the OpenCL calls, and its lines over a pipe. */
#include "probe_child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "clsmem/measure.h"

#define SLICE_MS 50       /* of waiting, after which the stop flag is looked at again */
#define GRACE_NS 1e9      /* for a child that has said its last word */
#define KILL_GRACE_NS 5e9 /* for the system to clear away a killed one: a driver may hold it */
#define GAP_NS 1e9        /* between two looks: no waiting takes so long, so the process was stopped */
#define FIRST_ROOM 65536

volatile sig_atomic_t probe_stop;

/*
 * A process group of its own keeps the terminal's Ctrl-C away: the parent decides when the child ends. It also gathers what
 * the driver starts, such as linkers, so that all of it can be killed.
 */
static void prepare_child(pid_t parent)
{
    struct sigaction action = { .sa_handler = SIG_DFL };

    setpgid(0, 0);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(1); /* it died before it could be watched for */
}

enum clsmem_status probe_child_start(int (*work)(void *context, int pipe), void *context, struct probe_child *child)
{
    const pid_t parent = getpid();
    int ends[2];

    *child = (struct probe_child){ .lines = -1 };
    if (pipe(ends) != 0)
        return clsmem_fail(CLSMEM_DEVICE_FAILED, "no pipe to a child process: %s", strerror(errno));
    /* What the driver starts must not hold the pipe open when the child is gone. */
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fflush(NULL);
    child->pid = fork();
    if (child->pid == 0) {
        close(ends[0]);
        prepare_child(parent);
        /* Not exit(): handlers of a driver at exit may hang, and the parent's buffers are not ours to write. */
        _exit(work(context, ends[1]));
    }
    close(ends[1]);
    if (child->pid < 0) {
        child->pid = 0;
        close(ends[0]);
        return clsmem_fail(CLSMEM_DEVICE_FAILED, "no child process: %s", strerror(errno));
    }
    setpgid(child->pid, child->pid); /* as the child does: whoever comes first */
    child->lines = ends[0];
    return CLSMEM_OK;
}

static void write_all(int pipe, const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t written = write(pipe, bytes, count);

        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (errno != EINTR) {
            _exit(1);
        }
    }
}

void probe_child_say(int pipe, const char *line)
{
    write_all(pipe, line, strlen(line));
    write_all(pipe, "\n", 1);
}

/* Forgets the line that was handed out, and makes room to read. */
static bool make_room(struct probe_child *child)
{
    char *text = child->text;

    if (child->taken > 0) {
        memmove(text, text + child->taken, child->used - child->taken);
        child->used -= child->taken;
        child->taken = 0;
    }
    if (child->room - child->used > FIRST_ROOM / 2)
        return true;
    text = realloc(text, child->room ? 2 * child->room : FIRST_ROOM);
    if (!text)
        return false;
    child->room = child->room ? 2 * child->room : FIRST_ROOM;
    child->text = text;
    return true;
}

/* The next whole line of what was read; `from` is where no end of line was found yet. */
static char *take_line(struct probe_child *child, size_t from)
{
    char *const end = child->used > from ? memchr(child->text + from, '\n', child->used - from) : NULL;

    if (!end)
        return NULL;
    *end = 0;
    child->taken = (size_t)(end - child->text) + 1;
    return child->text;
}

enum probe_child_news probe_child_listen(struct probe_child *child, double deadline_ns, char **line)
{
    double looked_ns = clsmem_host_ns();
    size_t searched = 0;

    for (;;) {
        const double now_ns = clsmem_host_ns();
        struct pollfd wait = { .fd = child->lines, .events = POLLIN };
        ssize_t got;

        if (!make_room(child))
            return PROBE_CHILD_NO_MEMORY;
        if ((*line = take_line(child, searched)))
            return PROBE_CHILD_LINE;
        searched = child->used;
        if (probe_stop)
            return PROBE_CHILD_STOPPED;
        if (now_ns - looked_ns > GAP_NS)
            deadline_ns += now_ns - looked_ns;
        looked_ns = now_ns;
        if (now_ns > deadline_ns)
            return PROBE_CHILD_SILENT;
        if (poll(&wait, 1, SLICE_MS) <= 0)
            continue;
        got = read(child->lines, child->text + child->used, child->room - child->used);
        if (got == 0 || (got < 0 && errno != EINTR))
            return PROBE_CHILD_CLOSED;
        child->used += got > 0 ? (size_t)got : 0;
    }
}

/* False: it still runs after so many ns. */
static bool wait_for(pid_t pid, double most_ns, int *status)
{
    const struct timespec pause = { .tv_nsec = 5000000 };
    const double end_ns = clsmem_host_ns() + most_ns;

    for (;;) {
        const pid_t ended = waitpid(pid, status, WNOHANG);

        if (ended == pid)
            return true;
        if ((ended < 0 && errno != EINTR) || clsmem_host_ns() > end_ns)
            return false;
        nanosleep(&pause, NULL);
    }
}

static struct probe_child_end read_status(int status)
{
    struct probe_child_end end = { 0 };

    if (WIFEXITED(status)) {
        end.returned = true;
        end.value = WEXITSTATUS(status);
        snprintf(end.words, sizeof end.words, "its process ended with %d", end.value);
    } else if (WIFSIGNALED(status)) {
        snprintf(end.words, sizeof end.words, "its process crashed: %s", strsignal(WTERMSIG(status)));
    }
    return end;
}

struct probe_child_end probe_child_end(struct probe_child *child, bool kill_it)
{
    struct probe_child_end end = { 0 };
    int status = 0;
    bool ended = false;

    if (child->pid > 0) {
        if (!kill_it)
            ended = wait_for(child->pid, GRACE_NS, &status);
        kill(-child->pid, SIGKILL); /* what it has started, too */
        if (!ended)
            ended = wait_for(child->pid, KILL_GRACE_NS, &status);
        if (ended)
            end = read_status(status);
        else
            end.lives = true;
        if (end.lives)
            snprintf(end.words, sizeof end.words, "its process %ld cannot be killed: the driver holds it",
                     (long)child->pid);
    }
    if (child->lines >= 0)
        close(child->lines);
    free(child->text);
    *child = (struct probe_child){ .lines = -1 };
    return end;
}
