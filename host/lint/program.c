/* Building the engine's program: lists that grow, constants and sites that are shared. */
#include "program.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "program_order.h"

/* A list of the program while it grows. */
struct extent {
    size_t capacity;
};

/* Open addressing over the indices of a list; 0 is empty, else the index + 1. */
struct index_table {
    uint32_t *cells;
    size_t capacity, count;
};

struct lint_program_extents {
    struct extent instructions, blocks, edges, moves, cases, accesses, copies, group_calls, barriers, sites, files,
        functions, arrays, parameters, parameter_slots, constants, array_slots, value_arrays;
    struct index_table constant_table, site_table;
    uint32_t current; /* block that is being filled; LINT_NONE between two */
    bool out_of_memory;
};

int64_t lint_conversion_pack(const struct lint_conversion *conversion)
{
    return (int64_t)conversion->from | (int64_t)conversion->to << 2 | (int64_t)conversion->rounding << 4 |
           (int64_t)conversion->saturate << 6 | (int64_t)conversion->from_bits << 8 |
           (int64_t)conversion->to_bits << 16;
}

struct lint_conversion lint_conversion_unpack(int64_t packed)
{
    return (struct lint_conversion){
        .from = (enum lint_kind)(packed & 3),
        .to = (enum lint_kind)(packed >> 2 & 3),
        .rounding = (enum lint_rounding)(packed >> 4 & 3),
        .saturate = (packed >> 6 & 1) != 0,
        .from_bits = (unsigned)(packed >> 8 & 255),
        .to_bits = (unsigned)(packed >> 16 & 255),
    };
}

const char *lint_space_word(enum lint_space space)
{
    static const char *const words[LINT_SPACE_COUNT] = {
        [LINT_GENERIC] = "generic", [LINT_GLOBAL] = "global",   [LINT_CONSTANT] = "constant",
        [LINT_LOCAL] = "local",     [LINT_PRIVATE] = "private",
    };

    return words[space];
}

/* Makes room for `more` elements behind the last; false, and the program is marked, where memory is out. */
static bool reserve(struct lint_program *program, void *list, size_t count, size_t more, size_t element_bytes,
                    struct extent *extent)
{
    void **const place = list;
    size_t capacity = extent->capacity;
    void *grown;

    if (count + more <= capacity)
        return true;
    while (capacity < count + more)
        capacity = capacity ? 2 * capacity : 16;
    grown = realloc(*place, capacity * element_bytes);
    if (!grown) {
        program->extents->out_of_memory = true;
        return false;
    }
    *place = grown;
    extent->capacity = capacity;
    return true;
}

/* Appends *element to program->list##s; the expression's value is its index, 0 where memory is out. */
#define APPEND(program, list, list_count, element)                                                                    \
    (reserve(program, &(program)->list, (program)->list_count, 1, sizeof *(program)->list, &(program)->extents->list) \
         ? ((program)->list[(program)->list_count] = (element), (uint32_t)(program)->list_count++)                    \
         : 0)

static uint64_t hash_bytes(const void *data, size_t bytes)
{
    const unsigned char *const byte = data;
    uint64_t hash = 0xcbf29ce484222325u;

    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3u;
    return hash ^ hash >> 29;
}

/* The cell of an equal element, or the empty cell where it belongs. The table has an empty cell. */
static uint32_t *table_cell(const struct index_table *table, const void *list, size_t element_bytes,
                            const void *element)
{
    size_t place = (size_t)hash_bytes(element, element_bytes) & (table->capacity - 1);

    while (table->cells[place] != 0 &&
           memcmp((const char *)list + (table->cells[place] - 1) * element_bytes, element, element_bytes) != 0)
        place = (place + 1) & (table->capacity - 1);
    return &table->cells[place];
}

/* Room for one more element; all elements of the list are in the table. */
static bool table_reserve(struct lint_program *program, struct index_table *table, const void *list, size_t count,
                          size_t element_bytes)
{
    struct index_table grown = { .capacity = table->capacity ? 2 * table->capacity : 64 };

    if (2 * (table->count + 1) <= table->capacity)
        return true;
    while (grown.capacity < 2 * (count + 1))
        grown.capacity *= 2;
    grown.cells = calloc(grown.capacity, sizeof *grown.cells);
    if (!grown.cells) {
        program->extents->out_of_memory = true;
        return false;
    }
    grown.count = count;
    for (size_t i = 0; i < count; i++)
        *table_cell(&grown, list, element_bytes, (const char *)list + i * element_bytes) = (uint32_t)i + 1;
    free(table->cells);
    *table = grown;
    return true;
}

