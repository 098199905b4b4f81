/* What a user asks of clsmem-banks. */
#include "banks_settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"

#define MOST_STRIDE 0xffffffffull

static enum clsmem_status set_task(struct banks_settings *settings, enum banks_task task)
{
    settings->task = task;
    settings->task_count++;
    return CLSMEM_OK;
}

static enum clsmem_status set_pattern(struct banks_settings *settings, enum banks_pattern pattern)
{
    settings->pattern = pattern;
    settings->pattern_count++;
    return CLSMEM_OK;
}

/* A whole number into a field; the macro makes one setter a field. */
#define WHOLE_SETTER(name, option, least, most, type, field)                                                          \
    static enum clsmem_status name(void *into, const char *value)                                                     \
    {                                                                                                                 \
        struct banks_settings *const settings = into;                                                                 \
        unsigned long long number;                                                                                    \
        const enum clsmem_status status = parse_whole(value, option, least, most, &number);                           \
                                                                                                                      \
        if (status == CLSMEM_OK)                                                                                      \
            settings->field = (type)number;                                                                           \
        return status;                                                                                                \
    }

#define TEXT_SETTER(name, field)                                                                                      \
    static enum clsmem_status name(void *into, const char *value)                                                     \
    {                                                                                                                 \
        ((struct banks_settings *)into)->field = value;                                                               \
        return CLSMEM_OK;                                                                                             \
    }

#define FLAG_SETTER(name, field)                                                                                      \
    static enum clsmem_status name(void *into, const char *value)                                                     \
    {                                                                                                                 \
        (void)value;                                                                                                  \
        ((struct banks_settings *)into)->field = true;                                                                \
        return CLSMEM_OK;                                                                                             \
    }

#define TASK_SETTER(name, task)                                                                                       \
    static enum clsmem_status name(void *into, const char *value)                                                     \
    {                                                                                                                 \
        (void)value;                                                                                                  \
        return set_task(into, task);                                                                                  \
    }

FLAG_SETTER(set_help, help)
FLAG_SETTER(set_version, version)
TASK_SETTER(set_search, TASK_SEARCH)
TASK_SETTER(set_lesson, TASK_LESSON)
TASK_SETTER(set_list_classes, TASK_LIST_CLASSES)
TASK_SETTER(set_speed, TASK_SPEED)
TEXT_SETTER(set_class, class_names)
TEXT_SETTER(set_class_file, class_file)
TEXT_SETTER(set_profile, profile)
TEXT_SETTER(set_json, json)
TEXT_SETTER(set_svg, svg)
WHOLE_SETTER(set_width, "--width", 1, 16, unsigned, bytes)
WHOLE_SETTER(set_element, "--element", 1, 16, unsigned, element_bytes)
WHOLE_SETTER(set_lanes, "--lanes", 1, CLSMEM_MAX_LANES, unsigned, lanes)
WHOLE_SETTER(set_panels, "--panels", 1, 256, unsigned, panels)
WHOLE_SETTER(set_pad_number, "--pad", 0, 1 << 14, size_t, tile.layout.pad)
WHOLE_SETTER(set_most_pad_number, "--most-pad", 0, CLSMEM_MOST_PAD, size_t, most_pad)
WHOLE_SETTER(set_stride_number, "--stride", 0, MOST_STRIDE, unsigned long long, stride)

static enum clsmem_status set_pad(void *into, const char *value)
{
    ((struct banks_settings *)into)->has_pad = true;
    return set_pad_number(into, value);
}

static enum clsmem_status set_most_pad(void *into, const char *value)
{
    ((struct banks_settings *)into)->has_most_pad = true;
    return set_most_pad_number(into, value);
}

static enum clsmem_status set_stride(void *into, const char *value)
{
    const enum clsmem_status status = set_stride_number(into, value);

    return status == CLSMEM_OK ? set_pattern(into, PATTERN_STRIDE) : status;
}

static enum clsmem_status set_index(void *into, const char *value)
{
    ((struct banks_settings *)into)->index = value;
    if (value[strspn(value, " \t\n")] == '\0')
        return clsmem_fail(CLSMEM_INVALID, "--index: the expression is empty");
    return set_pattern(into, PATTERN_INDEX);
}

static enum clsmem_status set_oracle(void *into, const char *value)
{
    ((struct banks_settings *)into)->oracle = value;
    return set_task(into, TASK_ORACLE);
}

