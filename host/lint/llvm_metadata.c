/* What clang notes at a kernel's function. */
#include "llvm_metadata.h"

#include <string.h>

LLVMValueRef lint_llvm_function_node(LLVMValueRef function, const char *kind)
{
    const LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    const unsigned number = LLVMGetMDKindIDInContext(context, kind, (unsigned)strlen(kind));
    size_t count;
    LLVMValueMetadataEntry *const entries = LLVMGlobalCopyAllMetadata(function, &count);
    LLVMValueRef node = NULL;

    for (unsigned i = 0; i < count && !node; i++)
        if (LLVMValueMetadataEntriesGetKind(entries, i) == number)
            node = LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(entries, i));
    LLVMDisposeValueMetadataEntries(entries);
    return node;
}

void lint_llvm_required_local(LLVMValueRef kernel, uint64_t required[3])
{
    const LLVMValueRef node = lint_llvm_function_node(kernel, "reqd_work_group_size");
    LLVMValueRef sizes[3];

    memset(required, 0, 3 * sizeof *required);
    if (!node || LLVMGetMDNodeNumOperands(node) != 3)
        return;
    LLVMGetMDNodeOperands(node, sizes);
    for (size_t d = 0; d < 3; d++)
        required[d] = sizes[d] && LLVMIsAConstantInt(sizes[d]) ? LLVMConstIntGetZExtValue(sizes[d]) : 0;
}
