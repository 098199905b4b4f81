/* Profiles that tell which banks a device has. */
#include "device_profile.h"

#include <unistd.h>

#define DEVICE_BYTES (2 * CLSMEM_NAME_BYTES + 4)

/* "NVIDIA H200 (NVIDIA Corporation)". */
static void say_device(const struct clsmem_profile *profile, char text[DEVICE_BYTES])
{
    snprintf(text, DEVICE_BYTES, "%s (%s)", profile->device, profile->vendor);
    clsmem_profile_plain_text(text);
}

enum clsmem_status device_profile_check(const struct settings *settings, const struct clsmem_device_info *info)
{
    const struct clsmem_profile *const profile = settings->profile;
    char device[DEVICE_BYTES];

    if (!profile || clsmem_profile_is_of(profile, info))
        return CLSMEM_OK;
    say_device(profile, device);
    return clsmem_fail(CLSMEM_INVALID, "--profile: %s is of %s, but device %u is %s (%s)", settings->profile_path,
                       device, info->index, info->name, info->vendor);
}

/* False leaves the class to guessing. */
static bool take_class(struct clsmem_profile *from, const char *path, struct device_profile *profile,
                       struct clsmem_run_options *run)
{
    char why[256];

    run->bank_class = clsmem_profile_bank_class(from, why, sizeof why);
    if (!run->bank_class) {
        fprintf(stderr, "clsmem-bench: %s says nothing of banks: %s\n", path, why);
        return false;
    }
    snprintf(profile->source, sizeof profile->source, "%s, profile %.240s", why, path);
    run->bank_source = profile->source;
    return true;
}

/* NULL: none is kept, or none that is any good. */
static struct clsmem_profile *find_kept(const struct clsmem_device_info *info, const char *path,
                                        struct device_profile *profile)
{
    char device[DEVICE_BYTES];

    if (access(path, F_OK) != 0)
        return NULL;
    if (clsmem_profile_read(path, &profile->kept) != CLSMEM_OK) {
        fprintf(stderr, "clsmem-bench: the profile that is kept of this device does not count: %s\n",
                clsmem_error_text());
        return NULL;
    }
    if (!clsmem_profile_is_of(&profile->kept, info)) {
        say_device(&profile->kept, device);
        fprintf(stderr, "clsmem-bench: %s is of %s, not of %s (%s), so it does not count\n", path, device, info->name,
                info->vendor);
        return NULL;
    }
    return &profile->kept;
}

void device_profile_choose(const struct settings *settings, const struct clsmem_device_info *info,
                           struct device_profile *profile, struct clsmem_run_options *run)
{
    char path[4096];
    struct clsmem_profile *kept;

    *profile = (struct device_profile){ 0 };
    if (run->bank_class || (settings->profile && take_class(settings->profile, settings->profile_path, profile, run)))
        return;
    if (!clsmem_profile_cache_path(info, path, sizeof path))
        return;
    kept = find_kept(info, path, profile);
    if (kept)
        (void)take_class(kept, path, profile, run);
}

void device_profile_release(struct device_profile *profile)
{
    clsmem_profile_release(&profile->kept);
}