/* The part of a list up to the separator; false when it is longer than any that makes sense. */
static bool copy_item(const char *from, size_t length, char *item, size_t bytes)
{
    if (length >= bytes)
        return false;
    memcpy(item, from, length);
    item[length] = '\0';
    return true;
}

/* Two numbers with one character between them, such as 32x32. */
static enum clsmem_status parse_pair(const char *value, char between, const char *what, unsigned long long least,
                                     unsigned long long most, unsigned long long pair[2])
{
    const char *const middle = strchr(value, between);
    char first[32];

    if (!middle || !copy_item(value, (size_t)(middle - value), first, sizeof first))
        return clsmem_fail(CLSMEM_INVALID, "%s is two numbers with a %c between them, not \"%s\"", what, between,
                           value);

    const enum clsmem_status status = parse_whole(first, what, least, most, &pair[0]);

    return status == CLSMEM_OK ? parse_whole(middle + 1, what, least, most, &pair[1]) : status;
}

static enum clsmem_status set_tile(void *into, const char *value)
{
    struct banks_settings *const settings = into;
    unsigned long long pair[2];
    const enum clsmem_status status = parse_pair(value, 'x', "--tile", 1, 1 << 14, pair);

    if (status != CLSMEM_OK)
        return status;
    settings->has_tile = true;
    settings->tile.rows = (size_t)pair[0];
    settings->tile.layout.cols = (size_t)pair[1];
    return CLSMEM_OK;
}

/* "16", or "16:2" with a shift. */
static enum clsmem_status set_swizzle(void *into, const char *value)
{
    struct banks_settings *const settings = into;
    unsigned long long pair[2] = { 0, 0 };
    const enum clsmem_status status = strchr(value, ':') ? parse_pair(value, ':', "--swizzle", 0, 16, pair)
                                                         : parse_whole(value, "--swizzle", 1, 16, &pair[0]);

    if (status != CLSMEM_OK)
        return status;
    if (pair[0] == 0 || (pair[0] & (pair[0] - 1)) != 0)
        return clsmem_fail(CLSMEM_INVALID, "--swizzle moves 1, 2, 4, 8 or 16 bytes as one, not %llu", pair[0]);
    settings->has_swizzle = true;
    settings->swizzle_bytes = (size_t)pair[0];
    settings->tile.layout.shift = (unsigned)pair[1];
    return CLSMEM_OK;
}

static enum clsmem_status set_walk(struct banks_settings *settings, enum clsmem_bank_walk walk)
{
    if (settings->has_walk && settings->walk != walk)
        return clsmem_fail(CLSMEM_INVALID, "--row or --column, not both");
    settings->has_walk = true;
    settings->walk = walk;
    return CLSMEM_OK;
}

static enum clsmem_status set_row(void *into, const char *value)
{
    (void)value;
    return set_walk(into, CLSMEM_BY_ROW);
}

static enum clsmem_status set_column(void *into, const char *value)
{
    (void)value;
    return set_walk(into, CLSMEM_BY_COLUMN);
}

static enum clsmem_status set_addresses(void *into, const char *value)
{
    struct banks_settings *const settings = into;
    unsigned count = 0;

    for (const char *item = value, *end; item; item = *end ? end + 1 : NULL) {
        char text[32], what[32];
        unsigned long long address;

        end = item + strcspn(item, ",");
        snprintf(what, sizeof what, "--addresses, lane %u", count);
        if (count == CLSMEM_MAX_LANES)
            return clsmem_fail(CLSMEM_INVALID, "--addresses: no sub-group has more than %d lanes", CLSMEM_MAX_LANES);
        if (!copy_item(item, (size_t)(end - item), text, sizeof text))
            return clsmem_fail(CLSMEM_INVALID, "%s: too long for an address", what);
        if (text[0] == '-')
            return clsmem_fail(CLSMEM_INVALID, "%s: %s is negative (--active leaves lanes out)", what, text);

        const enum clsmem_status status = parse_whole(text, what, 0, UINT32_MAX, &address);

        if (status != CLSMEM_OK)
            return status;
        settings->addresses[count++] = (uint32_t)address;
    }
    settings->address_count = count;
    return set_pattern(settings, PATTERN_ADDRESSES);
}

