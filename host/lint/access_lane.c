/* One lane of a memory instruction: where it goes, whether it may, and what it finds there. */
#include "access.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void lint_visit_begin(struct lint_visit *visit, struct lint_worker *worker, uint32_t site, uint32_t record)
{
    const struct lint_sub_group *const sub_group = worker->current;

    *visit = (struct lint_visit){ .worker = worker, .site = site, .record = record };
    visit->local_touch = lint_touch_pack(worker->local_epoch, sub_group->sub_epoch, 0, record, false);
    visit->global_touch = lint_touch_pack(worker->global_epoch, sub_group->sub_epoch, 0, record, false);
    visit->step = ++worker->step;
}

static const char *object_name(const struct lint_worker *worker, const struct lint_place *place)
{
    const struct lint_engine *const engine = worker->engine;

    switch (place->space) {
    case LINT_LOCAL:
        return place->object < engine->local_layout.count ? engine->local_layout.objects[place->object].name : "";
    case LINT_PRIVATE:
        return place->object < engine->private_layout.count ? engine->private_layout.objects[place->object].name : "";
    case LINT_GLOBAL:
        return place->object < engine->memory.count ? engine->memory.buffers[place->object].name : "";
    default:
        return "";
    }
}

static uint64_t object_bytes(const struct lint_worker *worker, const struct lint_place *place)
{
    const struct lint_engine *const engine = worker->engine;

    switch (place->space) {
    case LINT_LOCAL:
        return place->object < engine->local_layout.count ? engine->local_layout.objects[place->object].bytes : 0;
    case LINT_PRIVATE:
        return place->object < engine->private_layout.count ? engine->private_layout.objects[place->object].bytes : 0;
    case LINT_GLOBAL:
        return place->object < engine->memory.count ? engine->memory.buffers[place->object].bytes : 0;
    default:
        return 0;
    }
}

static struct lint_fault fault_of(const struct lint_visit *visit, unsigned lane, enum clsmem_lint_finding_kind kind)
{
    return (struct lint_fault){
        .kind = kind,
        .site = visit->site,
        .other_site = LINT_NONE,
        .has_items = true,
        .item = lint_group_item(visit->worker, visit->worker->current->first_item + lane),
    };
}

static void report_place(const struct lint_visit *visit, unsigned lane, enum clsmem_lint_finding_kind kind,
                         const struct lint_place *place)
{
    const char *const verb = visit->is_write ? "writes" : "reads";
    const char *const name = object_name(visit->worker, place);
    const uint64_t bytes = object_bytes(visit->worker, place);
    struct lint_fault fault;

    if (lint_fault_again(visit->worker, kind, visit->site, LINT_NONE))
        return;
    fault = fault_of(visit, lane, kind);
    switch (kind) {
    case CLSMEM_LINT_OUT_OF_BOUNDS:
        if (bytes == 0)
            snprintf(fault.text, sizeof fault.text, "%s %" PRIu64 " bytes where there is no object", verb,
                     visit->bytes);
        else if (place->offset < 0)
            snprintf(fault.text, sizeof fault.text,
                     "%s %" PRIu64 " bytes at offset %" PRId64 " of '%s', before its start", verb, visit->bytes,
                     place->offset, name);
        else
            snprintf(fault.text, sizeof fault.text,
                     "%s %" PRIu64 " bytes at offset %" PRId64 " of '%s', which has %" PRIu64 " bytes of %s memory",
                     verb, visit->bytes, place->offset, name, bytes, lint_space_word(place->space));
        break;
    case CLSMEM_LINT_NULL_POINTER:
        snprintf(fault.text, sizeof fault.text, "%s %" PRIu64 " bytes through a null pointer (offset %" PRId64 ")",
                 verb, visit->bytes, place->offset);
        break;
    case CLSMEM_LINT_MISALIGNED:
        snprintf(fault.text, sizeof fault.text,
                 "%s %" PRIu64 " bytes at offset %" PRId64 " of '%s', which is not a multiple of %u", verb,
                 visit->bytes, place->offset, name, visit->align);
        break;
    case CLSMEM_LINT_READ_ONLY:
        snprintf(fault.text, sizeof fault.text, "writes to '%s', which is constant", name);
        break;
    default:
        snprintf(fault.text, sizeof fault.text,
                 "reads %" PRIu64 " bytes at offset %" PRId64 " of '%s' that no work-item has written", visit->bytes,
                 place->offset, name);
    }
    lint_fault_add(visit->worker, &fault);
}

