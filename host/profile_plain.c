/* What a profile says, as text that no terminal takes for a command. */
#include "profile_json.h"

void clsmem_profile_plain_text(char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            *text = *text == '\n' || *text == '\t' ? ' ' : '?';
}

/* All text of a struct, by the table that it is read by: a new field is not forgotten. */
static void make_plain(const struct clsmem_field *fields, void *of)
{
    for (; fields->key; fields++) {
        if (fields->kind == CLSMEM_FIELD_TEXT)
            clsmem_profile_plain_text((char *)of + fields->offset);
        else if (fields->kind == CLSMEM_FIELD_OBJECT)
            make_plain(fields->inside, of);
    }
}

void clsmem_profile_make_plain(struct clsmem_profile *profile)
{
    make_plain(clsmem_profile_fields, profile);
    for (int probe = 0; probe < CLSMEM_PROBE_COUNT; probe++)
        make_plain(clsmem_profile_state_fields, &profile->probes[probe]);
    for (size_t i = 0; i < profile->figure_count; i++)
        make_plain(clsmem_profile_figure_fields, &profile->figures[i]);
    make_plain(clsmem_profile_geometry_fields, &profile->geometry);
    for (size_t i = 0; i < profile->geometry.rule_count; i++)
        make_plain(clsmem_profile_rule_fields, &profile->geometry.rules[i]);
}