static enum clsmem_status parse_op(const char *word, enum clsmem_bank_op *op)
{
    for (*op = CLSMEM_LOAD; *op <= CLSMEM_ATOMIC; ++*op)
        if (strcmp(word, clsmem_bank_op_word(*op)) == 0)
            return CLSMEM_OK;
    return clsmem_fail(CLSMEM_INVALID, "an operation is load, store or atomic, not \"%s\"", word);
}

static enum clsmem_status set_op(void *into, const char *value)
{
    return parse_op(value, &((struct banks_settings *)into)->op);
}

static enum clsmem_status set_active(void *into, const char *value)
{
    struct banks_settings *const settings = into;
    const bool is_hex = value[0] == '0' && (value[1] == 'x' || value[1] == 'X');
    const char *const digits = is_hex ? value + 2 : value;
    char *end;

    errno = 0;
    settings->active = strtoull(digits, &end, is_hex ? 16 : 10);
    if (strspn(digits, is_hex ? "0123456789abcdefABCDEF" : "0123456789") == 0 || *end || errno)
        return clsmem_fail(CLSMEM_INVALID, "--active is a mask of at most 64 lanes such as 0xffff, not \"%s\"", value);
    if (settings->active == 0)
        return clsmem_fail(CLSMEM_INVALID, "--active: no lane is left");
    settings->has_active = true;
    return CLSMEM_OK;
}

/* "column:4" or "row:16:store". */
static enum clsmem_status parse_demand(const char *text, struct clsmem_bank_demand *demand)
{
    char walk[16], bytes[16] = "";
    const size_t walk_length = strcspn(text, ":");
    const char *const second = text[walk_length] ? text + walk_length + 1 : "";
    const size_t bytes_length = strcspn(second, ":");
    unsigned long long number;
    enum clsmem_status status;

    if (!copy_item(text, walk_length, walk, sizeof walk) || !copy_item(second, bytes_length, bytes, sizeof bytes) ||
        (strcmp(walk, "row") != 0 && strcmp(walk, "column") != 0))
        return clsmem_fail(CLSMEM_INVALID, "--access: \"%s\" is not of the form column:4 or row:16:store", text);
    demand->walk = strcmp(walk, "row") == 0 ? CLSMEM_BY_ROW : CLSMEM_BY_COLUMN;
    status = parse_whole(bytes, "--access: a width", 1, 16, &number);
    if (status == CLSMEM_OK && (number & (number - 1)) != 0)
        status = clsmem_fail(CLSMEM_INVALID, "--access: a width of %llu bytes is no power of two", number);
    demand->bytes = (unsigned)number;
    demand->op = CLSMEM_LOAD;
    if (status == CLSMEM_OK && second[bytes_length])
        status = parse_op(second + bytes_length + 1, &demand->op);
    if (status == CLSMEM_OK && demand->op == CLSMEM_ATOMIC && demand->bytes != 4)
        status = clsmem_fail(CLSMEM_INVALID, "--access: atomics are of 4 bytes");
    return status;
}

static enum clsmem_status set_access(void *into, const char *value)
{
    struct banks_settings *const settings = into;

    for (const char *item = value, *end; item; item = *end ? end + 1 : NULL) {
        char text[64];

        end = item + strcspn(item, ",");
        if (settings->demand_count == CLSMEM_MAX_DEMANDS)
            return clsmem_fail(CLSMEM_INVALID, "--access: more than %d accesses", CLSMEM_MAX_DEMANDS);
        if (!copy_item(item, (size_t)(end - item), text, sizeof text))
            return clsmem_fail(CLSMEM_INVALID, "--access: \"%.20s...\" is too long", item);

        const enum clsmem_status status = parse_demand(text, &settings->demands[settings->demand_count]);

        if (status != CLSMEM_OK)
            return status;
        settings->demand_count++;
    }
    return CLSMEM_OK;
}

static enum clsmem_status set_colour(void *into, const char *value)
{
    return colour_parse(value, &((struct banks_settings *)into)->colour);
}

