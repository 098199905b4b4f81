/* Ids and sizes of work-items and work-groups, as the registers of a device. */
#include "llvm_rewriter.h"

#include <stdio.h>
#include <string.h>

#define MOST_LOCAL_SIZE 1024 /* of a work-group, where the kernel does not tell */
#define MOST_GROUPS 0x7fffffff

/* A call of an intrinsic without arguments that gives a word. */
static LLVMValueRef read_register(const struct llvm_rewrite *rewrite, const char *name)
{
    return lint_llvm_intrinsic(rewrite, name, NULL, NULL, 0);
}

/* Says that a word is in least .. limit - 1. */
static LLVMValueRef bounded(const struct llvm_rewrite *rewrite, LLVMValueRef value, uint64_t least, uint64_t limit)
{
    const LLVMTypeRef type = LLVMInt32TypeInContext(rewrite->context);
    LLVMMetadataRef ends[2];

    if (!LLVMIsACallInst(value))
        return value;
    ends[0] = LLVMValueAsMetadata(LLVMConstInt(type, least, 0));
    ends[1] = LLVMValueAsMetadata(LLVMConstInt(type, limit, 0));
    LLVMSetMetadata(value, LLVMGetMDKindIDInContext(rewrite->context, "range", 5),
                    LLVMMetadataAsValue(rewrite->context, LLVMMDNodeInContext2(rewrite->context, ends, 2)));
    return value;
}

enum register_kind { LOCAL_ID, GROUP_ID, LOCAL_SIZE, GROUP_COUNT, OFFSET };

/* A function of OpenCL's that gives a size_t for a dimension, called as the source would; it may be moved freely. */
static LLVMValueRef call_builtin(const struct llvm_rewrite *rewrite, const char *name, unsigned dimension)
{
    static const char *const attributes[] = { "nounwind", "willreturn", "speculatable", "readnone", "memory" };
    const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    LLVMTypeRef word = LLVMInt32TypeInContext(rewrite->context);
    const LLVMTypeRef type = LLVMFunctionType(LLVMInt64TypeInContext(rewrite->context), &word, 1, 0);
    LLVMValueRef argument = LLVMConstInt(word, dimension, 0);
    LLVMValueRef function = LLVMGetNamedFunction(rewrite->module, name);

    if (!function)
        function = LLVMAddFunction(rewrite->module, name, type);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        const unsigned kind = LLVMGetEnumAttributeKindForName(attributes[i], strlen(attributes[i]));

        if (kind != 0) /* of readnone and memory, each version of LLVM has one */
            LLVMAddAttributeAtIndex(function, at, LLVMCreateEnumAttribute(rewrite->context, kind, 0));
    }
    return LLVMBuildTrunc(rewrite->builder, LLVMBuildCall2(rewrite->builder, type, function, &argument, 1, ""), word,
                          "");
}

/* The word of one dimension. */
static LLVMValueRef read_dimension(const struct llvm_rewrite *rewrite, enum register_kind kind, unsigned dimension)
{
    static const char *const nvidia[] = { "llvm.nvvm.read.ptx.sreg.tid.%c", "llvm.nvvm.read.ptx.sreg.ctaid.%c",
                                          "llvm.nvvm.read.ptx.sreg.ntid.%c", "llvm.nvvm.read.ptx.sreg.nctaid.%c" };
    static const char *const amd[] = { "llvm.amdgcn.workitem.id.%c", "llvm.amdgcn.workgroup.id.%c",
                                       "_Z14get_local_sizej", "_Z14get_num_groupsj", "_Z17get_global_offsetj" };
    const uint64_t required = rewrite->required[dimension];
    const bool is_nvidia = rewrite->view->maker == LLVM_MAKER_NVIDIA;
    char name[64];
    LLVMValueRef value;

    if (kind == LOCAL_SIZE && required > 0)
        return LLVMConstInt(LLVMInt32TypeInContext(rewrite->context), required, 0);
    if (kind == LOCAL_ID && required == 1)
        return LLVMConstInt(LLVMInt32TypeInContext(rewrite->context), 0, 0);
    if (kind == OFFSET && is_nvidia) {
        snprintf(name, sizeof name, "llvm.nvvm.read.ptx.sreg.envreg%u", 3 + dimension);
        return read_register(rewrite, name);
    }
    if (!is_nvidia && kind > GROUP_ID)
        return call_builtin(rewrite, amd[kind], dimension);
    snprintf(name, sizeof name, is_nvidia ? nvidia[kind] : amd[kind], (int)('x' + dimension));
    value = read_register(rewrite, name);
    switch (kind) {
    case LOCAL_ID:
        return bounded(rewrite, value, 0, required > 0 ? required : MOST_LOCAL_SIZE);
    case LOCAL_SIZE:
        return bounded(rewrite, value, 1, MOST_LOCAL_SIZE + 1);
    case GROUP_ID:
        return bounded(rewrite, value, 0, MOST_GROUPS);
    default:
        return bounded(rewrite, value, 1, (uint64_t)MOST_GROUPS + 1);
    }
}

