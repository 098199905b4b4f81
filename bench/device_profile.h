/* Profiles that tell which banks a device has. */
#ifndef DEVICE_PROFILE_H
#define DEVICE_PROFILE_H

#include "clsmem/profile.h"
#include "settings.h"

/* Where a device's bank class is from; owns the profile that was kept for it. */
struct device_profile {
    struct clsmem_profile kept;
    char source[512];
};

/* CLSMEM_INVALID: --profile is of another device; the text names both. */
enum clsmem_status device_profile_check(const struct settings *settings, const struct clsmem_device_info *info);

/*
 * Sets the run's class and where it is from, unless the user named a class: by --profile, else by the profile that the
 * user's cache folder keeps for the device. What is broken, or not sure of the banks, is a warning on stderr, and the
 * class is left to guessing. Both point into `profile` and the settings; the caller releases the profile.
 */
void device_profile_choose(const struct settings *settings, const struct clsmem_device_info *info,
                           struct device_profile *profile, struct clsmem_run_options *run);
void device_profile_release(struct device_profile *profile);

#endif