static const struct option_row rows[] = {
    { .help = "One access of a sub-group; give one pattern" },
    { "stride", 's', "S", "lane t touches access number t * S", set_stride },
    { "tile", 't', "RxC", "a tile of R rows and C columns, with --row or --column", set_tile },
    { "row", 'r', NULL, "lanes go along the rows of the tile", set_row },
    { "column", 'c', NULL, "lanes go down the columns", set_column },
    { "pad", 'p', "P", "dead elements at the end of each row of the tile", set_pad },
    { "swizzle", 0, "B[:SHIFT]", "each row's groups of B bytes change places by XOR with the row (with row >> SHIFT)",
      set_swizzle },
    { "addresses", 'a', "LIST", "byte addresses, lane 0 first: 0,4,8", set_addresses },
    { "index", 'i', "EXPR",
      "C over the lane t, x = t % COLS, y = t / COLS (COLS: of --tile, else the lanes),\n"
      "and of --tile ROWS, COLS, PAD, tile_index(COLS, row, col); gives an element",
      set_index },
    { "width", 'w', "BYTES", "that one lane touches: 1, 2, 4 (default), 8, 16", set_width },
    { "element", 'e', "BYTES",
      "of the tile (4, or the width of a narrower access); without a tile, of --index (the width)", set_element },
    { "op", 'o', "load|store|atomic", "load is the default", set_op },
    { "lanes", 'l', "N", "lanes of the sub-group instead of the class's usual number", set_lanes },
    { "active", 0, "MASK", "lanes that take part: bit t is lane t, 0xffff the first 16", set_active },
    { .help = "Hardware" },
    { "class", 'k', "LIST", "bank classes, a column each: nv_cc5plus (default), cdna3, ...; all", set_class },
    { "class-file", 0, "FILE", "a class of your own, as JSON (README.md has the form), or a profile", set_class_file },
    { "profile", 0, "FILE", "the banks that clsmem-probe found on a device (its --json)", set_profile },
    { "list-classes", 0, NULL, "every class: hardware, banks, lane groups, and how well each is known",
      set_list_classes },
    { .help = "Other tasks" },
    { "lesson", 0, NULL, "the classic five patterns and the table of strides", set_lesson },
    { "search", 0, NULL, "the best layout of --tile for all of --access, for each class and for all", set_search },
    { "access", 0, "LIST", "walks over the whole tile: column:4,row:16,row:4:store", set_access },
    { "most-pad", 0, "P", "widest padding that --search tries, in elements (32)", set_most_pad },
    { "oracle", 0, "FILE",
      "counted accesses (tab-separated: op, width_bytes, wavefronts, conflicts,\n"
      "lane_byte_addresses) against --class; rows that do not agree end with exit code 1",
      set_oracle },
    { "speed", 0, NULL, "how many accesses a second the model counts on this machine", set_speed },
    { .help = "Output (a FILE of - is stdout, without the text)" },
    { "json", 0, "FILE", "costs and who is served when", set_json },
    { "svg", 0, "FILE", "the picture: words with their banks, those touched lit, one panel a pass", set_svg },
    { "panels", 0, "N", "at most so many panels in the picture", set_panels },
    { "colour", 0, "auto|always|never", "auto (default): on a terminal", set_colour },
    { "help", 'h', NULL, "this", set_help },
    { "version", 'V', NULL, "version and commit", set_version },
    { .help =
          "Exit code: 0 done; 1 a row of --oracle does not agree; 2 usage; 3 --index found no working CPU device;\n"
          "4 the output could not be written." },
};

void banks_settings_print_help(FILE *out)
{
    options_print_help(out, "clsmem-banks",
                       "Counts and draws the banks of one local-memory access; searches the best layout of a tile.",
                       rows, sizeof rows / sizeof *rows);
}

static enum clsmem_status add_class(struct banks_settings *settings, const char *name)
{
    const struct clsmem_bank_class *bank_class = clsmem_bank_class_find(name);

    if (settings->own_class && strcmp(settings->own_class->name, name) == 0)
        bank_class = settings->own_class;
    if (!bank_class)
        return clsmem_fail(CLSMEM_INVALID, "--class: there is no class \"%s\"; --list-classes shows them", name);
    for (size_t i = 0; i < settings->class_count; i++)
        if (settings->classes[i] == bank_class)
            return CLSMEM_OK;
    if (settings->class_count == CLSMEM_MAX_CLASSES)
        return clsmem_fail(CLSMEM_INVALID, "--class: more than %d classes", CLSMEM_MAX_CLASSES);
    settings->classes[settings->class_count++] = bank_class;
    return CLSMEM_OK;
}

static enum clsmem_status add_all_classes(struct banks_settings *settings)
{
    size_t count;
    const struct clsmem_bank_class *const classes = clsmem_bank_classes(&count);
    enum clsmem_status status = CLSMEM_OK;