struct lint_program *lint_program_new(const char *kernel)
{
    struct lint_program *const program = calloc(1, sizeof *program);
    struct lint_program_extents *const extents = calloc(1, sizeof *extents);

    if (program)
        program->extents = extents;
    if (program && extents)
        program->kernel = strdup(kernel);
    if (!program || !extents || !program->kernel) {
        free(extents);
        free(program);
        return NULL;
    }
    extents->current = LINT_NONE;
    memset(program->ids, 0xff, sizeof program->ids);
    memset(program->scalar_ids, 0xff, sizeof program->scalar_ids);
    return program;
}

static void release_extents(struct lint_program *program)
{
    if (program->extents) {
        free(program->extents->constant_table.cells);
        free(program->extents->site_table.cells);
    }
    free(program->extents);
    program->extents = NULL;
}

static void release_names(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

static void release_arrays(struct lint_program *program)
{
    for (size_t i = 0; i < program->array_count; i++) {
        free(program->arrays[i].name);
        free((void *)(uintptr_t)program->arrays[i].initial);
    }
    free(program->arrays);
    for (size_t i = 0; i < program->parameter_count; i++) {
        free(program->parameters[i].name);
        free(program->parameters[i].type);
    }
    free(program->parameters);
}

void lint_program_release(struct lint_program *program)
{
    if (!program)
        return;
    release_extents(program);
    release_arrays(program);
    release_names(program->files, program->file_count);
    release_names(program->functions, program->function_count);
    free(program->instructions);
    free(program->blocks);
    free(program->edges);
    free(program->moves);
    free(program->cases);
    free(program->accesses);
    free(program->copies);
    free(program->group_calls);
    free(program->barriers);
    free(program->sites);
    free(program->parameter_slots);
    free(program->constants);
    free(program->array_slots);
    free(program->value_arrays);
    free(program->kernel);
    free(program);
}

uint32_t lint_program_slots(struct lint_program *program, uint32_t count)
{
    const uint32_t first = program->slot_count;

    if (count > LINT_FIRST_CONSTANT - first) {
        program->extents->out_of_memory = true;
        return 0;
    }
    program->slot_count += count;
    return first;
}

uint32_t lint_program_constant(struct lint_program *program, uint64_t value)
{
    struct index_table *const table = &program->extents->constant_table;
    uint32_t *cell;

    if (!table_reserve(program, table, program->constants, program->constant_count, sizeof value))
        return 0;
    cell = table_cell(table, program->constants, sizeof value, &value);
    if (*cell == 0) {
        const size_t count = program->constant_count;
        const uint32_t index = APPEND(program, constants, constant_count, value);

        if (program->constant_count == count)
            return 0;
        *cell = index + 1;
        table->count++;
    }
    return LINT_FIRST_CONSTANT + *cell - 1;
}

uint32_t lint_program_constants(struct lint_program *program, const uint64_t *values, uint32_t count)
{
    const size_t first = program->constant_count;
    struct index_table *const table = &program->extents->constant_table;

    if (count == 1)
        return lint_program_constant(program, values[0]);
    if (!reserve(program, &program->constants, first, count, sizeof *values, &program->extents->constants))
        return 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *cell;

        program->constants[program->constant_count++] = values[i];
        if (!table_reserve(program, table, program->constants, program->constant_count - 1, sizeof *values))
            return 0;
        cell = table_cell(table, program->constants, sizeof *values, &values[i]);
        if (*cell == 0) {
            *cell = (uint32_t)program->constant_count;
            table->count++;
        }
    }
    return LINT_FIRST_CONSTANT + (uint32_t)first;
}

uint32_t lint_program_id(struct lint_program *program, enum lint_id id, unsigned dimension)
{
    assert(dimension < 3);
    if (program->ids[id][dimension] == LINT_NONE)
        program->ids[id][dimension] = lint_program_slots(program, 1);
    return program->ids[id][dimension];
}

uint32_t lint_program_scalar_id(struct lint_program *program, enum lint_scalar_id id)
{
    if (program->scalar_ids[id] == LINT_NONE)
        program->scalar_ids[id] = lint_program_slots(program, 1);
    return program->scalar_ids[id];
}

