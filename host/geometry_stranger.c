/*
 * Banks that bank.h cannot have: numbers that are no powers of two, or more of them. Nobody is told that a device has
 * these; but where they explain its times, what we do know does not.
 */
#include <string.h>

#include "bank_class_bits.h"
#include "geometry_model.h"

#define MOST_STRANGE_BANKS 256
#define WORD_SLOTS 1024 /* four times the words of the largest access, a power of two */

/* Whether the set, of words plus one, does not have the word yet; then it has. */
static bool is_new(uint32_t slots[WORD_SLOTS], uint32_t word)
{
    size_t at = word * UINT32_C(0x9e3779b1) >> 22;

    while (slots[at] != 0 && slots[at] != word + 1)
        at = (at + 1) % WORD_SLOTS;
    if (slots[at] != 0)
        return false;
    slots[at] = word + 1;
    return true;
}

static unsigned passes_of_group(const struct clsmem_bank_rule *rule, const struct clsmem_timing *row, uint64_t group)
{
    const unsigned banks = rule->geometry.banks, bank_bytes = rule->geometry.bank_bytes;
    const bool shared = rule->share == CLSMEM_SHARE_WORDS;
    unsigned load[MOST_STRANGE_BANKS] = { 0 }, most = 0;
    uint32_t slots[WORD_SLOTS];

    if (shared)
        memset(slots, 0, sizeof slots);
    for (; group != 0; group &= group - 1) {
        const uint32_t address = row->addresses[clsmem_bank_log2(group)];

        for (uint32_t word = address / bank_bytes; word <= (address + row->bytes - 1) / bank_bytes; word++) {
            unsigned *const mine = &load[word % banks];

            *mine += !shared || is_new(slots, word);
            most = *mine > most ? *mine : most;
        }
    }
    return most;
}

unsigned clsmem_stranger_passes(const struct clsmem_bank_rule *rule, const struct clsmem_timing *row)
{
    unsigned passes = 0;

    for (unsigned i = 0; i < rule->groups->count; i++)
        passes += passes_of_group(rule, row, rule->groups->lanes[i]);
    return passes;
}

bool clsmem_stranger_make(size_t number, enum clsmem_bank_op op, struct clsmem_bank_rule *rule)
{
    static const struct clsmem_bank_geometry strangers[] = {
        { 256, 4, 1024 }, { 128, 4, 512 }, { 128, 8, 1024 }, { 24, 4, 96 }, { 12, 8, 96 },
        { 48, 4, 192 },   { 24, 8, 192 },  { 96, 4, 384 },   { 12, 4, 48 },
    };
    const size_t count = sizeof strangers / sizeof *strangers;
    const bool is_atomic = op != CLSMEM_LOAD && op != CLSMEM_STORE;

    if (number >= (is_atomic ? 2 : 1) * count)
        return false;
    rule->geometry = strangers[number % count];
    rule->share = number < count ? CLSMEM_SHARE_WORDS : CLSMEM_SHARE_NOTHING;
    return true;
}
