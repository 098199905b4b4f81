/* Child processes: what they say arrives, and none of them can keep the parent waiting. */
#include <CUnit/CUnit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "clsmem/measure.h"
#include "expect.h"
#include "probe_child.h"

#define SECOND 1e9
#define LONG_LINE 3000000

static int say_lines(void *context, int pipe)
{
    char *const line = malloc(LONG_LINE + 1);

    (void)context;
    memset(line, 'x', LONG_LINE);
    line[LONG_LINE] = 0;
    probe_child_say(pipe, "first");
    probe_child_say(pipe, "");
    probe_child_say(pipe, line);
    probe_child_say(pipe, "last");
    free(line);
    return 7;
}

static int hang(void *context, int pipe)
{
    probe_child_say(pipe, "begun");
    while (context == NULL)
        pause();
    return 0;
}

static int crash(void *context, int pipe)
{
    (void)context;
    probe_child_say(pipe, "begun");
    signal(SIGSEGV, SIG_DFL); /* not to a sanitizer */
    raise(SIGSEGV);
    return 0;
}

/* A driver's helper that lives on, and ignores what can be ignored. */
static int leave_grandchild(void *context, int pipe)
{
    char line[32];
    const pid_t grandchild = fork();

    (void)context;
    if (grandchild == 0) {
        close(pipe); /* as an exec would */
        signal(SIGTERM, SIG_IGN);
        for (;;)
            pause();
    }
    snprintf(line, sizeof line, "%ld", (long)grandchild);
    probe_child_say(pipe, line);
    return 0;
}

static enum probe_child_news listen_for(struct probe_child *child, double seconds, char **line)
{
    return probe_child_listen(child, clsmem_host_ns() + seconds * SECOND, line);
}

static void lines_arrive_whole_and_in_order(void)
{
    struct probe_child child;
    struct probe_child_end end;
    char *line;

    EXPECT_EQ_INT(probe_child_start(say_lines, NULL, &child), CLSMEM_OK);
    EXPECT_EQ_INT(listen_for(&child, 20, &line), PROBE_CHILD_LINE);
    EXPECT_EQ_STR(line, "first");
    EXPECT_EQ_INT(listen_for(&child, 20, &line), PROBE_CHILD_LINE);
    EXPECT_EQ_STR(line, "");
    EXPECT_EQ_INT(listen_for(&child, 20, &line), PROBE_CHILD_LINE);
    EXPECT_EQ_SIZE(strspn(line, "x"), LONG_LINE);
    EXPECT_EQ_SIZE(strlen(line), LONG_LINE);
    EXPECT_EQ_INT(listen_for(&child, 20, &line), PROBE_CHILD_LINE);
    EXPECT_EQ_STR(line, "last");
    EXPECT_EQ_INT(listen_for(&child, 20, &line), PROBE_CHILD_CLOSED);
    end = probe_child_end(&child, false);
    EXPECT(end.returned);
    EXPECT_EQ_INT(end.value, 7);
}

static void silence_ends_at_the_deadline_and_the_child_with_it(void)
{
    struct probe_child child;
    struct probe_child_end end;
    const double start_ns = clsmem_host_ns();
    pid_t pid;
    char *line;

    EXPECT_EQ_INT(probe_child_start(hang, NULL, &child), CLSMEM_OK);
    pid = child.pid;
    EXPECT_EQ_INT(listen_for(&child, 20, &line), PROBE_CHILD_LINE);
    EXPECT_EQ_INT(listen_for(&child, 0.3, &line), PROBE_CHILD_SILENT);
    end = probe_child_end(&child, true);
    EXPECT(!end.returned);
    EXPECT_EQ_INT(kill(pid, 0), -1);
    EXPECT(clsmem_host_ns() - start_ns > 0.3 * SECOND);
    EXPECT(clsmem_host_ns() - start_ns < 10 * SECOND);
}