uint32_t lint_program_array(struct lint_program *program, const struct lint_array *array)
{
    return APPEND(program, arrays, array_count, *array);
}

uint32_t lint_program_array_slot(struct lint_program *program, uint32_t array)
{
    for (size_t i = 0; i < program->array_slot_count; i++)
        if (program->array_slots[i][0] == array)
            return program->array_slots[i][1];
    if (!reserve(program, &program->array_slots, program->array_slot_count, 1, sizeof *program->array_slots,
                 &program->extents->array_slots))
        return 0;
    program->array_slots[program->array_slot_count][0] = array;
    program->array_slots[program->array_slot_count][1] = lint_program_slots(program, 1);
    return program->array_slots[program->array_slot_count++][1];
}

static uint32_t find_name(char *const *names, size_t count, const char *name)
{
    for (size_t i = count; i-- > 0;)
        if (strcmp(names[i], name) == 0)
            return (uint32_t)i;
    return LINT_NONE;
}

static char *copy_name(struct lint_program *program, const char *name)
{
    char *const copy = strdup(name);

    if (!copy)
        program->extents->out_of_memory = true;
    return copy;
}

uint32_t lint_program_file(struct lint_program *program, const char *path)
{
    uint32_t index = find_name(program->files, program->file_count, path);
    char *copy;

    if (index != LINT_NONE)
        return index;
    copy = copy_name(program, path);
    return copy ? APPEND(program, files, file_count, copy) : 0;
}

uint32_t lint_program_function(struct lint_program *program, const char *name)
{
    uint32_t index = find_name(program->functions, program->function_count, name);
    char *copy;

    if (index != LINT_NONE)
        return index;
    copy = copy_name(program, name);
    return copy ? APPEND(program, functions, function_count, copy) : 0;
}

uint32_t lint_program_site(struct lint_program *program, const struct lint_site *site)
{
    struct index_table *const table = &program->extents->site_table;
    uint32_t *cell;

    if (!table_reserve(program, table, program->sites, program->site_count, sizeof *site))
        return 0;
    cell = table_cell(table, program->sites, sizeof *site, site);
    if (*cell == 0) {
        const size_t count = program->site_count;
        const uint32_t index = APPEND(program, sites, site_count, *site);

        if (program->site_count == count)
            return 0;
        *cell = index + 1;
        table->count++;
    }
    return *cell - 1;
}

uint32_t lint_program_access(struct lint_program *program, const struct lint_access *access)
{
    return APPEND(program, accesses, access_count, *access);
}

uint32_t lint_program_copy(struct lint_program *program, const struct lint_copy *copy)
{
    return APPEND(program, copies, copy_count, *copy);
}

uint32_t lint_program_group_call(struct lint_program *program, const struct lint_group_call *call)
{
    return APPEND(program, group_calls, group_call_count, *call);
}

uint32_t lint_program_barrier(struct lint_program *program, const struct lint_barrier *barrier)
{
    return APPEND(program, barriers, barrier_count, *barrier);
}

uint32_t lint_program_parameter(struct lint_program *program, const struct lint_parameter *parameter)
{
    return APPEND(program, parameters, parameter_count, *parameter);
}

void lint_program_parameter_slot(struct lint_program *program, const struct lint_parameter_slot *slot)
{
    (void)APPEND(program, parameter_slots, parameter_slot_count, *slot);
}

void lint_program_value_array(struct lint_program *program, uint32_t parameter, uint32_t array)
{
    if (!reserve(program, &program->value_arrays, program->value_array_count, 1, sizeof *program->value_arrays,
                 &program->extents->value_arrays))
        return;
    program->value_arrays[program->value_array_count][0] = parameter;
    program->value_arrays[program->value_array_count++][1] = array;
}

uint32_t lint_program_block(struct lint_program *program)
{
    const struct lint_block block = { .end = LINT_TRAP, .first = LINT_NONE, .site = LINT_NONE };

    return APPEND(program, blocks, block_count, block);
}

void lint_program_enter(struct lint_program *program, uint32_t block)
{
    if (program->extents->out_of_memory)
        return;
    assert(program->extents->current == LINT_NONE && "the last block has not been ended");
    assert(block < program->block_count && program->blocks[block].first == LINT_NONE);
    program->blocks[block].first = (uint32_t)program->instruction_count;
    program->extents->current = block;
}

