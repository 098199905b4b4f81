/* Calls: intrinsics, OpenCL's builtins, and what is refused by name. */
#include "llvm_reader.h"

#include <string.h>

#include "builtin.h"

static struct lint_value describe_value(struct llvm_reader *reader, LLVMValueRef value)
{
    const LLVMTypeRef type = LLVMTypeOf(value);
    struct lint_value described = { .count = lint_llvm_scalars(reader, type), .space = LINT_GENERIC };
    struct llvm_scalar scalar;

    if (described.count == 0)
        return described;
    scalar = lint_llvm_scalar(reader, type, 0);
    described.bits = scalar.bits;
    described.is_float = scalar.is_float;
    described.is_pointer = scalar.is_pointer;
    if (scalar.is_pointer && LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        described.space = lint_llvm_space_of(reader, value);
    return described;
}

static void read_builtin(struct llvm_reader *reader, LLVMValueRef call, const char *name)
{
    struct lint_call described = { .name = name, .site = reader->site };
    const unsigned count = LLVMGetNumArgOperands(call);
    enum clsmem_status status;

    if (count > LINT_MOST_CALL_ARGUMENTS) {
        (void)lint_llvm_refuse(reader, "%s: a function of %u arguments is not supported", name, count);
        return;
    }
    memcpy(described.required_local, reader->required, sizeof described.required_local);
    for (unsigned i = 0; i < count; i++) {
        described.arguments[i] = describe_value(reader, LLVMGetOperand(call, i));
        described.arguments[i].slot = lint_llvm_slot(reader, LLVMGetOperand(call, i));
    }
    described.argument_count = count;
    described.result = describe_value(reader, call);
    described.result.slot = lint_llvm_new_slots(reader, call);
    described.result_unused = LLVMGetFirstUse(call) == NULL;
    if (reader->status != CLSMEM_OK)
        return;
    status = lint_builtin_emit(reader->program, &described);
    if (status == CLSMEM_INVALID)
        (void)lint_llvm_refuse(reader, "%s", clsmem_error_text());
    else if (status != CLSMEM_OK)
        reader->status = status;
}

/* An empty text is a fence for the compiler, and nothing to us. */
static bool is_empty_assembly(LLVMValueRef callee)
{
    char *const text = LLVMPrintValueToString(callee);
    const char *const from = strstr(text, "asm ");
    const char *const quote = from ? strchr(from, '"') : NULL;
    const bool is_empty = quote && quote[1] == '"';

    LLVMDisposeMessage(text);
    return is_empty;
}

void lint_llvm_read_call(struct llvm_reader *reader, LLVMValueRef value, LLVMOpcode opcode)
{
    const LLVMValueRef callee = LLVMGetCalledValue(value);
    size_t length;
    const char *name;

    (void)opcode;
    if (LLVMIsAInlineAsm(callee)) {
        if (!is_empty_assembly(callee) || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVoidTypeKind)
            (void)lint_llvm_refuse(reader, "inline assembly is not supported");
        return;
    }
    if (!LLVMIsAFunction(callee)) {
        (void)lint_llvm_refuse(reader, "calls through function pointers are not supported");
        return;
    }
    name = LLVMGetValueName2(callee, &length);
    if (LLVMGetIntrinsicID(callee) != 0) {
        if (!lint_llvm_read_intrinsic(reader, value, name))
            (void)lint_llvm_refuse(reader, "%s is not supported", name);
    } else if (LLVMIsDeclaration(callee) == 0) {
        (void)lint_llvm_refuse(reader, "%s calls itself: recursion is not supported", name);
    } else if (strcmp(name, "printf") == 0 || strcmp(name, "__printf_alloc") == 0) { /* AMD's passes put the latter */
        (void)lint_llvm_refuse(reader, "printf is not supported");
    } else if (strncmp(name, "__enqueue_kernel", strlen("__enqueue_kernel")) == 0 ||
               strncmp(name, "__get_kernel", strlen("__get_kernel")) == 0) {
        (void)lint_llvm_refuse(reader, "enqueue_kernel and blocks are not supported");
    } else {
        read_builtin(reader, value, name);
    }
}
