/* The bank class that a profile leads to, and classes from files of either kind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bank_class_json.h"
#include "jump.h"
#include "profile_json.h"

/* "probed 2026-11-30 on NVIDIA H200". */
static void say_probed(const struct clsmem_profile *profile, char *text, size_t bytes)
{
    snprintf(text, bytes, "probed %.10s on %.80s", *profile->made ? profile->made : "some day", profile->device);
}

/*
 * Of classes that nothing measured tells apart, the one that the device's name leads to: they may differ in accesses
 * that no probe times.
 */
static const struct clsmem_bank_class *likeliest(const struct clsmem_profile *profile)
{
    const struct clsmem_geometry *const geometry = &profile->geometry;
    const struct clsmem_bank_clues clues = {
        .is_cpu = profile->is_cpu,
        .local_is_global = profile->local_is_global,
        .vendor = profile->vendor,
        .name = profile->device,
    };
    char why[160];
    const struct clsmem_bank_class *const guess = clsmem_bank_class_guess(&clues, why, sizeof why);

    for (size_t i = 0; i < geometry->best_count; i++)
        if (geometry->best[i] == guess)
            return guess;
    return geometry->best[0];
}

static const struct clsmem_bank_class *class_of_ours(const struct clsmem_profile *profile, const char *probed,
                                                     char *why, size_t why_bytes)
{
    const struct clsmem_geometry *const geometry = &profile->geometry;
    const struct clsmem_bank_class *const best = likeliest(profile);
    char alike[128] = "", ahead[80] = "";

    for (size_t i = 0; i < geometry->best_count; i++)
        if (geometry->best[i] != best)
            snprintf(alike + strlen(alike), sizeof alike - strlen(alike), " or %s", geometry->best[i]->name);
    if (geometry->runner_up)
        snprintf(ahead, sizeof ahead, ", %.0f ahead of %s", geometry->behind, geometry->runner_up->name);
    snprintf(why, why_bytes, "%s (%s%s%s)", probed, best->name, alike, ahead);
    return best;
}

static const struct clsmem_bank_class *class_of_its_own(struct clsmem_profile *profile, const char *probed, char *why,
                                                        size_t why_bytes)
{
    if (!clsmem_geometry_class(&profile->geometry, "probed", *profile->device ? profile->device : "a device",
                               "clsmem-probe", profile->own_rules, &profile->own_class)) {
        snprintf(why, why_bytes, "%s: banks, but how 4-byte loads are served is not known", probed);
        return NULL;
    }
    snprintf(why, why_bytes, "%s (like no class of ours)", probed);
    return &profile->own_class;
}

static const struct clsmem_bank_class *choose_class(struct clsmem_profile *profile, char *why, size_t why_bytes)
{
    const struct clsmem_probe_state *const state = &profile->probes[CLSMEM_PROBE_BANKS];
    char probed[128];

    say_probed(profile, probed, sizeof probed);
    if (!profile->has_geometry) {
        snprintf(why, why_bytes, "%s, but without banks (%s%s%s)", probed, clsmem_probe_end_word(state->end),
                 *state->reason ? ": " : "", state->reason);
        return NULL;
    }
    switch (profile->geometry.verdict) {
    case CLSMEM_GEOMETRY_NONE:
        snprintf(why, why_bytes, "%s (no banks)", probed);
        return clsmem_bank_class_find("none");
    case CLSMEM_GEOMETRY_BANKS:
        if (profile->geometry.best_count > 0)
            return class_of_ours(profile, probed, why, why_bytes);
        return class_of_its_own(profile, probed, why, why_bytes);
    case CLSMEM_GEOMETRY_NOT_SURE:
        break;
    }
    snprintf(why, why_bytes, "%s, but not sure: %s", probed, profile->geometry.reason);
    return NULL;
}

const struct clsmem_bank_class *clsmem_profile_bank_class(struct clsmem_profile *profile, char *why, size_t why_bytes)
{
    const struct clsmem_bank_class *const bank_class = choose_class(profile, why, why_bytes);

    clsmem_profile_plain_text(why);
    return bank_class;
}

static enum clsmem_status take_profile(json_t *root, const char *path, struct clsmem_class_file *file)
{
    enum clsmem_status status = CLSMEM_OK;

    CHECK_ALLOC(file->profile, sizeof *file->profile);
    memset(file->profile, 0, sizeof *file->profile);
    CHECK(clsmem_profile_from_json(root, path, file->profile));
    file->bank_class = clsmem_profile_bank_class(file->profile, file->source, sizeof file->source);
    if (!file->bank_class)
        status = clsmem_fail(CLSMEM_INVALID, "%s: %s", path, file->source);
out:
    return status;
}

enum clsmem_status clsmem_class_file_read(const char *path, struct clsmem_class_file *file)
{
    enum clsmem_status status = CLSMEM_OK;
    json_t *root = NULL;

    *file = (struct clsmem_class_file){ 0 };
    CHECK(clsmem_profile_load_json(path, &root));
    if (json_object_get(root, "format")) {
        CHECK(take_profile(root, path, file));
    } else {
        CHECK(clsmem_bank_class_from_json(path, root, &file->own));
        file->bank_class = file->own;
        snprintf(file->source, sizeof file->source, "a class file");
    }
out:
    json_decref(root);
    return status;
}

void clsmem_class_file_release(struct clsmem_class_file *file)
{
    clsmem_bank_class_free(file->own);
    if (file->profile)
        clsmem_profile_release(file->profile);
    free(file->profile);
    *file = (struct clsmem_class_file){ 0 };
}
