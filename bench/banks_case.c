/* From a pattern to the addresses of each class's lanes, and their cost. */
#include "banks_case.h"

#include <inttypes.h>
#include <string.h>

#include "banks_index.h"

static unsigned element_bytes(const struct banks_settings *settings)
{
    if (settings->has_tile || settings->element_bytes)
        return settings->tile.element_bytes;
    return settings->bytes == 12 ? 4 : settings->bytes;
}

static enum clsmem_status from_index(const struct banks_settings *settings, const int64_t *indices,
                                     struct banks_case *one)
{
    const unsigned bytes = element_bytes(settings);

    for (unsigned lane = 0; lane < one->access.lanes; lane++) {
        if ((one->access.active >> lane & 1) == 0)
            continue;
        if (indices[lane] < 0)
            return clsmem_fail(CLSMEM_INVALID, "--index: lane %u has the negative index %" PRId64, lane,
                               indices[lane]);
        if (indices[lane] > (int64_t)(UINT32_MAX / bytes))
            return clsmem_fail(CLSMEM_INVALID, "--index: lane %u has the index %" PRId64 ", beyond 4 GiB", lane,
                               indices[lane]);
        one->addresses[lane] = (uint32_t)indices[lane] * bytes;
    }
    return CLSMEM_OK;
}

static enum clsmem_status from_stride(const struct banks_settings *settings, struct banks_case *one)
{
    const unsigned bytes = settings->bytes == 12 ? 4 : settings->bytes;
    const unsigned long long step = settings->stride * bytes;

    if (step * (one->access.lanes - 1) > UINT32_MAX)
        return clsmem_fail(CLSMEM_INVALID, "--stride %llu: lane %u would be beyond 4 GiB", settings->stride,
                           one->access.lanes - 1);
    for (unsigned lane = 0; lane < one->access.lanes; lane++)
        one->addresses[lane] = (uint32_t)(step * lane);
    return CLSMEM_OK;
}

static enum clsmem_status fill(const struct banks_settings *settings, const int64_t *indices, struct banks_case *one)
{
    switch (settings->pattern) {
    case PATTERN_STRIDE:
        return from_stride(settings, one);
    case PATTERN_TILE:
        one->access.active &= clsmem_bank_tile_walk(&settings->tile, settings->walk, settings->bytes, 0, 0,
                                                    one->access.lanes, one->addresses);
        return CLSMEM_OK;
    case PATTERN_ADDRESSES:
        memcpy(one->addresses, settings->addresses, one->access.lanes * sizeof *one->addresses);
        return CLSMEM_OK;
    case PATTERN_INDEX:
        return from_index(settings, indices, one);
    case PATTERN_NONE:
        break;
    }
    return clsmem_fail(CLSMEM_INVALID, "no pattern");
}

static enum clsmem_status make(const struct banks_settings *settings, const int64_t *indices, struct banks_case *one)
{
    const uint64_t all = one->access.lanes == 64 ? UINT64_MAX : (UINT64_C(1) << one->access.lanes) - 1;
    enum clsmem_status status;

    if (settings->has_active && (settings->active & ~all) != 0)
        return clsmem_fail(CLSMEM_INVALID, "--active has lanes beyond the %u of %s", one->access.lanes,
                           one->bank_class->name);
    one->access.active = settings->has_active ? settings->active : all;
    one->access.addresses = one->addresses;
    status = fill(settings, indices, one);
    if (status == CLSMEM_OK)
        status = clsmem_bank_check(one->bank_class, &one->access);
    if (status == CLSMEM_OK && one->access.active == 0)
        status = clsmem_fail(CLSMEM_INVALID, "no active lane lies in the tile");
    if (status == CLSMEM_OK)
        one->cost = clsmem_bank_cost(one->bank_class, &one->access, &one->map);
    return status;
}

/* Without banks a class has no usual sub-group either. */
static unsigned lanes_of(const struct banks_settings *settings, const struct clsmem_bank_class *bank_class)
{
    if (settings->lanes)
        return settings->lanes;
    return clsmem_bank_class_has_banks(bank_class) ? bank_class->lanes : 32;
}

enum exit_code banks_cases_make(const struct banks_settings *settings, struct banks_case *cases)
{
    int64_t indices[CLSMEM_MAX_LANES] = { 0 };
    enum exit_code code = EXIT_RIGHT;

    for (size_t i = 0; code == EXIT_RIGHT && i < settings->class_count; i++) {
        cases[i] = (struct banks_case){ .bank_class = settings->classes[i],
                                        .access = { settings->op, settings->bytes,
                                                    lanes_of(settings, settings->classes[i]), 0, NULL } };
        /* Without a tile an expression's x and y depend on the lanes, so each number of lanes is asked for. */
        if (settings->pattern == PATTERN_INDEX && (i == 0 || cases[i].access.lanes != cases[i - 1].access.lanes))
            code = banks_index_evaluate(settings, cases[i].access.lanes, indices);
        if (code == EXIT_RIGHT && make(settings, indices, &cases[i]) != CLSMEM_OK) {
            fprintf(stderr, "clsmem-banks: %s\n", clsmem_error_text());
            code = EXIT_USAGE;
        }
    }
    return code;
}

static void tile_words(const struct banks_settings *settings, char *text, size_t bytes)
{
    const struct clsmem_layout *const layout = &settings->tile.layout;
    char how[64] = "plain";

    if (layout->kind == CLSMEM_PADDED)
        snprintf(how, sizeof how, "padded by %zu", layout->pad);
    if (layout->kind == CLSMEM_SWIZZLED && layout->shift)
        snprintf(how, sizeof how, "swizzled by %zu bytes every %u rows", settings->swizzle_bytes, 1u << layout->shift);
    else if (layout->kind == CLSMEM_SWIZZLED)
        snprintf(how, sizeof how, "swizzled by %zu bytes", settings->swizzle_bytes);
    snprintf(text, bytes, "%zu x %zu tile of %u-byte elements, %s", settings->tile.rows, layout->cols,
             settings->tile.element_bytes, how);
}

void banks_case_words(const struct banks_settings *settings, char *text, size_t bytes)
{
    char tile[160] = "";
    const char *const op = clsmem_bank_op_word(settings->op);

    if (settings->has_tile)
        tile_words(settings, tile, sizeof tile);
    if (settings->pattern == PATTERN_STRIDE)
        snprintf(text, bytes, "%s of %u bytes, stride %llu", op, settings->bytes, settings->stride);
    else if (settings->pattern == PATTERN_TILE)
        snprintf(text, bytes, "%s of %u bytes, %s of a %s", op, settings->bytes, clsmem_bank_walk_word(settings->walk),
                 tile);
    else if (settings->pattern == PATTERN_INDEX)
        snprintf(text, bytes, "%s of %u bytes, index %.200s%s%s", op, settings->bytes, settings->index,
                 *tile ? ", " : "", tile);
    else
        snprintf(text, bytes, "%s of %u bytes, given addresses", op, settings->bytes);
    /* An expression may hold anything, but a report is one line, and JSON and XML are UTF-8. */
    for (; *text; text++)
        *text = *text >= ' ' && *text <= '~' ? *text : '?';
}