static void report_clash(const struct lint_visit *visit, unsigned lane, const struct lint_place *place,
                         const struct lint_verdict *verdict, bool is_same_value)
{
    const struct lint_engine *const engine = visit->worker->engine;
    const uint32_t other_item = lint_touch_item(verdict->other);
    const uint32_t own_item = lint_visit_item(visit, lane);
    const bool is_copy = own_item == LINT_COPY_ITEM || other_item == LINT_COPY_ITEM;
    const bool is_write_write = verdict->clash == LINT_CLASH_WRITE_WRITE;
    const uint32_t other = engine->record_instructions[lint_touch_record(verdict->other)];
    const char *how = "";
    struct lint_fault fault =
        fault_of(visit, lane, is_write_write ? CLSMEM_LINT_WRITE_WRITE_RACE : CLSMEM_LINT_READ_WRITE_RACE);

    if (is_write_write && is_same_value) {
        fault.kind = CLSMEM_LINT_SAME_VALUE_RACE;
        how = ", both the same value";
    } else if (other_item / engine->lanes == own_item / engine->lanes && !verdict->is_same_step) {
        fault.kind = CLSMEM_LINT_LOCK_STEP_RACE;
        how = ", which only a sub-group in lock-step keeps apart";
    }
    fault.other_site = engine->program->instructions[other].site;
    if (lint_fault_again(visit->worker, fault.kind, fault.site, fault.other_site))
        return;
    fault.has_other = true;
    fault.other_item = lint_group_item(visit->worker, other_item);
    snprintf(fault.text, sizeof fault.text,
             "%s %s offset %" PRId64 " of '%s', and no barrier between orders %s memory%s",
             is_copy ? "a work-item and an asynchronous copy" : "two work-items",
             is_write_write ? "write" : "read and write", place->offset, object_name(visit->worker, place),
             lint_space_word(place->space), how);
    lint_fault_add(visit->worker, &fault);
}

static void judge(const struct lint_visit *visit, unsigned lane, const struct lint_place *place,
                  const struct lint_verdict *verdict, bool is_same_value)
{
    struct lint_worker *const worker = visit->worker;
    const uint32_t barrier = place->space == LINT_LOCAL ? worker->local_barrier : worker->global_barrier;

    if (verdict->needs_last_order && barrier != LINT_NONE)
        worker->barriers[barrier].is_needed = true;
    if (verdict->clash != LINT_NO_CLASH)
        report_clash(visit, lane, place, verdict, is_same_value);
}

/* The part of a visit that lies in one shadow. */
static void watch(const struct lint_visit *visit, unsigned lane, const struct lint_place *place,
                  struct lint_shadow *shadow, uint64_t offset, uint64_t bytes, bool is_same_value)
{
    const struct lint_worker *const worker = visit->worker;
    const lint_touch touch = place->space == LINT_LOCAL ? visit->local_touch : visit->global_touch;
    const struct lint_watch watched = {
        .touch = touch | (uint64_t)lint_visit_item(visit, lane) << 19 | visit->is_atomic,
        .step = visit->step,
        .lanes = worker->engine->lanes,
    };
    struct lint_verdict verdict;

    if ((!lint_shadow_is_fine(shadow, offset, bytes) && lint_shadow_split(shadow) != CLSMEM_OK) ||
        (visit->is_write && visit->is_atomic && lint_shadow_expect_atomics(shadow) != CLSMEM_OK)) {
        lint_engine_halt(worker->engine, LINT_HALT_MEMORY, visit->site);
        return;
    }
    verdict = visit->is_write ? lint_shadow_write(shadow, offset, bytes, &watched)
                              : lint_shadow_read(shadow, offset, bytes, &watched);
    if (verdict.needs_last_order || verdict.clash != LINT_NO_CLASH)
        judge(visit, lane, place, &verdict, is_same_value);
}

static void watch_global(const struct lint_visit *visit, unsigned lane, const struct lint_place *place,
                         bool is_same_value)
{
    uint64_t offset = (uint64_t)place->offset, rest = visit->bytes;

    while (rest > 0) {
        const uint64_t within = offset % LINT_PAGE_BYTES;
        const uint64_t piece = rest < LINT_PAGE_BYTES - within ? rest : LINT_PAGE_BYTES - within;
        struct lint_shadow *const shadow =
            lint_page_shadow(visit->worker->pages, place->object, offset / LINT_PAGE_BYTES);

        if (!shadow) {
            lint_engine_halt(visit->worker->engine, LINT_HALT_MEMORY, visit->site);
            return;
        }
        watch(visit, lane, place, shadow, within, piece, is_same_value);
        offset += piece;
        rest -= piece;
    }
}

