/* The parent's half of clsmem-probe: starts children that measure, and keeps what they found when one hangs or crashes. */
#ifndef PROBE_WATCH_H
#define PROBE_WATCH_H

#include "clsmem/profile.h"
#include "options.h"
#include "probe_settings.h"

struct probe_choice {
    unsigned index;                 /* of the device, as --list prints it */
    struct clsmem_profile *profile; /* never moved, since it points into itself; owned */
};

struct probe_choices {
    struct probe_choice *devices;
    size_t count;
};

/* Ends a child that takes longer than this for what is no probe. */
#define PROBE_WATCH_OTHER_S 60

/* The list of devices, on stdout or as JSON. */
enum exit_code probe_watch_list(const struct probe_settings *settings);

/* The devices that are meant, with profiles of nothing but who they are. After a complaint there are none. */
enum exit_code probe_watch_choose(const struct probe_settings *settings, struct probe_choices *choices);
void probe_choices_release(struct probe_choices *choices);

/*
 * Runs the probes. One that hangs is given up at the deadline, one that takes its process along has failed; the others
 * run in a new process. EXIT_WRONG: one failed; EXIT_STOPPED: the user ended it; EXIT_NO_DEVICE: none could run, and a
 * complaint says why.
 */
enum exit_code probe_watch_measure(const struct probe_settings *settings, struct probe_choice *choice);

#endif