    for (size_t i = 0; status == CLSMEM_OK && i < count; i++)
        if (clsmem_bank_class_has_banks(&classes[i]))
            status = add_class(settings, classes[i].name);
    if (status == CLSMEM_OK && settings->own_class)
        status = add_class(settings, settings->own_class->name);
    return status;
}

static enum clsmem_status read_own_class(struct banks_settings *settings)
{
    const char *const path = settings->profile ? settings->profile : settings->class_file;
    const enum clsmem_status status = clsmem_class_file_read(path, &settings->own_file);

    if (settings->profile && settings->class_file)
        return clsmem_fail(CLSMEM_INVALID, "--class-file or --profile, not both");
    if (status == CLSMEM_OK && settings->profile && !settings->own_file.profile)
        return clsmem_fail(CLSMEM_INVALID, "--profile: %s is a bank class, which --class-file takes", path);
    settings->own_class = settings->own_file.bank_class;
    return status;
}

static enum clsmem_status choose_classes(struct banks_settings *settings)
{
    const char *names = settings->class_names;

    if (settings->class_file || settings->profile) {
        const enum clsmem_status status = read_own_class(settings);

        if (status != CLSMEM_OK)
            return status;
    }
    if (!names)
        names = settings->own_class ? settings->own_class->name : "nv_cc5plus";
    for (const char *item = names, *end; item; item = *end ? end + 1 : NULL) {
        char name[128];

        end = item + strcspn(item, ",");
        if (!copy_item(item, (size_t)(end - item), name, sizeof name))
            return clsmem_fail(CLSMEM_INVALID, "--class: \"%.20s...\" is too long", item);

        const enum clsmem_status status =
            strcmp(name, "all") == 0 ? add_all_classes(settings) : add_class(settings, name);

        if (status != CLSMEM_OK)
            return status;
    }
    return CLSMEM_OK;
}

/* The layout that --pad and --swizzle make of the tile. */
static enum clsmem_status complete_tile(struct banks_settings *settings)
{
    struct clsmem_bank_tile *const tile = &settings->tile;
    const unsigned narrow = settings->bytes < 4 ? settings->bytes : 4;

    tile->element_bytes = settings->element_bytes ? settings->element_bytes : narrow;
    if (!settings->has_tile)
        return settings->has_pad || settings->has_swizzle || settings->has_walk
                   ? clsmem_fail(CLSMEM_INVALID, "--row, --column, --pad and --swizzle need a --tile")
                   : CLSMEM_OK;
    if (settings->has_pad && settings->has_swizzle)
        return clsmem_fail(CLSMEM_INVALID, "a tile is padded or swizzled, not both");
    if (settings->has_pad && tile->layout.pad > 0)
        tile->layout.kind = CLSMEM_PADDED;
    if (settings->has_swizzle) {
        if (settings->swizzle_bytes < tile->element_bytes)
            return clsmem_fail(CLSMEM_INVALID, "--swizzle moves whole elements of %u bytes, not %zu bytes",
                               tile->element_bytes, settings->swizzle_bytes);
        tile->layout.kind = CLSMEM_SWIZZLED;
        tile->layout.access = settings->swizzle_bytes / tile->element_bytes;
    }
    return CLSMEM_OK;
}

static enum clsmem_status check_pattern(struct banks_settings *settings)
{
    enum clsmem_status status = CLSMEM_OK;

    if ((settings->bytes & (settings->bytes - 1)) != 0 && settings->bytes != 12)
        return clsmem_fail(CLSMEM_INVALID, "--width: %u bytes is no power of two", settings->bytes);
    if (settings->pattern_count > 1)
        return clsmem_fail(CLSMEM_INVALID, "--stride, --addresses and --index are different patterns: give one");
    if (settings->has_tile && settings->pattern == PATTERN_NONE)
        settings->pattern = PATTERN_TILE;
    if (settings->pattern == PATTERN_NONE)
        return clsmem_fail(CLSMEM_INVALID, "what is to be counted? Give --stride, --tile, --addresses or --index");
    status = complete_tile(settings);
    if (status != CLSMEM_OK)
        return status;
    if (settings->has_tile && settings->pattern != PATTERN_TILE && settings->pattern != PATTERN_INDEX)
        return clsmem_fail(CLSMEM_INVALID, "--tile belongs to --row, --column or --index");
    if (settings->pattern == PATTERN_TILE && !settings->has_walk)
        return clsmem_fail(CLSMEM_INVALID, "--tile: by --row or by --column?");
    if (settings->pattern == PATTERN_INDEX && settings->has_walk)
        return clsmem_fail(CLSMEM_INVALID, "--index says where each lane goes: no --row or --column beside it");
    if (settings->pattern == PATTERN_ADDRESSES && settings->lanes && settings->lanes != settings->address_count)
        return clsmem_fail(CLSMEM_INVALID, "--lanes %u, but --addresses has %u", settings->lanes,
                           settings->address_count);
    if (settings->pattern == PATTERN_ADDRESSES)
        settings->lanes = settings->address_count;
    return settings->has_tile ? clsmem_bank_tile_check(&settings->tile, settings->bytes) : CLSMEM_OK;
}

