/* From PTX to the engine's program: functions, whose statements are translated anew wherever they are called. */
#include <stdlib.h>
#include <string.h>

#include "ptx_translate.h"

/* Calls within calls; a longer chain would be one that we should not follow. */
#define MOST_DEPTH 64

bool lint_ptx_open_frame(struct ptx_translator *t, struct ptx_frame *frame, struct ptx_function *function)
{
    char *const name = strndup(function->name.text, function->name.length);

    *frame = (struct ptx_frame){
        .function = function,
        .caller = t->frame,
        .slots = malloc((function->register_count + 1) * sizeof *frame->slots),
        .blocks = malloc((function->label_count + 1) * sizeof *frame->blocks),
        .exit_block = LINT_NONE,
        .call_site = t->frame ? t->site : LINT_NONE,
        .function_number = lint_program_function(t->program, name ? name : ""),
        .depth = t->frame ? t->frame->depth + 1 : 0,
    };
    free(name);
    if (!frame->slots || !frame->blocks)
        return false;
    for (size_t i = 0; i < function->register_count; i++)
        frame->slots[i] = lint_ptx_slot(t);
    for (size_t i = 0; i < function->label_count; i++)
        frame->blocks[i] = LINT_NONE;
    return true;
}

void lint_ptx_close_frame(struct ptx_frame *frame)
{
    free(frame->slots);
    free(frame->blocks);
}

/* A declaration names the function; its body may stand elsewhere in the file. */
static struct ptx_function *find_body(struct ptx_translator *t, const struct ptx_operand *operand)
{
    if (operand->kind != PTX_FUNCTION) {
        lint_ptx_refuse(t, operand->kind == PTX_REGISTER ? "calls through a pointer are not supported"
                                                         : "what it calls is no function");
        return NULL;
    }
    if (lint_ptx_is(operand->name, "vprintf"))
        lint_ptx_refuse(t, "printf is not supported");
    for (size_t i = 0; i < t->module->function_count; i++) {
        struct ptx_function *const function = &t->module->functions[i];

        if (function->has_body && lint_ptx_same(function->name, operand->name))
            return function;
    }
    lint_ptx_refuse(t, "the file has no body of \"%.*s\"", PTX_SHOW(operand->name));
    return NULL;
}

/* What a call passes: operands in parentheses, or none. */
struct call {
    const struct ptx_operand *results, *function, *arguments;
};

static struct call read_call(struct ptx_translator *t)
{
    struct call call = { 0 };
    uint32_t next = 0;

    if (lint_ptx_operand(t, 0)->kind == PTX_LIST)
        call.results = lint_ptx_operand(t, next++);
    call.function = lint_ptx_operand(t, next++);
    if (next < lint_ptx_count(t) && lint_ptx_operand(t, next)->kind == PTX_LIST)
        call.arguments = lint_ptx_operand(t, next++);
    if (next < lint_ptx_count(t) && call.function->kind == PTX_FUNCTION)
        lint_ptx_refuse(t, "an operand that we cannot read");
    return call;
}

/* A struct: the bytes of one array into another. */
static void copy_bytes(struct ptx_translator *t, uint32_t to, uint32_t from, uint64_t bytes)
{
    lint_ptx_put3(t, LINT_NONE, LINT_MEMORY_COPY, 64, lint_program_array_slot(t->program, to),
                  lint_program_array_slot(t->program, from), lint_ptx_constant(t, bytes));
}

static void pass_register(struct ptx_translator *t, const struct ptx_frame *callee, uint32_t index,
                          const struct ptx_operand *actual, bool into_callee)
{
    const struct ptx_type type = callee->function->registers[index].type;

    if (into_callee)
        lint_ptx_put1(t, callee->slots[index], LINT_COPY, type.bits, lint_ptx_value_of(t, actual, type));
    else
        lint_ptx_put1(t, lint_ptx_result_of(t, actual, type), LINT_COPY, type.bits, callee->slots[index]);
}

/* Between the caller's operand and the callee's formal, in either direction. */
static void pass(struct ptx_translator *t, const struct ptx_frame *callee, const struct ptx_formal *formal,
                 const struct ptx_operand *actual, bool into_callee)
{
    struct ptx_variable *inner, *outer, *to, *from;

    if (formal->is_register) {
        pass_register(t, callee, formal->index, actual, into_callee);
        return;
    }
    inner = &t->module->variables[formal->index];
    outer = actual->kind == PTX_VARIABLE ? &t->module->variables[actual->index] : NULL;
    if (!outer || outer->space != PTX_PARAM || outer->parameter != LINT_NONE || outer->bytes != inner->bytes ||
        outer->is_array != inner->is_array) {
        lint_ptx_refuse(t, "\"%.*s\" does not fit what the function takes", PTX_SHOW(actual->name));
        return;
    }
    to = into_callee ? inner : outer;
    from = into_callee ? outer : inner;
    if (!inner->is_array)
        lint_ptx_put1(t, lint_ptx_passing_slot(t, to), LINT_COPY, inner->type.bits, lint_ptx_passing_slot(t, from));
    else if (inner->array != LINT_NONE && outer->array != LINT_NONE) /* else the callee does not use it */
        copy_bytes(t, to->array, from->array, inner->bytes);
}

static void pass_all(struct ptx_translator *t, const struct ptx_frame *callee, const struct ptx_operand *list,
                     bool into_callee)
{
    const struct ptx_function *const function = callee->function;
    const size_t first = into_callee ? function->result_count : 0;
    const size_t count = (into_callee ? function->formal_count : function->result_count) - first;
    const size_t given = list ? list->count : 0;

    if (given != count) {
        lint_ptx_refuse(t, "\"%.*s\" takes or gives %zu, not %zu", PTX_SHOW(function->name), count, given);
        return;
    }
    for (size_t i = 0; i < count; i++)
        pass(t, callee, &function->formals[first + i], lint_ptx_element(t, list, (uint32_t)i), into_callee);
}

static void check_recursion(struct ptx_translator *t, const struct ptx_function *function)
{
    for (const struct ptx_frame *frame = t->frame; frame; frame = frame->caller)
        if (frame->function == function)
            lint_ptx_refuse(t, "\"%.*s\" calls itself", PTX_SHOW(function->name));
    if (t->frame->depth >= MOST_DEPTH)
        lint_ptx_refuse(t, "calls are more than %d deep", MOST_DEPTH);
}

void lint_ptx_op_call(struct ptx_translator *t)
{
    const struct call call = read_call(t);
    struct ptx_function *const function = find_body(t, call.function);
    const uint32_t site = t->site;
    struct ptx_frame frame;

    t->word_count -= lint_ptx_take(t, ".uni");
    if (t->word_count != 0)
        lint_ptx_refuse(t, "we know .uni alone");
    if (function)
        check_recursion(t, function);
    if (t->status != CLSMEM_OK)
        return;
    if (lint_ptx_open_frame(t, &frame, function)) {
        frame.exit_block = lint_program_block(t->program);
        pass_all(t, &frame, call.arguments, true);
        lint_ptx_translate_function(t, &frame);
    } else {
        lint_ptx_no_memory(t);
    }
    t->site = site;
    t->word_count = 0; /* those that are there belong to the callee's last statement */
    if (t->status == CLSMEM_OK) {
        lint_ptx_enter(t, frame.exit_block);
        pass_all(t, &frame, call.results, false);
    }
    lint_ptx_close_frame(&frame);
}
