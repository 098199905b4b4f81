/* From PTX to the engine's program: statements, their guards and blocks, and where they stand in the source. */
#include "ptx_translate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With calls translated in place a short text can stand for a very long one. */
#define MOST_STATEMENTS 4000000

void lint_ptx_refuse(struct ptx_translator *t, const char *format, ...)
{
    char text[256];
    va_list list;

    if (t->status != CLSMEM_OK)
        return;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    t->status = clsmem_fail(CLSMEM_INVALID, "%s, line %lu: %.*s: %s", t->module->path,
                            (unsigned long)t->statement->line, PTX_SHOW(t->statement->name), text);
}

void lint_ptx_no_memory(struct ptx_translator *t)
{
    if (t->status == CLSMEM_OK)
        t->status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the program of %s", t->module->path);
}

/* Cuts "ld.global.u32" at its dots; the first part is what is returned. */
static struct ptx_span split_words(struct ptx_translator *t)
{
    const struct ptx_span name = t->statement->name;
    struct ptx_span first = { name.text, 0 };
    size_t start;

    while (first.length < name.length && name.text[first.length] != '.')
        first.length++;
    t->word_count = 0;
    for (start = first.length; start < name.length;) {
        size_t end = start + 1;

        while (end < name.length && name.text[end] != '.')
            end++;
        if (t->word_count == PTX_MOST_WORDS) {
            lint_ptx_refuse(t, "more words than an instruction has");
            break;
        }
        t->words[t->word_count++] = (struct ptx_word){ { name.text + start, end - start }, false };
        start = end;
    }
    return first;
}

static void check_words(struct ptx_translator *t)
{
    for (size_t i = 0; i < t->word_count; i++)
        if (!t->words[i].is_taken)
            lint_ptx_refuse(t, "we do not have its \"%.*s\"", PTX_SHOW(t->words[i].text));
}

bool lint_ptx_take(struct ptx_translator *t, const char *word)
{
    return lint_ptx_take_one(t, &word, 1) == 0;
}

int lint_ptx_take_one(struct ptx_translator *t, const char *const *words, size_t count)
{
    for (size_t i = 0; i < t->word_count; i++) {
        for (size_t k = 0; k < count && !t->words[i].is_taken; k++) {
            if (lint_ptx_is(t->words[i].text, words[k])) {
                t->words[i].is_taken = true;
                return (int)k;
            }
        }
    }
    return -1;
}

void lint_ptx_ignore(struct ptx_translator *t, const char *const *words, size_t count)
{
    while (lint_ptx_take_one(t, words, count) >= 0)
        continue;
}

void lint_ptx_ignore_starting(struct ptx_translator *t, const char *start)
{
    for (size_t i = 0; i < t->word_count; i++)
        t->words[i].is_taken |= lint_ptx_starts(t->words[i].text, start);
}

bool lint_ptx_next_type(struct ptx_translator *t, struct ptx_type *type)
{
    for (size_t i = 0; i < t->word_count; i++) {
        *type = lint_ptx_type(t->words[i].text);
        if (!t->words[i].is_taken && type->kind != PTX_NO_TYPE) {
            t->words[i].is_taken = true;
            return true;
        }
    }
    return false;
}

struct ptx_type lint_ptx_take_type(struct ptx_translator *t)
{
    struct ptx_type type;

    if (!lint_ptx_next_type(t, &type)) {
        lint_ptx_refuse(t, "it has no type that we know");
        type = (struct ptx_type){ PTX_BITS, 32 };
    }
    return type;
}

void lint_ptx_enter(struct ptx_translator *t, uint32_t block)
{
    lint_program_enter(t->program, block);
    t->block_is_open = true;
}

void lint_ptx_jump(struct ptx_translator *t, uint32_t block)
{
    lint_program_jump(t->program, &(struct lint_target){ .block = block }, t->site);
    t->block_is_open = false;
}

static uint32_t label_block(struct ptx_translator *t, uint32_t label)
{
    uint32_t *const block = &t->frame->blocks[label];

    if (*block == LINT_NONE)
        *block = lint_program_block(t->program);
    return *block;
}

uint32_t lint_ptx_label_block(struct ptx_translator *t, const struct ptx_operand *operand)
{
    if (operand->kind != PTX_LABEL) {
        lint_ptx_refuse(t, "\"%.*s\" is no label", PTX_SHOW(operand->name));
        return 0;
    }
    return label_block(t, operand->index);
}

static void close_guard(struct ptx_translator *t)
{
    if (t->guard.guard == LINT_NONE)
        return;
    if (t->block_is_open)
        lint_ptx_jump(t, t->guard.join);
    lint_ptx_enter(t, t->guard.join);
    t->guard.guard = LINT_NONE;
}

static void branch_on_guard(struct ptx_translator *t, uint32_t taken, uint32_t otherwise)
{
    const struct lint_target targets[2] = { { .block = taken }, { .block = otherwise } };
    const bool is_negated = t->statement->guard_is_negated;

    lint_program_branch(t->program, t->frame->slots[t->statement->guard], &targets[is_negated], &targets[!is_negated],
                        t->site);
    t->block_is_open = false;
}

static void open_guard(struct ptx_translator *t)
{
    const struct ptx_statement *const statement = t->statement;
    const uint32_t body = lint_program_block(t->program), join = lint_program_block(t->program);

    branch_on_guard(t, body, join);
    lint_ptx_enter(t, body);
    t->guard = (struct ptx_open_guard){ statement->guard, statement->guard_is_negated, join };
}