static void a_crash_is_told_in_words(void)
{
    struct probe_child child;
    struct probe_child_end end;
    char *line;

    EXPECT_EQ_INT(probe_child_start(crash, NULL, &child), CLSMEM_OK);
    EXPECT_EQ_INT(listen_for(&child, 20, &line), PROBE_CHILD_LINE);
    EXPECT_EQ_INT(listen_for(&child, 20, &line), PROBE_CHILD_CLOSED);
    end = probe_child_end(&child, false);
    EXPECT(!end.returned);
    EXPECT_EQ_STR(end.words, "its process crashed: Segmentation fault");
}

static void a_stop_ends_the_waiting(void)
{
    struct probe_child child;
    char *line;

    EXPECT_EQ_INT(probe_child_start(hang, NULL, &child), CLSMEM_OK);
    EXPECT_EQ_INT(listen_for(&child, 20, &line), PROBE_CHILD_LINE);
    probe_stop = 1;
    EXPECT_EQ_INT(listen_for(&child, 20, &line), PROBE_CHILD_STOPPED);
    probe_stop = 0;
    probe_child_end(&child, true);
}

static void sleep_for(double seconds)
{
    struct timespec pause = { .tv_sec = (time_t)seconds };

    pause.tv_nsec = (long)((seconds - (double)pause.tv_sec) * SECOND);
    while (nanosleep(&pause, &pause) != 0)
        ;
}

/* Stops its parent for two seconds, as Ctrl-Z would, and speaks after that. */
static int speak_after_a_stop(void *context, int pipe)
{
    const pid_t parent = getppid();

    (void)context;
    probe_child_say(pipe, "begun");
    sleep_for(0.2);
    kill(parent, SIGSTOP);
    sleep_for(2);
    kill(parent, SIGCONT);
    sleep_for(0.3);
    probe_child_say(pipe, "ended");
    return 0;
}

static void time_in_which_the_parent_was_stopped_does_not_count(void)
{
    struct probe_child child;
    char *line;

    EXPECT_EQ_INT(probe_child_start(speak_after_a_stop, NULL, &child), CLSMEM_OK);
    EXPECT_EQ_INT(listen_for(&child, 20, &line), PROBE_CHILD_LINE);
    EXPECT_EQ_INT(listen_for(&child, 1.5, &line), PROBE_CHILD_LINE);
    EXPECT_EQ_STR(line, "ended");
    probe_child_end(&child, true);
}

static void what_a_child_started_ends_with_it(void)
{
    const struct timespec pause = { .tv_nsec = 20000000 };
    struct probe_child child;
    bool runs = true;
    pid_t grandchild;
    char *line;

    EXPECT_EQ_INT(probe_child_start(leave_grandchild, NULL, &child), CLSMEM_OK);
    EXPECT_EQ_INT(listen_for(&child, 20, &line), PROBE_CHILD_LINE);
    grandchild = (pid_t)atol(line);
    CU_ASSERT_FATAL(grandchild > 1);
    EXPECT_EQ_INT(listen_for(&child, 20, &line), PROBE_CHILD_CLOSED);
    EXPECT_EQ_INT(kill(grandchild, 0), 0);
    probe_child_end(&child, false);
    /* It is killed by now, but somebody has to collect it before its number is free. */
    for (int i = 0; runs && i < 250; i++) {
        char path[64], state[512] = "";
        FILE *file;

        snprintf(path, sizeof path, "/proc/%ld/stat", (long)grandchild);
        file = fopen(path, "r");
        if (file)
            state[fread(state, 1, sizeof state - 1, file)] = 0;
        runs = file && !strstr(state, ") Z ");
        if (file)
            fclose(file);
        if (runs)
            nanosleep(&pause, NULL);
    }
    EXPECT(!runs);
}

CU_TestInfo probe_child_tests[] = {
    TEST(lines_arrive_whole_and_in_order),
    TEST(silence_ends_at_the_deadline_and_the_child_with_it),
    TEST(a_crash_is_told_in_words),
    TEST(a_stop_ends_the_waiting),
    TEST(time_in_which_the_parent_was_stopped_does_not_count),
    TEST(what_a_child_started_ends_with_it),
    CU_TEST_INFO_NULL,
};