static unsigned count_written(const uint8_t *written, unsigned bytes)
{
    unsigned count = 0;

    for (unsigned i = 0; i < bytes; i++)
        count += written[i] != 0;
    return count;
}

bool lint_access_is_written(const uint8_t *written, uint64_t bytes, const uint8_t *reads, unsigned element_bytes,
                            enum lint_space space)
{
    const unsigned step = reads ? element_bytes : (unsigned)bytes;

    for (uint64_t i = 0; i < bytes; i += step) {
        const unsigned how = reads ? reads[i / step] : LINT_READ | LINT_USED;
        const unsigned count = count_written(written + i, step);

        if (how == 0 || count == step)
            continue;
        if (how & LINT_USED || (count == 0 && (space != LINT_PRIVATE || step > 1)))
            return false;
    }
    return true;
}

/* Bytes of a local or private object, and the marks of what was written of it. */
static void transfer(const struct lint_visit *visit, unsigned lane, const struct lint_place *place, uint8_t *bytes,
                     uint8_t *written, void *data)
{
    if (visit->modify) {
        if (!lint_access_is_written(written, visit->bytes, visit->reads, visit->element_bytes, place->space))
            report_place(visit, lane, CLSMEM_LINT_UNINITIALISED, place);
        lint_copy_bytes(data, bytes, visit->bytes);
        visit->modify(visit, lane, data);
    }
    if (visit->is_write) {
        lint_copy_bytes(bytes, data, visit->bytes);
        for (uint64_t i = 0; i < visit->bytes; i++) {
            const uint8_t mark = visit->marks ? visit->marks[i] : 1;

            if (place->space == LINT_LOCAL)
                visit->worker->local_unwritten += (uint64_t)(written[i] != 0) - (uint64_t)(mark != 0);
            written[i] = mark;
        }
        return;
    }
    lint_copy_bytes(data, bytes, visit->bytes);
    if (visit->marks)
        memcpy(visit->marks, written, visit->bytes);
    else if (!lint_access_is_written(written, visit->bytes, visit->reads, visit->element_bytes, place->space))
        report_place(visit, lane, CLSMEM_LINT_UNINITIALISED, place);
}

static bool visit_local(struct lint_visit *visit, unsigned lane, const struct lint_place *place, void *data)
{
    struct lint_worker *const worker = visit->worker;
    const struct lint_object *const object = &worker->engine->local_layout.objects[place->object];
    const uint64_t offset = object->base + (uint64_t)place->offset;
    bool is_same_value;

    if (offset % visit->align != 0)
        report_place(visit, lane, CLSMEM_LINT_MISALIGNED, place);
    is_same_value = visit->is_write && !visit->modify && memcmp(worker->local_bytes + offset, data, visit->bytes) == 0;
    watch(visit, lane, place, &worker->local_shadow, offset, visit->bytes, is_same_value);
    transfer(visit, lane, place, worker->local_bytes + offset, worker->local_written + offset, data);
    visit->local_addresses[lane] = offset;
    visit->local_mask |= (uint64_t)1 << lane;
    return true;
}

static bool visit_private(struct lint_visit *visit, unsigned lane, const struct lint_place *place, void *data)
{
    struct lint_worker *const worker = visit->worker;
    const struct lint_layout *const layout = &worker->engine->private_layout;
    const uint64_t offset = layout->objects[place->object].base + (uint64_t)place->offset;
    const uint64_t at = lane * layout->bytes + offset;

    if (offset % visit->align != 0)
        report_place(visit, lane, CLSMEM_LINT_MISALIGNED, place);
    transfer(visit, lane, place, worker->current->private_bytes + at, worker->current->private_written + at, data);
    return true;
}

