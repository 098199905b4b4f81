/* Places in the source, from the debug information. */
#include "llvm_reader.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#define MOST_SCOPES 64 /* one inside the other */
#define MOST_CALLS 256 /* inlined one into the other */

LLVMValueRef lint_llvm_node_operand(const struct llvm_reader *reader, LLVMMetadataRef node, unsigned index)
{
    const LLVMValueRef value = LLVMMetadataAsValue(reader->context, node);
    LLVMValueRef operands[32];
    const unsigned count = LLVMGetMDNodeNumOperands(value);

    if (index >= count || count > sizeof operands / sizeof *operands)
        return NULL;
    LLVMGetMDNodeOperands(value, operands);
    return operands[index];
}

/* The name of the function that a scope is in: lexical blocks have their parent second, functions their name third. */
static const char *function_name(struct llvm_reader *reader, LLVMMetadataRef scope)
{
    for (unsigned i = 0; scope && i < MOST_SCOPES; i++) {
        const LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
        const bool is_function = kind == LLVMDISubprogramMetadataKind;
        LLVMValueRef operand;
        unsigned length;

        if (!is_function && kind != LLVMDILexicalBlockMetadataKind && kind != LLVMDILexicalBlockFileMetadataKind)
            break;
        operand = lint_llvm_node_operand(reader, scope, is_function ? 2 : 1);
        if (!operand)
            break;
        if (is_function)
            return LLVMGetMDString(operand, &length);
        scope = LLVMValueAsMetadata(operand);
    }
    return NULL;
}

static uint32_t file_of(struct llvm_reader *reader, LLVMMetadataRef scope)
{
    const LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    unsigned length = 0;
    const char *const name = file ? LLVMDIFileGetFilename(file, &length) : "";
    char text[4096];

    snprintf(text, sizeof text, "%.*s", (int)length, name ? name : "");
    return lint_program_file(reader->program, text);
}

static uint32_t site_of(struct llvm_reader *reader, LLVMMetadataRef location, unsigned depth)
{
    struct lint_site site = { .inlined_at = LINT_NONE };
    LLVMMetadataRef scope, call;
    const char *function;
    uint32_t number;

    if (lint_llvm_map_get(&reader->sites, location, &number))
        return number;
    scope = LLVMDILocationGetScope(location);
    call = LLVMDILocationGetInlinedAt(location);
    function = function_name(reader, scope);
    site.file = file_of(reader, scope);
    site.line = LLVMDILocationGetLine(location);
    site.column = LLVMDILocationGetColumn(location);
    site.function = lint_program_function(reader->program, function ? function : reader->program->kernel);
    if (call && depth < MOST_CALLS)
        site.inlined_at = site_of(reader, call, depth + 1);
    number = lint_program_site(reader->program, &site);
    if (!lint_llvm_map_set(&reader->sites, location, number) && reader->status == CLSMEM_OK)
        reader->status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the program");
    return number;
}

uint32_t lint_llvm_site(struct llvm_reader *reader, LLVMValueRef instruction)
{
    const LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);

    return location ? site_of(reader, location, 0) : LINT_NONE;
}
