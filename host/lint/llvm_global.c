/* Arrays outside of functions, those of local memory among them. */
#include "llvm_reader.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ARRAY_BYTES (UINT64_C(1) << 30)

/* Whether the kernel uses it, be it in a constant expression. */
static bool is_used(const struct llvm_reader *reader, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        const LLVMValueRef user = LLVMGetUser(use);

        if (LLVMIsAInstruction(user)) {
            if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == reader->kernel)
                return true;
        } else if (LLVMIsAConstant(user) && !LLVMIsAGlobalValue(user) && is_used(reader, user)) {
            return true;
        }
    }
    return false;
}

/* clang names a local array "kernel.array", one of a helper function alike: the part that stands in the source. */
static const char *source_name(LLVMValueRef global)
{
    size_t length;
    const char *const name = LLVMGetValueName2(global, &length);
    const char *const prefix = "__const.";
    const char *const tail = strncmp(name, prefix, strlen(prefix)) == 0 ? name + strlen(prefix) : name;
    const char *const dot = strchr(tail, '.');

    return dot && dot[1] != '\0' && (dot[1] < '0' || dot[1] > '9') ? dot + 1 : tail;
}

static enum lint_space space_of(const struct llvm_reader *reader, LLVMValueRef global)
{
    const enum lint_space space = lint_llvm_space(reader, LLVMGetPointerAddressSpace(LLVMTypeOf(global)));

    if (space == LINT_LOCAL)
        return LINT_LOCAL;
    return LLVMIsGlobalConstant(global) != 0 ? LINT_CONSTANT : LINT_GLOBAL;
}

static void read_global(struct llvm_reader *reader, LLVMValueRef global)
{
    const LLVMTypeRef type = LLVMGlobalGetValueType(global);
    struct lint_array array = { .space = space_of(reader, global), .align = LLVMGetAlignment(global) };
    const LLVMValueRef initial = LLVMGetInitializer(global);
    const char *const name = source_name(global);
    const size_t name_bytes = strlen(name) + 1;
    uint8_t *bytes = NULL;

    array.bytes = LLVMABISizeOfType(reader->layout, type);
    if (array.align == 0)
        array.align = LLVMPreferredAlignmentOfGlobal(reader->layout, global);
    if (array.space != LINT_LOCAL) {
        if (array.bytes > MOST_ARRAY_BYTES) {
            (void)lint_llvm_refuse(reader, "array %s has %llu bytes", name, (unsigned long long)array.bytes);
            return;
        }
        if (!initial) {
            (void)lint_llvm_refuse(reader, "array %s is defined nowhere", name);
            return;
        }
        bytes = calloc(array.bytes > 0 ? (size_t)array.bytes : 1, 1);
        if (bytes)
            lint_llvm_constant_bytes(reader, initial, bytes);
    }
    array.name = malloc(name_bytes);
    if (!array.name || (array.space != LINT_LOCAL && !bytes)) {
        free(array.name);
        free(bytes);
        reader->status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for array %s", name);
        return;
    }
    memcpy(array.name, name, name_bytes);
    array.initial = bytes;
    lint_llvm_set_slot(reader, global,
                       lint_program_array_slot(reader->program, lint_program_array(reader->program, &array)));
}

void lint_llvm_read_globals(struct llvm_reader *reader)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(reader->module); g && reader->status == CLSMEM_OK;
         g = LLVMGetNextGlobal(g))
        if (is_used(reader, g))
            read_global(reader, g);
}
