/* Which class a device has, from what its driver says. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clsmem/bank_class.h"

struct guess {
    const char *class_name; /* NULL: unknown */
    enum { BY_REASON, BY_CAPABILITY, BY_GFX_VERSION, BY_NAME } by;
    const char *reason; /* BY_REASON alone */
};

static bool mentions(const char *text, const char *word)
{
    const size_t length = strlen(word);

    for (; text && *text; text++) {
        size_t same = 0;

        while (same < length && tolower((unsigned char)text[same]) == tolower((unsigned char)word[same]))
            same++;
        if (same == length)
            return true;
    }
    return false;
}

static struct guess guess_nvidia(const struct clsmem_bank_clues *clues)
{
    static const char *const names[] = { NULL, "nv_cc1", "nv_cc2", "nv_cc3_4b" };

    if (clues->nv_major == 0)
        return (struct guess){ NULL, BY_REASON, "NVIDIA, but the driver does not say which compute capability" };
    if (clues->nv_major <= 3)
        return (struct guess){ .class_name = names[clues->nv_major], .by = BY_CAPABILITY };
    if (clues->nv_major >= 5 && clues->nv_major <= 12)
        return (struct guess){ .class_name = "nv_cc5plus", .by = BY_CAPABILITY };
    return (struct guess){ NULL, BY_REASON, "a compute capability that is not known" };
}

/* gfx942 is major 9, minor 4, stepping 2: the last two digits are minor and stepping, in hexadecimal. */
static bool gfx_version(const struct clsmem_bank_clues *clues, unsigned *major, unsigned *minor, bool *by_name)
{
    const char *const name = clues->name && strncmp(clues->name, "gfx", 3) == 0 ? clues->name + 3 : "";
    const size_t digits = strspn(name, "0123456789abcdef");

    *by_name = digits >= 3 && digits <= 4 && (name[digits] == '\0' || name[digits] == ':' || name[digits] == ' ');
    if (*by_name) {
        const char minor_text[2] = { name[digits - 2], '\0' };

        *major = digits == 3 ? (unsigned)(name[0] - '0') : (unsigned)(10 * (name[0] - '0') + name[1] - '0');
        *minor = (unsigned)strtoul(minor_text, NULL, 16);
        return true;
    }
    *major = clues->gfx_major;
    *minor = clues->gfx_minor;
    return clues->gfx_major != 0;
}

static struct guess guess_amd(const struct clsmem_bank_clues *clues)
{
    unsigned major, minor;
    bool by_name;

    if (!gfx_version(clues, &major, &minor, &by_name))
        return (struct guess){ NULL, BY_REASON, "AMD, but the driver does not say which gfx version" };

    struct guess found = { .by = by_name ? BY_NAME : BY_GFX_VERSION };

    if ((major >= 6 && major <= 8) || (major == 9 && minor == 0))
        found.class_name = "gcn";
    else if (major == 9 && minor == 4)
        found.class_name = "cdna3";
    else if (major == 9 && minor == 5)
        found.class_name = "cdna4";
    else if (major == 11)
        found.class_name = "rdna3";
    else if (major == 12 && minor == 0)
        found.class_name = "rdna4";
    else
        return (struct guess){ NULL, BY_REASON, "a gfx version whose lane groups nobody has measured" };
    return found;
}

static struct guess guess_intel(const struct clsmem_bank_clues *clues)
{
    static const char *const gen9_to_xe_hpg[] = { "HD Graphics 5", "HD Graphics 6", "HD Graphics P5", "HD Graphics P6",
                                                  "Iris(R) Plus",  "Iris(R) Xe",    "Arc(TM) A",      "Arc A" };

    if (mentions(clues->name, "Data Center GPU Max") || mentions(clues->name, "Ponte Vecchio"))
        return (struct guess){ .class_name = "intel_xe_hpc", .by = BY_NAME };
    for (size_t i = 0; i < sizeof gen9_to_xe_hpg / sizeof *gen9_to_xe_hpg; i++)
        if (mentions(clues->name, gen9_to_xe_hpg[i]) && !mentions(clues->name, "Xe2"))
            return (struct guess){ .class_name = "intel_gen9", .by = BY_NAME };
    return (struct guess){ NULL, BY_REASON, "an Intel device whose banks are not published" };
}

static struct guess guess(const struct clsmem_bank_clues *clues)
{
    if (clues->is_cpu)
        return (struct guess){ "none", BY_REASON, "a CPU" };
    if (clues->local_is_global)
        return (struct guess){ "none", BY_REASON, "the driver says that local memory is global memory" };
    if (mentions(clues->vendor, "NVIDIA"))
        return guess_nvidia(clues);
    if (mentions(clues->vendor, "Advanced Micro Devices") || mentions(clues->vendor, "AMD"))
        return guess_amd(clues);
    if (mentions(clues->vendor, "Intel"))
        return guess_intel(clues);
    if (mentions(clues->vendor, "ARM") && mentions(clues->name, "Mali"))
        return (struct guess){ "none", BY_REASON, "Mali: Arm's guide says that local memory is cached memory" };
    return (struct guess){ NULL, BY_REASON, "a vendor whose banks are not published" };
}

const struct clsmem_bank_class *clsmem_bank_class_guess(const struct clsmem_bank_clues *clues, char *why,
                                                        size_t why_bytes)
{
    const struct guess found = guess(clues);

    switch (found.by) {
    case BY_REASON:
        snprintf(why, why_bytes, "%s", found.reason);
        break;
    case BY_CAPABILITY:
        snprintf(why, why_bytes, "compute capability %u.%u", clues->nv_major, clues->nv_minor);
        break;
    case BY_GFX_VERSION:
        snprintf(why, why_bytes, "gfx version %u.%u", clues->gfx_major, clues->gfx_minor);
        break;
    case BY_NAME:
        snprintf(why, why_bytes, "its name, %s", clues->name);
        break;
    }
    return found.class_name ? clsmem_bank_class_find(found.class_name) : NULL;
}
