/* Reading a kernel's function: its blocks in an order in which values come before what uses them, and their edges. */
#include "llvm_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t lint_llvm_refuse(struct llvm_reader *reader, const char *format, ...)
{
    char text[512];
    va_list arguments;

    if (reader->status != CLSMEM_OK)
        return 0;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (reader->site != LINT_NONE && reader->site < reader->program->site_count) {
        const struct lint_site *const site = &reader->program->sites[reader->site];

        reader->status = clsmem_fail(CLSMEM_INVALID, "%s:%u:%u: %s", reader->program->files[site->file],
                                     (unsigned)site->line, (unsigned)site->column, text);
    } else {
        reader->status = clsmem_fail(CLSMEM_INVALID, "%s: %s", reader->path, text);
    }
    return 0;
}

/* Which function reads what; terminators and phi instructions stand apart. */
static const struct {
    LLVMOpcode opcode;
    void (*read)(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode);
} readers[] = {
    { LLVMAdd, lint_llvm_read_arithmetic },
    { LLVMSub, lint_llvm_read_arithmetic },
    { LLVMMul, lint_llvm_read_arithmetic },
    { LLVMUDiv, lint_llvm_read_arithmetic },
    { LLVMSDiv, lint_llvm_read_arithmetic },
    { LLVMURem, lint_llvm_read_arithmetic },
    { LLVMSRem, lint_llvm_read_arithmetic },
    { LLVMAnd, lint_llvm_read_arithmetic },
    { LLVMOr, lint_llvm_read_arithmetic },
    { LLVMXor, lint_llvm_read_arithmetic },
    { LLVMShl, lint_llvm_read_arithmetic },
    { LLVMLShr, lint_llvm_read_arithmetic },
    { LLVMAShr, lint_llvm_read_arithmetic },
    { LLVMFAdd, lint_llvm_read_arithmetic },
    { LLVMFSub, lint_llvm_read_arithmetic },
    { LLVMFMul, lint_llvm_read_arithmetic },
    { LLVMFDiv, lint_llvm_read_arithmetic },
    { LLVMFRem, lint_llvm_read_arithmetic },
    { LLVMFNeg, lint_llvm_read_negation },
    { LLVMICmp, lint_llvm_read_compare },
    { LLVMFCmp, lint_llvm_read_compare },
    { LLVMSelect, lint_llvm_read_select },
    { LLVMTrunc, lint_llvm_read_cast },
    { LLVMZExt, lint_llvm_read_cast },
    { LLVMSExt, lint_llvm_read_cast },
    { LLVMFPToUI, lint_llvm_read_cast },
    { LLVMFPToSI, lint_llvm_read_cast },
    { LLVMUIToFP, lint_llvm_read_cast },
    { LLVMSIToFP, lint_llvm_read_cast },
    { LLVMFPTrunc, lint_llvm_read_cast },
    { LLVMFPExt, lint_llvm_read_cast },
    { LLVMPtrToInt, lint_llvm_read_cast },
    { LLVMIntToPtr, lint_llvm_read_cast },
    { LLVMBitCast, lint_llvm_read_cast },
    { LLVMAddrSpaceCast, lint_llvm_read_cast },
    { LLVMFreeze, lint_llvm_read_freeze },
    { LLVMExtractElement, lint_llvm_read_extract_element },
    { LLVMInsertElement, lint_llvm_read_insert_element },
    { LLVMShuffleVector, lint_llvm_read_shuffle },
    { LLVMExtractValue, lint_llvm_read_extract_value },
    { LLVMInsertValue, lint_llvm_read_insert_value },
    { LLVMGetElementPtr, lint_llvm_read_index },
    { LLVMAlloca, lint_llvm_read_alloca },
    { LLVMLoad, lint_llvm_read_load },
    { LLVMStore, lint_llvm_read_store },
    { LLVMAtomicRMW, lint_llvm_read_atomic },
    { LLVMAtomicCmpXchg, lint_llvm_read_exchange },
    { LLVMFence, lint_llvm_read_fence },
    { LLVMCall, lint_llvm_read_call },
};

void lint_llvm_read_value(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (readers[i].opcode == opcode) {
            readers[i].read(reader, value, opcode);
            return;
        }
    (void)lint_llvm_refuse(reader, "an instruction that OpenCL C has no use for");
}

/*
 * The moves of an edge: what the phi instructions at its end take from its start. Those that have one value only are
 * another name for it, and take nothing.
 */
struct edge {
    struct lint_target target;
    struct lint_move *moves;
};

