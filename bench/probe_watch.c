/* Watches the children that measure: deadlines, crashes, and what to run next. */
#include "probe_watch.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/measure.h"
#include "probe_child.h"
#include "probe_complain.h"
#include "probe_work.h"

#define NS_PER_S 1e9
#define MOST_DEATHS 2 /* children in a row that died before a probe began: the device does not open */
#define NO_PROBE CLSMEM_PROBE_COUNT

struct watch {
    const struct probe_settings *settings;
    struct probe_choice *choice;
    enum clsmem_probe running; /* NO_PROBE: the child opens the device, or is done */
    double since_ns;           /* the last news */
    bool done;                 /* nothing is left to run */
    bool stuck;                /* the last child lives, and keeps the driver */
    unsigned deaths;
    char why[256]; /* the last child died */
};

/* The profile inside a line of a child; NULL, with an error text, where it is none. */
static struct clsmem_profile *read_profile(const json_t *event)
{
    struct clsmem_profile *const profile = calloc(1, sizeof *profile);
    const json_t *const object = json_object_get(event, "profile");
    char *const text = object ? json_dumps(object, JSON_COMPACT) : NULL;

    if (profile && text && clsmem_profile_parse(text, "the child process", profile) == CLSMEM_OK) {
        free(text);
        return profile;
    }
    if (!profile || !text)
        clsmem_fail(CLSMEM_NO_MEMORY, "no profile in a child's line, or no memory for it");
    if (profile)
        clsmem_profile_release(profile);
    free(profile);
    free(text);
    return NULL;
}

static void free_profile(struct clsmem_profile *profile)
{
    if (profile)
        clsmem_profile_release(profile);
    free(profile);
}

/* Timings come once, with the end of the banks probe, and go over to each later profile. */
static void replace_profile(struct probe_choice *choice, struct clsmem_profile *profile)
{
    if (profile->timings.count == 0) {
        profile->timings = choice->profile->timings;
        choice->profile->timings = (struct clsmem_timings){ 0 };
    }
    free_profile(choice->profile);
    choice->profile = profile;
}

/* The probes that have not ended. */
static unsigned probes_left(const struct watch *watch)
{
    unsigned left = watch->settings->probes;

    for (int probe = 0; probe < CLSMEM_PROBE_COUNT; probe++)
        if (watch->choice->profile->probes[probe].end != CLSMEM_PROBE_NOT_RUN)
            left &= ~(1u << probe);
    return left;
}

static void set_state(struct watch *watch, enum clsmem_probe probe, enum clsmem_probe_end end, const char *reason)
{
    struct clsmem_probe_state *const state = &watch->choice->profile->probes[probe];

    state->end = end;
    state->seconds = (clsmem_host_ns() - watch->since_ns) / NS_PER_S;
    snprintf(state->reason, sizeof state->reason, "%s", reason);
}

