/*
 * A child process that makes the OpenCL calls, so that a driver that hangs or crashes takes only the child along. It tells
 * what happens in lines over a pipe.
 */
#ifndef PROBE_CHILD_H
#define PROBE_CHILD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "clsmem/status.h"

/* Raised by Ctrl-C. */
extern volatile sig_atomic_t probe_stop;

struct probe_child {
    pid_t pid; /* 0: none */
    int lines; /* the pipe's end; -1: closed */
    char *text;
    size_t used, room, taken; /* of the text: read, allocated, and handed out as the last line */
};

/*
 * Runs `work` in a new process and ends it with the value that it returns; `pipe` is for probe_child_say. The parent must
 * have made no OpenCL call before. CLSMEM_DEVICE_FAILED: the system has no process or pipe left. The caller ends the child
 * with probe_child_end, also after a failure.
 */
enum clsmem_status probe_child_start(int (*work)(void *context, int pipe), void *context, struct probe_child *child);

/* In the child: one line to the parent. Ends the process where nobody listens any more. */
void probe_child_say(int pipe, const char *line);

enum probe_child_news {
    PROBE_CHILD_LINE,
    PROBE_CHILD_CLOSED,  /* it ended, or will say no more */
    PROBE_CHILD_SILENT,  /* until the deadline */
    PROBE_CHILD_STOPPED, /* probe_stop was raised */
    PROBE_CHILD_NO_MEMORY
};

/*
 * Waits for a line until the host's clock says deadline_ns; time in which this process was stopped, as by Ctrl-Z, does not
 * count. The line is valid until the next call.
 */
enum probe_child_news probe_child_listen(struct probe_child *child, double deadline_ns, char **line);

/* How a child ended, in words, or as its value. */
struct probe_child_end {
    bool returned; /* then `value` is what its work returned */
    bool lives;    /* not even a kill ended it: another child would meet the same driver */
    int value;
    char words[128]; /* "its process crashed: Segmentation fault" */
};

/*
 * Waits for a child that will say no more; with `kill_it`, or when it does not end by itself within a second, it is killed,
 * with its own children.
 */
struct probe_child_end probe_child_end(struct probe_child *child, bool kill_it);

#endif