void lint_program_emit(struct lint_program *program, const struct lint_instruction *instruction)
{
    if (program->extents->out_of_memory)
        return;
    assert(program->extents->current != LINT_NONE && "instructions belong to a block");
    (void)APPEND(program, instructions, instruction_count, *instruction);
}

/* Ends the current block; NULL where memory is out. */
static struct lint_block *end_block(struct lint_program *program, enum lint_end end, uint32_t site)
{
    struct lint_block *block;

    if (program->extents->out_of_memory)
        return NULL;
    assert(program->extents->current != LINT_NONE);
    block = &program->blocks[program->extents->current];
    block->count = (uint32_t)program->instruction_count - block->first;
    block->end = end;
    block->site = site;
    block->first_edge = (uint32_t)program->edge_count;
    block->edge_count = 0;
    program->extents->current = LINT_NONE;
    return block;
}

static void add_edge(struct lint_program *program, struct lint_block *block, const struct lint_target *target)
{
    const struct lint_edge edge = {
        .target = target->block,
        .first_move = (uint32_t)program->move_count,
        .move_count = (uint32_t)target->move_count,
    };

    for (size_t i = 0; i < target->move_count; i++)
        (void)APPEND(program, moves, move_count, target->moves[i]);
    (void)APPEND(program, edges, edge_count, edge);
    block->edge_count++;
}

void lint_program_jump(struct lint_program *program, const struct lint_target *target, uint32_t site)
{
    struct lint_block *const block = end_block(program, LINT_JUMP, site);

    if (block)
        add_edge(program, block, target);
}

void lint_program_branch(struct lint_program *program, uint32_t condition, const struct lint_target *taken,
                         const struct lint_target *otherwise, uint32_t site)
{
    struct lint_block *const block = end_block(program, LINT_BRANCH, site);

    if (!block)
        return;
    block->value = condition;
    add_edge(program, block, taken);
    add_edge(program, block, otherwise);
}

void lint_program_switch(struct lint_program *program, uint32_t value, unsigned bits, const uint64_t *cases,
                         const struct lint_target *targets, size_t case_count, uint32_t site)
{
    struct lint_block *const block = end_block(program, LINT_SWITCH, site);

    if (!block)
        return;
    block->value = value;
    block->bits = (uint8_t)bits;
    block->first_case = (uint32_t)program->case_count;
    for (size_t i = 0; i < case_count; i++)
        (void)APPEND(program, cases, case_count, cases[i]);
    for (size_t i = 0; i <= case_count; i++)
        add_edge(program, block, &targets[i]);
}

void lint_program_return(struct lint_program *program, uint32_t site)
{
    (void)end_block(program, LINT_RETURN, site);
}

void lint_program_wait(struct lint_program *program, uint32_t barrier, uint32_t next, uint32_t site)
{
    struct lint_block *const block = end_block(program, LINT_BARRIER, site);

    if (!block)
        return;
    block->barrier = barrier;
    add_edge(program, block, &(struct lint_target){ .block = next });
}

void lint_program_trap(struct lint_program *program, uint32_t site)
{
    (void)end_block(program, LINT_TRAP, site);
}

void lint_program_keep_loop(struct lint_program *program)
{
    if (!program->extents->out_of_memory)
        program->blocks[program->extents->current].keeps_loop = true;
}

enum clsmem_status lint_program_reopen(struct lint_program *program)
{
    assert(!program->extents);
    program->extents = calloc(1, sizeof *program->extents);
    if (!program->extents)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the kernel's program");
        /* The lists are full; the table of constants is made again with the first new one. */
#define FULL(list, list_count) program->extents->list.capacity = program->list_count;
    FULL(instructions, instruction_count)
    FULL(blocks, block_count)
    FULL(edges, edge_count)
    FULL(moves, move_count)
    FULL(constants, constant_count)
#undef FULL
    program->extents->current = LINT_NONE;
    return CLSMEM_OK;
}

void lint_program_redirect(struct lint_program *program, uint32_t edge, uint32_t block)
{
    if (!program->extents->out_of_memory)
        program->edges[edge].target = block;
}

enum clsmem_status lint_program_finish(struct lint_program *program)
{
    const bool out_of_memory = program->extents->out_of_memory;

    assert(out_of_memory || program->extents->current == LINT_NONE);
    release_extents(program);
    if (out_of_memory)
        return clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the kernel's program");
    return lint_program_order(program);
}