static LLVMValueRef incoming_value(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    const unsigned count = LLVMCountIncoming(phi);

    for (unsigned i = 0; i < count; i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

static struct edge make_edge(struct llvm_reader *reader, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    struct edge edge = { 0 };
    size_t count = 0;

    (void)lint_llvm_map_get(&reader->blocks, to, &edge.target.block);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
        count += lint_llvm_scalars(reader, LLVMTypeOf(phi));
    if (count == 0)
        return edge;
    edge.moves = malloc(count * sizeof *edge.moves);
    if (!edge.moves) {
        if (reader->status == CLSMEM_OK)
            reader->status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the program");
        return edge;
    }
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        const LLVMValueRef value = incoming_value(phi, from);
        const uint32_t scalars = lint_llvm_scalars(reader, LLVMTypeOf(phi));
        uint32_t to_slot;

        if (!value || LLVMIsUndef(value) != 0 || LLVMCountIncoming(phi) == 1)
            continue;
        to_slot = lint_llvm_slot(reader, phi);
        for (uint32_t i = 0; i < scalars; i++)
            edge.moves[edge.target.move_count++] =
                (struct lint_move){ .to = to_slot + i, .from = lint_llvm_slot(reader, value) + i };
    }
    edge.target.moves = edge.moves;
    return edge;
}

static void end_with_branch(struct llvm_reader *reader, LLVMBasicBlockRef block, LLVMValueRef branch)
{
    struct edge edges[2];
    const unsigned count = LLVMGetNumSuccessors(branch);

    for (unsigned i = 0; i < count; i++)
        edges[i] = make_edge(reader, block, LLVMGetSuccessor(branch, i));
    if (count == 1)
        lint_program_jump(reader->program, &edges[0].target, reader->site);
    else
        lint_program_branch(reader->program, lint_llvm_slot(reader, LLVMGetCondition(branch)), &edges[0].target,
                            &edges[1].target, reader->site);
    for (unsigned i = 0; i < count; i++)
        free(edges[i].moves);
}

/* Operands: value, default, then pairs of a number and a block. */
static void end_with_switch(struct llvm_reader *reader, LLVMBasicBlockRef block, LLVMValueRef instruction)
{
    const LLVMValueRef value = LLVMGetOperand(instruction, 0);
    const unsigned count = LLVMGetNumSuccessors(instruction);
    struct edge *const edges = calloc(count, sizeof *edges);
    struct lint_target *const targets = calloc(count, sizeof *targets);
    uint64_t *const cases = calloc(count, sizeof *cases);

    if (edges && targets && cases) {
        for (unsigned i = 0; i < count; i++) {
            edges[i] = make_edge(reader, block, LLVMGetSuccessor(instruction, i));
            targets[i] = edges[i].target;
            if (i > 0)
                cases[i - 1] = LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 2 * i));
        }
        lint_program_switch(reader->program, lint_llvm_slot(reader, value), lint_llvm_bits(reader, LLVMTypeOf(value)),
                            cases, targets, count - 1, reader->site);
        for (unsigned i = 0; i < count; i++)
            free(edges[i].moves);
    } else if (reader->status == CLSMEM_OK) {
        reader->status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the program");
    }
    free(edges);
    free(targets);
    free(cases);
}

/*
 * Where the jump at the end of a block goes, if nothing else goes there: then both are one block of the program.
 * NULL: they stay apart.
 */
static LLVMBasicBlockRef joined_block(LLVMValueRef last)
{
    LLVMBasicBlockRef next;
    unsigned count = 0;

    if (LLVMGetInstructionOpcode(last) != LLVMBr || LLVMGetNumSuccessors(last) != 1)
        return NULL;
    next = LLVMGetSuccessor(last, 0);
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(next)); use; use = LLVMGetNextUse(use))
        count++;
    return count == 1 ? next : NULL;
}

static void read_terminator(struct llvm_reader *reader, LLVMBasicBlockRef block, LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMBr:
        end_with_branch(reader, block, instruction);
        break;
    case LLVMSwitch:
        end_with_switch(reader, block, instruction);
        break;
    case LLVMRet:
        lint_program_return(reader->program, reader->site);
        break;
    case LLVMUnreachable:
        lint_program_trap(reader->program, reader->site);
        break;
    default:
        (void)lint_llvm_refuse(reader, "a jump to a computed place is not supported");
        break;
    }
}

/* The block, and those that are joined to it, whose phi instructions have but one value to take. */
static void read_block(struct llvm_reader *reader, LLVMBasicBlockRef block)
{
    while (block && reader->status == CLSMEM_OK) {
        const LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        const LLVMBasicBlockRef next = joined_block(last);

        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && reader->status == CLSMEM_OK;
             i = LLVMGetNextInstruction(i)) {
            reader->site = lint_llvm_site(reader, i);
            if (i == last && !next)
                read_terminator(reader, block, i);
            else if (LLVMIsAPHINode(i) && LLVMCountIncoming(i) == 1)
                lint_llvm_set_slot(reader, i, lint_llvm_slot(reader, LLVMGetIncomingValue(i, 0)));
            else if (i != last && !LLVMIsAPHINode(i))
                lint_llvm_read_value(reader, i, LLVMGetInstructionOpcode(i));
        }
        block = next;
    }
}

