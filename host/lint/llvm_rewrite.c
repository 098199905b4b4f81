/* OpenCL's builtins as LLVM's instructions and intrinsics: ids, barriers, and the calls that touch memory. */
#include "llvm_rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "llvm_module.h"
#include "llvm_rewrite_math.h"

#define MOST_LOCAL_SIZE 1024 /* of a work-group, where the kernel does not tell */
#define MOST_GROUPS 0x7fffffff

/* How a builtin's call is put; NULL: it stays a call. */
typedef LLVMValueRef rewriter(const struct llvm_rewrite *rewrite);

static LLVMTypeRef word_type(const struct llvm_rewrite *rewrite)
{
    return LLVMInt32TypeInContext(rewrite->context);
}

/* A call of an intrinsic without arguments that gives a word. */
static LLVMValueRef read_register(const struct llvm_rewrite *rewrite, const char *name)
{
    return lint_llvm_intrinsic(rewrite, name, NULL, NULL, 0);
}

/* Says that a word is in least .. limit - 1. */
static LLVMValueRef bounded(const struct llvm_rewrite *rewrite, LLVMValueRef value, uint64_t least, uint64_t limit)
{
    const LLVMTypeRef type = word_type(rewrite);
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
    LLVMTypeRef word = word_type(rewrite);
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
        return LLVMConstInt(word_type(rewrite), required, 0);
    if (kind == LOCAL_ID && required == 1)
        return LLVMConstInt(word_type(rewrite), 0, 0);
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
    LLVMValueRef value = LLVMConstInt(word_type(rewrite), others, 0);

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

/* size_t from a word. */
static LLVMValueRef put_id(const struct llvm_rewrite *rewrite,
                           LLVMValueRef (*read)(const struct llvm_rewrite *, unsigned), uint64_t others)
{
    const LLVMValueRef word = select_dimension(rewrite, rewrite->arguments[0], read, others);

    return LLVMBuildZExt(rewrite->builder, word, rewrite->type, "");
}

static LLVMValueRef put_local_id(const struct llvm_rewrite *rewrite)
{
    return put_id(rewrite, read_local_id, 0);
}

static LLVMValueRef put_group_id(const struct llvm_rewrite *rewrite)
{
    return put_id(rewrite, read_group_id, 0);
}

static LLVMValueRef put_local_size(const struct llvm_rewrite *rewrite)
{
    return put_id(rewrite, read_local_size, 1);
}

static LLVMValueRef put_group_count(const struct llvm_rewrite *rewrite)
{
    return put_id(rewrite, read_group_count, 1);
}

static LLVMValueRef put_global_id(const struct llvm_rewrite *rewrite)
{
    return put_id(rewrite, read_global_id, 0);
}

static LLVMValueRef put_global_size(const struct llvm_rewrite *rewrite)
{
    return put_id(rewrite, read_global_size, 1);
}

static LLVMValueRef put_offset(const struct llvm_rewrite *rewrite)
{
    return put_id(rewrite, read_offset, 0);
}

/* The number of the hardware's barrier holds the flags: an optimiser must not lose which memory they order. */
static LLVMValueRef put_barrier(const struct llvm_rewrite *rewrite)
{
    if (rewrite->view->maker != LLVM_MAKER_NVIDIA || !LLVMIsAConstantInt(rewrite->arguments[0]))
        return NULL;
    return lint_llvm_intrinsic(rewrite, "llvm.nvvm.barrier.n", NULL, rewrite->arguments, 1);
}

/* Address of element number * count + i, for elements next to one another. */
static LLVMValueRef element_address(const struct llvm_rewrite *rewrite, LLVMTypeRef element, LLVMValueRef number,
                                    unsigned count, unsigned i, LLVMValueRef base)
{
    const LLVMTypeRef type = LLVMTypeOf(number);
    LLVMValueRef index = LLVMBuildMul(rewrite->builder, number, LLVMConstInt(type, count, 0), "");

    index = LLVMBuildAdd(rewrite->builder, index, LLVMConstInt(type, i, 0), "");
#if LLVM_VERSION_MAJOR < 15
    base = LLVMBuildBitCast(rewrite->builder, base,
                            LLVMPointerType(element, LLVMGetPointerAddressSpace(LLVMTypeOf(base))), "");
#endif
    return LLVMBuildInBoundsGEP2(rewrite->builder, element, base, &index, 1, "");
}

static LLVMValueRef put_vload(const struct llvm_rewrite *rewrite)
{
    const LLVMTypeRef element = LLVMGetElementType(rewrite->type);
    const unsigned count = LLVMGetVectorSize(rewrite->type);
    LLVMValueRef vector = LLVMGetUndef(rewrite->type);

    for (unsigned i = 0; i < count; i++) {
        const LLVMValueRef address =
            element_address(rewrite, element, rewrite->arguments[0], count, i, rewrite->arguments[1]);
        const LLVMValueRef value = LLVMBuildLoad2(rewrite->builder, element, address, "");

        vector = LLVMBuildInsertElement(rewrite->builder, vector, value, LLVMConstInt(word_type(rewrite), i, 0), "");
    }
    return vector;
}

static LLVMValueRef put_vstore(const struct llvm_rewrite *rewrite)
{
    const LLVMTypeRef type = LLVMTypeOf(rewrite->arguments[0]), element = LLVMGetElementType(type);
    const unsigned count = LLVMGetVectorSize(type);
    LLVMValueRef store = NULL;

    for (unsigned i = 0; i < count; i++) {
        const LLVMValueRef value = LLVMBuildExtractElement(rewrite->builder, rewrite->arguments[0],
                                                           LLVMConstInt(word_type(rewrite), i, 0), "");

        store =
            LLVMBuildStore(rewrite->builder, value,
                           element_address(rewrite, element, rewrite->arguments[1], count, i, rewrite->arguments[2]));
    }
    return store;
}

static LLVMValueRef put_atomic(const struct llvm_rewrite *rewrite, LLVMAtomicRMWBinOp operation, LLVMValueRef operand)
{
    LLVMValueRef old;

    if (LLVMGetTypeKind(rewrite->type) != LLVMIntegerTypeKind) {
        if (operation != LLVMAtomicRMWBinOpXchg)
            return NULL;
    }
    old = LLVMBuildAtomicRMW(rewrite->builder, operation, rewrite->arguments[0], operand, LLVMAtomicOrderingMonotonic,
                             0);
    return old;
}

#define PUT_ATOMIC(name, operation)                                                                                   \
    static LLVMValueRef put_atomic_##name(const struct llvm_rewrite *rewrite)                                         \
    {                                                                                                                 \
        return put_atomic(rewrite, operation, rewrite->arguments[1]);                                                 \
    }
PUT_ATOMIC(add, LLVMAtomicRMWBinOpAdd)
PUT_ATOMIC(sub, LLVMAtomicRMWBinOpSub)
PUT_ATOMIC(and, LLVMAtomicRMWBinOpAnd)
PUT_ATOMIC(or, LLVMAtomicRMWBinOpOr)
PUT_ATOMIC(xor, LLVMAtomicRMWBinOpXor)
PUT_ATOMIC(xchg, LLVMAtomicRMWBinOpXchg)
PUT_ATOMIC(min, rewrite->is_signed ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin)
PUT_ATOMIC(max, rewrite->is_signed ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax)
#undef PUT_ATOMIC

static LLVMValueRef put_atomic_inc(const struct llvm_rewrite *rewrite)
{
    return put_atomic(rewrite, LLVMAtomicRMWBinOpAdd, LLVMConstInt(rewrite->type, 1, 0));
}

static LLVMValueRef put_atomic_dec(const struct llvm_rewrite *rewrite)
{
    return put_atomic(rewrite, LLVMAtomicRMWBinOpSub, LLVMConstInt(rewrite->type, 1, 0));
}

static LLVMValueRef put_atomic_cmpxchg(const struct llvm_rewrite *rewrite)
{
    const LLVMValueRef both =
        LLVMBuildAtomicCmpXchg(rewrite->builder, rewrite->arguments[0], rewrite->arguments[1], rewrite->arguments[2],
                               LLVMAtomicOrderingMonotonic, LLVMAtomicOrderingMonotonic, 0);

    return LLVMBuildExtractValue(rewrite->builder, both, 0, "");
}

static const struct {
    const char *name;
    unsigned argument_count;
    rewriter *put;
} rewriters[] = {
    { "get_local_id", 1, put_local_id },
    { "get_group_id", 1, put_group_id },
    { "get_global_id", 1, put_global_id },
    { "get_local_size", 1, put_local_size },
    { "get_num_groups", 1, put_group_count },
    { "get_global_size", 1, put_global_size },
    { "get_global_offset", 1, put_offset },
    { "barrier", 1, put_barrier },
    { "work_group_barrier", 1, put_barrier },
    { "vload2", 2, put_vload },
    { "vload3", 2, put_vload },
    { "vload4", 2, put_vload },
    { "vload8", 2, put_vload },
    { "vload16", 2, put_vload },
    { "vstore2", 3, put_vstore },
    { "vstore3", 3, put_vstore },
    { "vstore4", 3, put_vstore },
    { "vstore8", 3, put_vstore },
    { "vstore16", 3, put_vstore },
#define ATOMIC(name, count, put)                                                                                      \
    { "atomic_" name, count, put },                                                                                   \
    {                                                                                                                 \
        "atom_" name, count, put                                                                                      \
    }
    ATOMIC("add", 2, put_atomic_add),
    ATOMIC("sub", 2, put_atomic_sub),
    ATOMIC("and", 2, put_atomic_and),
    ATOMIC("or", 2, put_atomic_or),
    ATOMIC("xor", 2, put_atomic_xor),
    ATOMIC("xchg", 2, put_atomic_xchg),
    ATOMIC("min", 2, put_atomic_min),
    ATOMIC("max", 2, put_atomic_max),
    ATOMIC("inc", 1, put_atomic_inc),
    ATOMIC("dec", 1, put_atomic_dec),
    ATOMIC("cmpxchg", 3, put_atomic_cmpxchg),
#undef ATOMIC
};

LLVMValueRef lint_llvm_intrinsic(const struct llvm_rewrite *rewrite, const char *name, LLVMTypeRef overload,
                                 const LLVMValueRef *arguments, unsigned count)
{
    const unsigned number = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function, copies[LINT_LLVM_MOST_ARGUMENTS];
    LLVMTypeRef type;

    if (number == 0)
        return NULL;
    function = LLVMGetIntrinsicDeclaration(rewrite->module, number, &overload, overload != NULL);
    type = LLVMIntrinsicGetType(rewrite->context, number, &overload, overload != NULL);
    for (unsigned i = 0; i < count; i++)
        copies[i] = arguments[i];
    return LLVMBuildCall2(rewrite->builder, type, function, copies, count, "");
}

/* "_Z3maxDv4_jS_": the name, and whether the type of the last scalar named is signed. */
static bool read_mangled(const char *mangled, char name[32], bool *is_signed)
{
    size_t length = 0;
    const char *types;

    if (strncmp(mangled, "_Z", 2) != 0)
        return false;
    for (mangled += 2; *mangled >= '0' && *mangled <= '9' && length < 1000; mangled++)
        length = length * 10 + (size_t)(*mangled - '0');
    if (length == 0 || length >= 32 || strlen(mangled) < length)
        return false;
    memcpy(name, mangled, length);
    name[length] = '\0';
    types = mangled + length;
    /* Of a vector the element, of a pointer what it points at: the first letter that stands for an integer. */
    if (strncmp(types, "Dv", 2) == 0) {
        types = strchr(types, '_');
        types += types != NULL;
    } else if (*types == 'P') {
        types = strpbrk(types, "acstijlmhxy");
    }
    *is_signed = types && *types != '\0' && strchr("acsilx", *types) != NULL;
    return true;
}

/* The builtin's call as instructions that stand before it, or NULL. */
static LLVMValueRef put_call(struct llvm_rewrite *rewrite, LLVMValueRef call, LLVMValueRef callee)
{
    size_t length;
    char name[32];
    const unsigned count = LLVMGetNumArgOperands(call);

    if (!read_mangled(LLVMGetValueName2(callee, &length), name, &rewrite->is_signed) ||
        count > LINT_LLVM_MOST_ARGUMENTS)
        return NULL;
    for (unsigned i = 0; i < count; i++)
        rewrite->arguments[i] = LLVMGetOperand(call, i);
    rewrite->argument_count = count;
    rewrite->type = LLVMTypeOf(call);
    LLVMPositionBuilderBefore(rewrite->builder, call);
    for (size_t i = 0; i < sizeof rewriters / sizeof *rewriters; i++)
        if (strcmp(rewriters[i].name, name) == 0)
            return count >= rewriters[i].argument_count ? rewriters[i].put(rewrite) : NULL;
    return lint_llvm_rewrite_math(rewrite, name);
}

/* AMD's passes would make other calls of OpenCL's functions, and LLVM's intrinsics, of those that they know. */
static void keep_call(LLVMValueRef call, LLVMContextRef context)
{
    static const char name[] = "nobuiltin";

    if (LLVMGetIntrinsicID(LLVMGetCalledValue(call)) == 0)
        LLVMAddCallSiteAttribute(
            call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName(name, sizeof name - 1), 0));
}