static enum clsmem_status check_search(struct banks_settings *settings)
{
    unsigned narrowest = 4;

    if (!settings->has_tile)
        return clsmem_fail(CLSMEM_INVALID, "--search needs a --tile");
    if (settings->demand_count == 0)
        return clsmem_fail(CLSMEM_INVALID, "--search needs the accesses: --access column:4,row:16");
    if (settings->pattern_count > 0 || settings->has_walk || settings->has_pad || settings->has_swizzle)
        return clsmem_fail(CLSMEM_INVALID, "--search tries layouts itself: no pattern, --pad or --swizzle beside it");
    for (size_t i = 0; i < settings->demand_count; i++)
        narrowest = settings->demands[i].bytes < narrowest ? settings->demands[i].bytes : narrowest;
    settings->tile.element_bytes = settings->element_bytes ? settings->element_bytes : narrowest;
    return CLSMEM_OK;
}

static enum clsmem_status check_task(struct banks_settings *settings)
{
    if (settings->task_count > 1)
        return clsmem_fail(CLSMEM_INVALID, "--lesson, --search, --oracle, --speed and --list-classes: one at a time");
    if (settings->task != TASK_SEARCH && (settings->demand_count > 0 || settings->has_most_pad))
        return clsmem_fail(CLSMEM_INVALID, "--access and --most-pad belong to --search");
    if (settings->task != TASK_PATTERN && settings->task != TASK_SEARCH &&
        (settings->pattern_count > 0 || settings->has_tile))
        return clsmem_fail(CLSMEM_INVALID, "this task takes no pattern");
    /* What would be ignored is refused: a search of loads is no answer to a question about stores. */
    if (settings->task != TASK_PATTERN &&
        (settings->op != CLSMEM_LOAD || settings->bytes != 4 || settings->lanes > 0 || settings->has_active))
        return clsmem_fail(CLSMEM_INVALID, "--op, --width, --lanes and --active go with a pattern%s",
                           settings->task == TASK_SEARCH ? "; a search takes them as --access column:4:store" : "");
    if (settings->svg && settings->task != TASK_PATTERN)
        return clsmem_fail(CLSMEM_INVALID, "--svg draws one access: it needs a pattern");
    if (settings->json && settings->task != TASK_PATTERN && settings->task != TASK_SEARCH)
        return clsmem_fail(CLSMEM_INVALID, "--json goes with a pattern or with --search");
    if (settings->json && settings->svg && strcmp(settings->json, settings->svg) == 0)
        return clsmem_fail(CLSMEM_INVALID, "--json and --svg cannot go to the same place: %s", settings->json);
    if (settings->task == TASK_PATTERN)
        return check_pattern(settings);
    return settings->task == TASK_SEARCH ? check_search(settings) : CLSMEM_OK;
}

enum clsmem_status banks_settings_parse(int argc, char **argv, struct banks_settings *settings)
{
    enum clsmem_status status;

    *settings = (struct banks_settings){ .bytes = 4, .most_pad = 32 };
    status = options_parse(rows, sizeof rows / sizeof *rows, argc, argv, settings);
    if (status != CLSMEM_OK || settings->help || settings->version)
        return status;
    status = check_task(settings);
    if (status == CLSMEM_OK)
        status = choose_classes(settings);
    if (status == CLSMEM_OK && settings->task == TASK_ORACLE && settings->class_count > 1)
        status = clsmem_fail(CLSMEM_INVALID, "--oracle holds one class against the file: --class NAME");
    return status;
}

void banks_settings_release(struct banks_settings *settings)
{
    clsmem_class_file_release(&settings->own_file);
    *settings = (struct banks_settings){ 0 };
}