/* A step of the walk that orders blocks. */
struct visit {
    LLVMBasicBlockRef block;
    unsigned next; /* successor */
};

/*
 * Blocks in reverse postorder, into reader->order: a block comes behind all that dominate it. What nothing reaches is
 * left out.
 */
static void order_blocks(struct llvm_reader *reader)
{
    const unsigned total = LLVMCountBasicBlocks(reader->kernel);
    struct visit *const stack = malloc(total * sizeof *stack);
    struct llvm_map seen = { 0 };
    size_t depth = 0, at = total;
    bool is_good = stack != NULL;

    reader->order = malloc(total * sizeof *reader->order);
    is_good = is_good && reader->order;
    if (is_good) {
        stack[depth++] = (struct visit){ LLVMGetEntryBasicBlock(reader->kernel), 0 };
        is_good = lint_llvm_map_set(&seen, stack[0].block, 1);
    }
    while (is_good && depth > 0) {
        struct visit *const top = &stack[depth - 1];
        const LLVMValueRef last = LLVMGetBasicBlockTerminator(top->block);

        if (top->next < LLVMGetNumSuccessors(last)) {
            const LLVMBasicBlockRef next = LLVMGetSuccessor(last, top->next++);
            uint32_t one;

            if (lint_llvm_map_get(&seen, next, &one))
                continue;
            is_good = lint_llvm_map_set(&seen, next, 1);
            stack[depth++] = (struct visit){ next, 0 };
        } else {
            reader->order[--at] = top->block;
            depth--;
        }
    }
    if (is_good) {
        reader->block_count = total - at;
        memmove(reader->order, reader->order + at, reader->block_count * sizeof *reader->order);
    } else if (reader->status == CLSMEM_OK) {
        reader->status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the program");
    }
    lint_llvm_map_release(&seen);
    free(stack);
}

static void map_block(struct llvm_reader *reader, LLVMBasicBlockRef block, uint32_t number)
{
    if (!lint_llvm_map_set(&reader->blocks, block, number) && reader->status == CLSMEM_OK)
        reader->status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the program");
}

/* Blocks of the program, and slots of phi instructions, which edges may need before their block is read. */
static void prepare_blocks(struct llvm_reader *reader)
{
    for (size_t i = 0; i < reader->block_count; i++) {
        const LLVMBasicBlockRef joined = joined_block(LLVMGetBasicBlockTerminator(reader->order[i]));

        if (joined)
            map_block(reader, joined, LINT_NONE);
    }
    for (size_t i = 0; i < reader->block_count && reader->status == CLSMEM_OK; i++) {
        uint32_t number;

        if (!lint_llvm_map_get(&reader->blocks, reader->order[i], &number))
            map_block(reader, reader->order[i], lint_program_block(reader->program));
        for (LLVMValueRef phi = LLVMGetFirstInstruction(reader->order[i]); phi && LLVMIsAPHINode(phi);
             phi = LLVMGetNextInstruction(phi))
            if (LLVMCountIncoming(phi) > 1)
                (void)lint_llvm_new_slots(reader, phi);
    }
}

/* Constants that take instructions are made once, where the kernel starts: nothing else dominates all their uses. */
static void make_constants(struct llvm_reader *reader)
{
    for (size_t i = 0; i < reader->block_count; i++)
        for (LLVMValueRef j = LLVMGetFirstInstruction(reader->order[i]); j && reader->status == CLSMEM_OK;
             j = LLVMGetNextInstruction(j)) {
            reader->site = lint_llvm_site(reader, j);
            lint_llvm_make_constants(reader, j);
        }
}

enum clsmem_status lint_llvm_read_function(struct llvm_reader *reader)
{
    reader->site = LINT_NONE;
    lint_llvm_read_parameters(reader);
    lint_llvm_read_globals(reader);
    order_blocks(reader);
    prepare_blocks(reader);
    for (size_t i = 0; i < reader->block_count && reader->status == CLSMEM_OK; i++) {
        uint32_t block;

        if (!lint_llvm_map_get(&reader->blocks, reader->order[i], &block) || block == LINT_NONE)
            continue; /* read with the one it is joined to */
        lint_program_enter(reader->program, block);
        if (i == 0)
            make_constants(reader);
        read_block(reader, reader->order[i]);
    }
    if (reader->status == CLSMEM_OK)
        reader->status = lint_program_finish(reader->program);
    return reader->status;
}