/* `bytes` is where they lie, or NULL where they cross pages of an unbounded buffer. */
static bool transfer_global(const struct lint_visit *visit, unsigned lane, struct lint_buffer *buffer, uint64_t offset,
                            uint8_t *bytes, void *data)
{
    bool is_done = true;

    if (!visit->is_write || visit->modify) {
        if (bytes)
            lint_copy_bytes(data, bytes, visit->bytes);
        else
            is_done = lint_memory_read(buffer, offset, data, visit->bytes);
    }
    if (visit->modify)
        visit->modify(visit, lane, data);
    if (visit->is_write && bytes)
        lint_copy_bytes(bytes, data, visit->bytes);
    else if (visit->is_write)
        is_done = is_done && lint_memory_write(buffer, offset, data, visit->bytes);
    return is_done;
}

static bool visit_global(struct lint_visit *visit, unsigned lane, const struct lint_place *place, void *data)
{
    struct lint_worker *const worker = visit->worker;
    struct lint_buffer *const buffer = &worker->engine->memory.buffers[place->object];
    const uint64_t offset = (uint64_t)place->offset;
    uint8_t *bytes = NULL;
    bool is_same_value = false, is_done;

    if (offset % visit->align != 0)
        report_place(visit, lane, CLSMEM_LINT_MISALIGNED, place);
    if (visit->is_write && buffer->is_read_only) {
        report_place(visit, lane, CLSMEM_LINT_READ_ONLY, place);
        return false;
    }
    if (buffer->data || offset % LINT_PAGE_BYTES + visit->bytes <= LINT_PAGE_BYTES)
        bytes = lint_memory_at(buffer, offset, visit->bytes);
    if (visit->is_write && bytes && !visit->modify)
        is_same_value = memcmp(bytes, data, visit->bytes) == 0;
    if (!buffer->is_read_only)
        watch_global(visit, lane, place, is_same_value);
    if (!visit->is_write && visit->marks)
        memset(visit->marks, 1, visit->bytes);
    is_done = transfer_global(visit, lane, buffer, offset, bytes, data);
    if (!is_done)
        lint_engine_halt(worker->engine, LINT_HALT_MEMORY, visit->site);
    visit->global_addresses[lane] = lint_address(LINT_GLOBAL, place->object, offset);
    visit->global_mask |= (uint64_t)1 << lane;
    return is_done;
}

void lint_access_note_object(struct lint_worker *worker, uint32_t number, const struct lint_place *place)
{
    struct lint_record *const record = &worker->records[number];

    if (record->space == LINT_GENERIC) {
        record->space = place->space;
        record->object = place->object;
    } else if (record->space != place->space || record->object != place->object) {
        record->has_many_objects = true;
    }
}

void lint_visit_watch(const struct lint_visit *visit, unsigned lane, const struct lint_place *place)
{
    struct lint_worker *const worker = visit->worker;

    if (place->space == LINT_LOCAL)
        watch(visit, lane, place, &worker->local_shadow,
              worker->engine->local_layout.objects[place->object].base + (uint64_t)place->offset, visit->bytes, false);
    else
        watch_global(visit, lane, place, false);
}

bool lint_visit_lane(struct lint_visit *visit, unsigned lane, uint64_t address, void *data)
{
    const struct lint_place place = lint_place_of(address, visit->space);
    const uint64_t size = object_bytes(visit->worker, &place);

    if (place.space == LINT_GENERIC) {
        report_place(visit, lane, CLSMEM_LINT_NULL_POINTER, &place);
        return false;
    }
    if (place.offset < 0 || (uint64_t)place.offset > size || visit->bytes > size - (uint64_t)place.offset) {
        report_place(visit, lane, CLSMEM_LINT_OUT_OF_BOUNDS, &place);
        return false;
    }
    lint_access_note_object(visit->worker, visit->record, &place);
    switch (place.space) {
    case LINT_LOCAL:
        return visit_local(visit, lane, &place, data);
    case LINT_PRIVATE:
        return visit_private(visit, lane, &place, data);
    default:
        return visit_global(visit, lane, &place, data);
    }
}

void lint_visit_end(const struct lint_visit *visit, enum clsmem_bank_op op)
{
    struct lint_count count = {
        .op = op,
        .bytes = (unsigned)visit->bytes,
        .align = visit->align,
    };

    if (visit->local_mask) {
        count.space = LINT_LOCAL;
        count.mask = visit->local_mask;
        count.addresses = visit->local_addresses;
        lint_count_access(visit->worker, visit->record, &count);
    }
    if (visit->global_mask) {
        count.space = LINT_GLOBAL;
        count.mask = visit->global_mask;
        count.addresses = visit->global_addresses;
        lint_count_access(visit->worker, visit->record, &count);
    }
}
