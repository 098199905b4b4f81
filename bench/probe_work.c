/* What the child processes of clsmem-probe do: all calls that reach a driver. */
#include "probe_work.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clsmem/probe.h"
#include "clsmem/version.h"
#include "list.h"
#include "options.h"
#include "probe_child.h"
#include "probe_complain.h"
#include "probe_outputs.h"

/* One line, whose last member is a profile; `head` begins the object. False without memory. */
static bool say_profile(int pipe, const char *head, const struct clsmem_profile *profile, bool with_timings)
{
    char *const text = clsmem_profile_text(profile, with_timings);
    const size_t room = text ? strlen(head) + strlen(text) + sizeof ", \"profile\": }" : 0;
    char *const line = text ? malloc(room) : NULL;

    if (line) {
        snprintf(line, room, "%s, \"profile\": %s}", head, text);
        probe_child_say(pipe, line);
    }
    free(line);
    free(text);
    return line != NULL;
}

static enum exit_code say_failure(int pipe, enum exit_code code)
{
    json_t *const object = json_pack("{si ss}", "fail", (int)code, "text", clsmem_error_text());
    char *const line = object ? json_dumps(object, JSON_COMPACT) : NULL;

    if (line)
        probe_child_say(pipe, line);
    free(line);
    json_decref(object);
    return code;
}

int probe_work_list(void *context, int pipe)
{
    const struct probe_work *const work = context;
    struct clsmem_device_list list;
    enum exit_code code = EXIT_RIGHT;

    (void)pipe;
    if (clsmem_device_list(&list) != CLSMEM_OK)
        return (int)probe_complain(EXIT_NO_DEVICE, "%s", clsmem_error_text());
    for (size_t i = 0; i < list.count; i++)
        clsmem_device_try(&list.devices[i]);
    if (work->settings->json) {
        code = probe_output_json(work->settings->json, bench_list_json(&list));
    } else {
        bench_list_print(stdout, &list);
        code = probe_output_finish();
    }
    clsmem_device_list_release(&list);
    return (int)code;
}

/* When, and by what. */
static void sign(struct clsmem_profile *profile)
{
    const time_t now = time(NULL);
    struct tm utc;

    if (gmtime_r(&now, &utc))
        strftime(profile->made, sizeof profile->made, "%Y-%m-%dT%H:%M:%SZ", &utc);
    snprintf(profile->tool, sizeof profile->tool, "%s (%s)", clsmem_version(), clsmem_version_commit());
}

/* Who the devices are, so that a report can say it whatever happens to the process that measures them. */
static bool say_devices(int pipe, const struct clsmem_device_list *list, const size_t *chosen, size_t count,
                        bool quick)
{
    bool said = true;

    for (size_t i = 0; said && i < count; i++) {
        struct clsmem_profile *const profile = calloc(1, sizeof *profile);
        char head[32];

        if (!profile)
            return false;
        clsmem_profile_begin(&list->devices[chosen[i]], profile);
        sign(profile);
        profile->quick = quick;
        snprintf(head, sizeof head, "{\"device\": %u", list->devices[chosen[i]].index);
        said = say_profile(pipe, head, profile, false);
        clsmem_profile_release(profile);
        free(profile);
    }
    return said;
}

int probe_work_choose(void *context, int pipe)
{
    const struct probe_work *const work = context;
    struct clsmem_device_list list;
    enum clsmem_status status = clsmem_device_list(&list);
    size_t *const chosen = calloc(list.count + 1, sizeof *chosen), count = 0;

    if (status == CLSMEM_OK && !chosen)
        status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the list of devices");
    if (status == CLSMEM_OK)
        status = clsmem_device_select(&list, work->settings->device, chosen, &count);
    if (status != CLSMEM_OK && list.count == 0)
        clsmem_fail(status, "%s: install the device's driver, or PoCL to run on the CPU; --list says more",
                    clsmem_error_text());
    if (status == CLSMEM_OK && !say_devices(pipe, &list, chosen, count, work->settings->quick))
        status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory to tell of the devices");
    free(chosen);
    clsmem_device_list_release(&list);
    if (status == CLSMEM_OK)
        return EXIT_RIGHT;
    return (int)say_failure(pipe, status == CLSMEM_INVALID ? EXIT_USAGE : EXIT_NO_DEVICE);
}

static void begin_probe(void *context, enum clsmem_probe probe)
{
    char line[64];

    snprintf(line, sizeof line, "{\"begin\": \"%s\"}", clsmem_probe_word(probe));
    probe_child_say(*(const int *)context, line);
}

static void end_probe(void *context, const struct clsmem_profile *profile, enum clsmem_probe probe)
{
    char head[64];

    snprintf(head, sizeof head, "{\"end\": \"%s\"", clsmem_probe_word(probe));
    (void)say_profile(*(const int *)context, head, profile, probe == CLSMEM_PROBE_BANKS);
}

/* The status, its text, and the profile, in which the library may have noted more than it told of. */
static void say_done(int pipe, enum clsmem_status status, const struct clsmem_profile *profile)
{
    json_t *const object = json_pack("{ss ss}", "done", clsmem_status_word(status), "text",
                                     status == CLSMEM_OK ? "" : clsmem_error_text());
    char *const head = object ? json_dumps(object, JSON_COMPACT) : NULL;

    if (head) {
        head[strlen(head) - 1] = 0; /* its brace: the profile follows */
        (void)say_profile(pipe, head, profile, false);
    }
    free(head);
    json_decref(object);
}

int probe_work_measure(void *context, int pipe)
{
    struct probe_work *const work = context;
    const struct clsmem_probe_options options = { .kernel_directory = work->settings->kernel_directory,
                                                  .probes = work->probes,
                                                  .quick = work->settings->quick,
                                                  .timer = work->settings->timer,
                                                  .begin = begin_probe,
                                                  .end = end_probe,
                                                  .context = &pipe };
    struct clsmem_device_list list;
    enum clsmem_status status = clsmem_device_list(&list);

    if (status == CLSMEM_OK && work->index >= list.count)
        status = clsmem_fail(CLSMEM_NO_DEVICE, "device %u is gone", work->index);
    if (status == CLSMEM_OK)
        status = clsmem_probe_run(&list.devices[work->index], &options, work->profile);
    say_done(pipe, status, work->profile);
    clsmem_device_list_release(&list);
    return EXIT_RIGHT;
}