/* "@p bra L" needs no block of its own. */
static bool translate_guarded_branch(struct ptx_translator *t)
{
    uint32_t next;

    if (!lint_ptx_is(t->statement->name, "bra") && !lint_ptx_is(t->statement->name, "bra.uni"))
        return false;
    if (lint_ptx_count(t) != 1) {
        lint_ptx_refuse(t, "it takes one label");
        return true;
    }
    next = lint_program_block(t->program);
    branch_on_guard(t, lint_ptx_label_block(t, lint_ptx_operand(t, 0)), next);
    lint_ptx_enter(t, next);
    return true;
}

static bool writes_register(const struct ptx_translator *t, const struct ptx_operand *operand, uint32_t index)
{
    if (operand->kind == PTX_REGISTER)
        return operand->index == index;
    for (uint32_t i = 0; i < operand->count; i++)
        if (writes_register(t, lint_ptx_element(t, operand, i), index))
            return true;
    return false;
}

static const struct op {
    const char *name;
    void (*translate)(struct ptx_translator *t);
    uint32_t least, most;
} ops[] = {
#define PTX_OP_ROW(name, least, most) { #name, lint_ptx_op_##name, least, most },
    PTX_OPS(PTX_OP_ROW)
#undef PTX_OP_ROW
};

/* Refused by name, in the words of OpenCL where they have a counterpart there. */
static const char *refusal_of(struct ptx_span opcode)
{
    static const struct {
        const char *start, *why;
    } refused[] = {
        { "tex", "images are not supported" },
        { "tld4", "images are not supported" },
        { "txq", "images are not supported" },
        { "suld", "images are not supported" },
        { "sust", "images are not supported" },
        { "sured", "images are not supported" },
        { "suq", "images are not supported" },
        { "istypep", "images are not supported" },
        { "match", "matches over a sub-group are not supported" },
        { "mma", "matrix units are not supported" },
        { "wmma", "matrix units are not supported" },
        { "wgmma", "matrix units are not supported" },
        { "ldmatrix", "matrix units are not supported" },
        { "stmatrix", "matrix units are not supported" },
        { "mbarrier", "barriers in memory are not supported" },
    };

    for (size_t i = 0; i < PTX_COUNT(refused); i++)
        if (lint_ptx_is(opcode, refused[i].start))
            return refused[i].why;
    return NULL;
}

static void translate_op(struct ptx_translator *t)
{
    const struct ptx_span opcode = split_words(t);

    for (size_t i = 0; i < PTX_COUNT(ops); i++) {
        if (!lint_ptx_is(opcode, ops[i].name))
            continue;
        if (lint_ptx_count(t) < ops[i].least || lint_ptx_count(t) > ops[i].most) {
            lint_ptx_refuse(t, "%lu operands", (unsigned long)lint_ptx_count(t));
            return;
        }
        ops[i].translate(t);
        check_words(t);
        return;
    }
    lint_ptx_refuse(t, "%s", refusal_of(opcode) ? refusal_of(opcode) : "we do not have this instruction");
}

static void translate_instruction(struct ptx_translator *t)
{
    const struct ptx_statement *const statement = t->statement;
    const bool continues = statement->guard != LINT_NONE && t->guard.guard == statement->guard &&
                           t->guard.is_negated == statement->guard_is_negated;

    if (!continues)
        close_guard(t);
    if (!t->block_is_open)
        lint_ptx_enter(t, lint_program_block(t->program));
    if (statement->guard != LINT_NONE && !continues) {
        if (translate_guarded_branch(t))
            return;
        open_guard(t);
    }
    translate_op(t);
    if (t->status == CLSMEM_OK && t->guard.guard != LINT_NONE &&
        (!t->block_is_open || (lint_ptx_count(t) > 0 && writes_register(t, lint_ptx_operand(t, 0), t->guard.guard))))
        close_guard(t);
}

static void translate_statement(struct ptx_translator *t)
{
    switch (t->statement->kind) {
    case PTX_LABEL_HERE: {
        const uint32_t block = label_block(t, t->statement->label);

        close_guard(t);
        if (t->block_is_open)
            lint_ptx_jump(t, block);
        lint_ptx_enter(t, block);
        break;
    }
    case PTX_TARGETS:
        break;
    case PTX_KEEPS_LOOP:
        if (t->block_is_open)
            lint_program_keep_loop(t->program);
        break;
    case PTX_INSTRUCTION:
        translate_instruction(t);
        break;
    }
}

void lint_ptx_translate_function(struct ptx_translator *t, struct ptx_frame *frame)
{
    const struct ptx_frame *const caller = t->frame;
    const struct ptx_statement *const call = t->statement;
    const struct ptx_open_guard guard = t->guard;
    const struct ptx_function *const function = frame->function;

    t->frame = frame;
    t->guard.guard = LINT_NONE;
    for (size_t i = 0; i < function->statement_count && t->status == CLSMEM_OK; i++) {
        t->statement = &function->statements[i];
        t->site = lint_ptx_site(t);
        if (++t->statement_count > MOST_STATEMENTS)
            lint_ptx_refuse(t, "too many statements once calls are put in place");
        translate_statement(t);
    }
    if (t->status == CLSMEM_OK) {
        close_guard(t);
        if (t->block_is_open && frame->exit_block != LINT_NONE)
            lint_ptx_jump(t, frame->exit_block);
        else if (t->block_is_open)
            lint_program_return(t->program, t->site);
        t->block_is_open = false;
    }
    t->frame = caller;
    t->statement = call;
    t->guard = guard;
}