static void rewrite_function(struct llvm_rewrite *rewrite, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef next;

        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
            LLVMValueRef callee, value;

            next = LLVMGetNextInstruction(i);
            if (!LLVMIsACallInst(i))
                continue;
            callee = LLVMIsAFunction(LLVMGetCalledValue(i));
            if (!callee || LLVMIsDeclaration(callee) == 0)
                continue;
            value = put_call(rewrite, i, callee);
            if (!value) {
                keep_call(i, rewrite->context);
                continue;
            }
            if (LLVMGetTypeKind(rewrite->type) != LLVMVoidTypeKind)
                LLVMReplaceAllUsesWith(i, value);
            LLVMInstructionEraseFromParent(i);
        }
    }
}

/* Builtins that compute and do nothing else may be moved, which clang forbids: it takes each for one of a group's. */
static void free_pure_functions(LLVMModuleRef module)
{
    static const char *const needless[] = { "convergent" };
    const unsigned memory = LLVMGetEnumAttributeKindForName("memory", strlen("memory"));
    const unsigned read_none = LLVMGetEnumAttributeKindForName("readnone", strlen("readnone"));
    const unsigned convergent = LLVMGetEnumAttributeKindForName(*needless, strlen(*needless));
    const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        const LLVMAttributeRef effects = memory != 0 ? LLVMGetEnumAttributeAtIndex(f, at, memory) : NULL;
        const bool is_pure = (effects && LLVMGetEnumAttributeValue(effects) == 0) ||
                             (read_none != 0 && LLVMGetEnumAttributeAtIndex(f, at, read_none));

        if (!is_pure || LLVMIsDeclaration(f) == 0 || LLVMGetIntrinsicID(f) != 0)
            continue;
        LLVMRemoveEnumAttributeAtIndex(f, at, convergent);
        for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
            if (LLVMIsACallInst(LLVMGetUser(use)))
                LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), at, convergent);
    }
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

void lint_llvm_rewrite(LLVMModuleRef module, LLVMValueRef kernel, const struct llvm_view *view)
{
    struct llvm_rewrite rewrite = { .module = module, .context = LLVMGetModuleContext(module), .view = view };

    lint_llvm_required_local(kernel, rewrite.required);
    rewrite.builder = LLVMCreateBuilderInContext(rewrite.context);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        rewrite_function(&rewrite, f);
    LLVMDisposeBuilder(rewrite.builder);
    free_pure_functions(module);
}