static unsigned count_bits(unsigned bits)
{
    unsigned count = 0;

    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* Counts the probes that were asked for; one that others build on may come of itself, and has no number. */
static void show_progress(const struct watch *watch)
{
    const unsigned asked = watch->settings->probes;

    if (!isatty(STDERR_FILENO))
        return;
    fputs("\r\033[K", stderr);
    if (watch->running != NO_PROBE) {
        fprintf(stderr, "device %u", watch->choice->index);
        if ((asked >> watch->running & 1) != 0)
            fprintf(stderr, ", probe %u of %u", count_bits(asked & ((2u << watch->running) - 1)), count_bits(asked));
        fprintf(stderr, ": %s", clsmem_probe_summary(watch->running));
    }
    fflush(stderr);
}

static enum clsmem_probe probe_of(const json_t *event, const char *key)
{
    const char *const word = json_string_value(json_object_get(event, key));

    for (int probe = 0; word && probe < CLSMEM_PROBE_COUNT; probe++)
        if (strcmp(word, clsmem_probe_word((enum clsmem_probe)probe)) == 0)
            return (enum clsmem_probe)probe;
    return NO_PROBE;
}

/* The probe at work, if there is one, ends like that; without one, the process died on its own account. */
static void lose_child(struct watch *watch, enum clsmem_probe_end end, const char *reason)
{
    snprintf(watch->why, sizeof watch->why, "%s", reason);
    if (watch->running != NO_PROBE && watch->choice->profile->probes[watch->running].end == CLSMEM_PROBE_NOT_RUN)
        set_state(watch, watch->running, end, reason);
}

static void take_done(struct watch *watch, const json_t *event)
{
    const char *const status = json_string_value(json_object_get(event, "done"));
    const char *const text = json_string_value(json_object_get(event, "text"));

    if (strcmp(status, clsmem_status_word(CLSMEM_OK)) == 0)
        watch->done = true;
    else
        lose_child(watch, CLSMEM_PROBE_FAILED, text && *text ? text : status);
}

/* True: it was the child's last line. */
static bool take_line(struct watch *watch, const char *line)
{
    json_t *const event = json_loads(line, 0, NULL);
    const enum clsmem_probe begun = probe_of(event, "begin"), ended = probe_of(event, "end");
    const bool done = json_is_string(json_object_get(event, "done"));

    if (ended != NO_PROBE || done) {
        struct clsmem_profile *const profile = read_profile(event);

        if (profile)
            replace_profile(watch->choice, profile);
        else if (ended != NO_PROBE)
            set_state(watch, ended, CLSMEM_PROBE_FAILED, clsmem_error_text());
    }
    if (done)
        take_done(watch, event);
    watch->running = begun;
    watch->since_ns = clsmem_host_ns();
    show_progress(watch);
    json_decref(event);
    return done;
}

/* Without a reason, the child's own end is one. A child that cannot even be killed is told of, whatever else is. */
static void end_child(struct watch *watch, struct probe_child *child, bool kill_it, enum clsmem_probe_end how,
                      const char *reason)
{
    const struct probe_child_end end = probe_child_end(child, kill_it);
    char words[sizeof watch->why];

    watch->stuck = end.lives;
    if (reason && end.lives)
        snprintf(words, sizeof words, "%s; %s", reason, end.words);
    else
        snprintf(words, sizeof words, "%s", reason ? reason : end.words);
    lose_child(watch, how, words);
}

/* True: the child said its last word, or has to go. */
static bool take_news(struct watch *watch, struct probe_child *child)
{
    const double deadline_s = watch->settings->deadline_s;
    char reason[64], *line;

    switch (probe_child_listen(child, watch->since_ns + deadline_s * NS_PER_S, &line)) {
    case PROBE_CHILD_LINE:
        if (!take_line(watch, line))
            return false;
        (void)probe_child_end(child, false);
        return true;
    case PROBE_CHILD_SILENT:
        snprintf(reason, sizeof reason, "%s %g s",
                 watch->running == NO_PROBE ? "the device was not open within" : "did not end within", deadline_s);
        end_child(watch, child, true, CLSMEM_PROBE_DEADLINE, reason);
        return true;
    case PROBE_CHILD_CLOSED:
        end_child(watch, child, false, CLSMEM_PROBE_FAILED, NULL);
        return true;
    case PROBE_CHILD_NO_MEMORY:
        end_child(watch, child, true, CLSMEM_PROBE_FAILED, "no memory on the host");
        return true;
    case PROBE_CHILD_STOPPED:
        end_child(watch, child, true, CLSMEM_PROBE_NOT_RUN, "stopped by the user");
        if (watch->stuck)
            probe_complain(EXIT_STOPPED, "%s", watch->why);
        break;
    }
    return true;
}

static unsigned count_ends(const struct clsmem_profile *profile, enum clsmem_probe_end end)
{
    unsigned count = 0;

    for (int probe = 0; probe < CLSMEM_PROBE_COUNT; probe++)
        count += profile->probes[probe].end == end;
    return count;
}

static void run_child(struct watch *watch)
{
    struct probe_work work = { .settings = watch->settings,
                               .index = watch->choice->index,
                               .probes = probes_left(watch),
                               .profile = watch->choice->profile };
    const unsigned waiting = count_ends(watch->choice->profile, CLSMEM_PROBE_NOT_RUN);
    struct probe_child child;

    watch->running = NO_PROBE;
    watch->since_ns = clsmem_host_ns();
    if (probe_child_start(probe_work_measure, &work, &child) != CLSMEM_OK)
        lose_child(watch, CLSMEM_PROBE_FAILED, clsmem_error_text());
    else
        while (!take_news(watch, &child))
            ;
    /* Whatever became of a probe, the next child begins behind it: only one that settled none came to nothing. */
    if (count_ends(watch->choice->profile, CLSMEM_PROBE_NOT_RUN) != waiting)
        watch->deaths = 0;
    else
        watch->deaths++;
    watch->running = NO_PROBE;
    show_progress(watch);
}

/* Of all that did not run. */
static void set_states(struct watch *watch, enum clsmem_probe_end end, const char *reason)
{
    const unsigned left = probes_left(watch);

    watch->since_ns = clsmem_host_ns();
    for (int probe = 0; probe < CLSMEM_PROBE_COUNT; probe++)
        if ((left >> probe & 1) != 0)
            set_state(watch, (enum clsmem_probe)probe, end, reason);
}

/* What was left when two processes in a row had died, or one does not go. */
static void give_up(struct watch *watch)
{
    char reason[sizeof watch->why + 48];

    snprintf(reason, sizeof reason, "given up%s: %s", watch->stuck ? "" : ", after two processes in a row",
             watch->why);
    set_states(watch, CLSMEM_PROBE_FAILED, reason);
}

enum exit_code probe_watch_measure(const struct probe_settings *settings, struct probe_choice *choice)
{
    struct watch watch = { .settings = settings, .choice = choice };
    char text[sizeof watch.why + CLSMEM_NAME_BYTES + 64];

    while (!watch.done && !watch.stuck && !probe_stop && watch.deaths < MOST_DEATHS && probes_left(&watch) != 0)
        run_child(&watch);
    if (probe_stop) {
        set_states(&watch, CLSMEM_PROBE_NOT_RUN, "stopped by the user");
        return EXIT_STOPPED;
    }
    if (watch.stuck || watch.deaths >= MOST_DEATHS) {
        const bool any = count_ends(choice->profile, CLSMEM_PROBE_OK) > 0 ||
                         count_ends(choice->profile, CLSMEM_PROBE_SKIPPED) > 0 ||
                         count_ends(choice->profile, CLSMEM_PROBE_DEADLINE) > 0;

        give_up(&watch);
        snprintf(text, sizeof text, "device %u (%s): %s", choice->index, choice->profile->device, watch.why);
        if (!any)
            return probe_complain(EXIT_NO_DEVICE, "%s", text);
    }
    return count_ends(choice->profile, CLSMEM_PROBE_FAILED) + count_ends(choice->profile, CLSMEM_PROBE_DEADLINE) > 0
               ? EXIT_WRONG
               : EXIT_RIGHT;
}

static enum exit_code complain_of_hang(const struct probe_child_end *end)
{
    return probe_complain(EXIT_NO_DEVICE, "a driver hangs: no list of devices after a minute%s%s",
                          end->lives ? "; " : "", end->lives ? end->words : "");
}

static enum exit_code wait_for_list(struct probe_child *child)
{
    const double deadline_ns = clsmem_host_ns() + PROBE_WATCH_OTHER_S * NS_PER_S;
    struct probe_child_end end;
    enum probe_child_news news;
    char *line;

    do
        news = probe_child_listen(child, deadline_ns, &line);
    while (news == PROBE_CHILD_LINE);
    end = probe_child_end(child, news != PROBE_CHILD_CLOSED);
    if (news == PROBE_CHILD_STOPPED)
        return EXIT_STOPPED;
    if (news == PROBE_CHILD_SILENT)
        return complain_of_hang(&end);
    return end.returned ? (enum exit_code)end.value : probe_complain(EXIT_NO_DEVICE, "%s", end.words);
}

enum exit_code probe_watch_list(const struct probe_settings *settings)
{
    struct probe_work work = { .settings = settings };
    struct probe_child child;

    if (probe_child_start(probe_work_list, &work, &child) != CLSMEM_OK)
        return probe_complain(EXIT_NO_DEVICE, "%s", clsmem_error_text());
    return wait_for_list(&child);
}

/* True: one more device, or the complaint in `code`. */
static bool take_choice(const char *line, struct probe_choices *choices, enum exit_code *code)
{
    json_t *const event = json_loads(line, 0, NULL);
    const json_t *const index = json_object_get(event, "device");
    const char *const text = json_string_value(json_object_get(event, "text"));
    struct probe_choice *const devices =
        index ? realloc(choices->devices, (choices->count + 1) * sizeof *devices) : NULL;
    struct clsmem_profile *const profile = devices ? read_profile(event) : NULL;

    if (devices)
        choices->devices = devices;
    if (profile)
        choices->devices[choices->count++] =
            (struct probe_choice){ .index = (unsigned)json_integer_value(index), .profile = profile };
    else if (text)
        *code = probe_complain((enum exit_code)json_integer_value(json_object_get(event, "fail")), "%s", text);
    else
        *code = probe_complain(EXIT_NO_DEVICE, "%s", clsmem_error_text());
    json_decref(event);
    return profile != NULL;
}

static enum exit_code wait_for_choice(struct probe_child *child, struct probe_choices *choices)
{
    const double deadline_ns = clsmem_host_ns() + PROBE_WATCH_OTHER_S * NS_PER_S;
    enum exit_code code = EXIT_RIGHT;
    struct probe_child_end end;
    enum probe_child_news news;
    char *line;

    do
        news = probe_child_listen(child, deadline_ns, &line);
    while (news == PROBE_CHILD_LINE && take_choice(line, choices, &code));
    end = probe_child_end(child, news == PROBE_CHILD_SILENT || news == PROBE_CHILD_STOPPED);
    if (news == PROBE_CHILD_STOPPED)
        return EXIT_STOPPED;
    if (news == PROBE_CHILD_SILENT)
        return complain_of_hang(&end);
    if (code == EXIT_RIGHT && (!end.returned || end.value != EXIT_RIGHT || choices->count == 0))
        return probe_complain(EXIT_NO_DEVICE, "%s", end.words);
    return code;
}

enum exit_code probe_watch_choose(const struct probe_settings *settings, struct probe_choices *choices)
{
    struct probe_work work = { .settings = settings };
    struct probe_child child;
    enum exit_code code;

    *choices = (struct probe_choices){ 0 };
    if (probe_child_start(probe_work_choose, &work, &child) != CLSMEM_OK)
        return probe_complain(EXIT_NO_DEVICE, "%s", clsmem_error_text());
    code = wait_for_choice(&child, choices);
    if (code != EXIT_RIGHT)
        probe_choices_release(choices);
    return code;
}

void probe_choices_release(struct probe_choices *choices)
{
    for (size_t i = 0; i < choices->count; i++)
        free_profile(choices->devices[i].profile);
    free(choices->devices);
    *choices = (struct probe_choices){ 0 };
}