/* For a dimension that only the optimiser will know: one of three, or what OpenCL has for others. */
static LLVMValueRef select_dimension(const struct llvm_rewrite *rewrite, LLVMValueRef dimension,
                                     LLVMValueRef (*read)(const struct llvm_rewrite *, unsigned), uint64_t others)
{
    LLVMValueRef value = LLVMConstInt(LLVMInt32TypeInContext(rewrite->context), others, 0);

    if (LLVMIsAConstantInt(dimension)) {
        const uint64_t number = LLVMConstIntGetZExtValue(dimension);

        return number < 3 ? read(rewrite, (unsigned)number) : value;
    }
    for (unsigned i = 0; i < 3; i++) {
        const LLVMValueRef one = read(rewrite, i);
        const LLVMValueRef is_it =
            LLVMBuildICmp(rewrite->builder, LLVMIntEQ, dimension, LLVMConstInt(LLVMTypeOf(dimension), i, 0), "");

        value = LLVMBuildSelect(rewrite->builder, is_it, one, value, "");
    }
    return value;
}

static LLVMValueRef read_local_id(const struct llvm_rewrite *rewrite, unsigned dimension)
{
    return read_dimension(rewrite, LOCAL_ID, dimension);
}

static LLVMValueRef read_group_id(const struct llvm_rewrite *rewrite, unsigned dimension)
{
    return read_dimension(rewrite, GROUP_ID, dimension);
}

static LLVMValueRef read_local_size(const struct llvm_rewrite *rewrite, unsigned dimension)
{
    return read_dimension(rewrite, LOCAL_SIZE, dimension);
}

static LLVMValueRef read_group_count(const struct llvm_rewrite *rewrite, unsigned dimension)
{
    return read_dimension(rewrite, GROUP_COUNT, dimension);
}

static LLVMValueRef read_offset(const struct llvm_rewrite *rewrite, unsigned dimension)
{
    return read_dimension(rewrite, OFFSET, dimension);
}

static LLVMValueRef read_global_id(const struct llvm_rewrite *rewrite, unsigned dimension)
{
    const LLVMValueRef group =
        LLVMBuildMul(rewrite->builder, read_group_id(rewrite, dimension), read_local_size(rewrite, dimension), "");
    const LLVMValueRef item = LLVMBuildAdd(rewrite->builder, group, read_local_id(rewrite, dimension), "");

    return LLVMBuildAdd(rewrite->builder, item, read_offset(rewrite, dimension), "");
}

static LLVMValueRef read_global_size(const struct llvm_rewrite *rewrite, unsigned dimension)
{
    return LLVMBuildMul(rewrite->builder, read_group_count(rewrite, dimension), read_local_size(rewrite, dimension),
                        "");
}

static const struct {
    const char *name;
    LLVMValueRef (*read)(const struct llvm_rewrite *rewrite, unsigned dimension);
    uint64_t others; /* what OpenCL has for dimensions beyond the third */
} ids[] = {
    { "get_local_id", read_local_id, 0 },      { "get_group_id", read_group_id, 0 },
    { "get_global_id", read_global_id, 0 },    { "get_local_size", read_local_size, 1 },
    { "get_num_groups", read_group_count, 1 }, { "get_global_size", read_global_size, 1 },
    { "get_global_offset", read_offset, 0 },
};

/*
 * NVIDIA's compiler learns only late that ids are words: its optimiser sees calls that give a size_t, and what it makes
 * of an int that was cut from one decides which addresses its assembler understands.
 */
static bool is_opaque(const struct llvm_rewrite *rewrite, const char *name)
{
    static const char *const late[] = { "get_local_id", "get_group_id", "get_global_id" };

    for (size_t i = 0; i < sizeof late / sizeof *late; i++)
        if (rewrite->view->maker == LLVM_MAKER_NVIDIA && strcmp(late[i], name) == 0)
            return true;
    return false;
}

/* size_t from a word. */
LLVMValueRef lint_llvm_rewrite_id(const struct llvm_rewrite *rewrite, const char *name)
{
    if (is_opaque(rewrite, name))
        return NULL;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (strcmp(ids[i].name, name) == 0 && rewrite->argument_count == 1)
            return LLVMBuildZExt(rewrite->builder,
                                 select_dimension(rewrite, rewrite->arguments[0], ids[i].read, ids[i].others),
                                 rewrite->type, "");
    return NULL;
}
