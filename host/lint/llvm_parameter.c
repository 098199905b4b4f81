/* Kernel arguments: what kind they are, what the source calls them, and where their parts are at the start. */
#include "llvm_reader.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "llvm_metadata.h"

/* Text `index` of a metadata node of the kernel; "" where there is none. */
static const char *node_text(const struct llvm_reader *reader, const char *kind, unsigned index)
{
    const LLVMValueRef node = lint_llvm_function_node(reader->kernel, kind);
    const unsigned count = node ? LLVMGetMDNodeNumOperands(node) : 0;
    LLVMValueRef *operands;
    const char *text = NULL;
    unsigned length;

    if (index >= count)
        return "";
    operands = malloc(count * sizeof *operands);
    if (operands) {
        LLVMGetMDNodeOperands(node, operands);
        text = operands[index] ? LLVMGetMDString(operands[index], &length) : NULL;
    }
    free(operands);
    return text ? text : "";
}

/* Bytes of a type by its name without "*": "uint4"; 0 where it is none of OpenCL's. */
static uint64_t named_bytes(const char *type)
{
    static const struct {
        const char *name;
        unsigned bytes;
    } scalars[] = {
        { "char", 1 }, { "uchar", 1 }, { "short", 2 }, { "ushort", 2 }, { "half", 2 },   { "int", 4 },
        { "uint", 4 }, { "float", 4 }, { "long", 8 },  { "ulong", 8 },  { "double", 8 }, { "size_t", 8 },
    };
    const size_t letters = strcspn(type, "0123456789*");
    const unsigned long width = strtoul(type + letters, NULL, 10);

    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (strlen(scalars[i].name) == letters && strncmp(scalars[i].name, type, letters) == 0)
            return scalars[i].bytes * (width == 0 ? 1 : width == 3 ? 4 : width);
    return 0;
}

#define MOST_TYPE_STEPS 32 /* typedefs, qualifiers and the pointer on the way to what it points at */

/*
 * Bytes of what an argument points at, by the debug information: the function's type lists those of its arguments; a
 * type without a size is another name, or a qualifier, of the one below; the first with a size is the pointer.
 */
static uint64_t debug_bytes(const struct llvm_reader *reader, unsigned index)
{
    const LLVMMetadataRef function = LLVMGetSubprogram(reader->kernel);
    const LLVMValueRef type = function ? lint_llvm_node_operand(reader, function, 4) : NULL;
    const LLVMValueRef list = type ? lint_llvm_node_operand(reader, LLVMValueAsMetadata(type), 3) : NULL;
    LLVMValueRef at = list ? lint_llvm_node_operand(reader, LLVMValueAsMetadata(list), index + 1) : NULL;
    bool is_behind_pointer = false;

    for (unsigned step = 0; at && step < MOST_TYPE_STEPS; step++) {
        const LLVMMetadataRef node = LLVMValueAsMetadata(at);
        const LLVMMetadataKind kind = LLVMGetMetadataKind(node);
        uint64_t bits;

        if (kind != LLVMDIDerivedTypeMetadataKind && kind != LLVMDICompositeTypeMetadataKind &&
            kind != LLVMDIBasicTypeMetadataKind)
            return 0;
        bits = LLVMDITypeGetSizeInBits(node);
        if (bits > 0 && is_behind_pointer)
            return bits / 8;
        is_behind_pointer |= bits > 0;
        at = kind == LLVMDIDerivedTypeMetadataKind ? lint_llvm_node_operand(reader, node, 3) : NULL;
    }
    return 0;
}

/* Of one element that a pointer argument points at; 0: unknown. */
static uint64_t element_bytes(const struct llvm_reader *reader, unsigned index)
{
    const char *const type = node_text(reader, "kernel_arg_type", index);
    const uint64_t bytes = named_bytes(type);

    return bytes > 0 ? bytes : debug_bytes(reader, index);
}

/* Objects that are no memory to us. */
static bool is_refused(const char *type)
{
    const size_t length = strlen(type);

    return strncmp(type, "image", 5) == 0 || strcmp(type, "sampler_t") == 0 || strncmp(type, "pipe", 4) == 0 ||
           strcmp(type, "queue_t") == 0 || strcmp(type, "clk_event_t") == 0 ||
           (length > 2 && strstr(type, "image") && strcmp(type + length - 2, "_t") == 0);
}

static LLVMAttributeRef parameter_attribute(LLVMValueRef kernel, unsigned index, const char *name)
{
    return LLVMGetEnumAttributeAtIndex(kernel, index + 1, LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

/* byval, or AMD's byref; NULL where the argument is its value itself. */
static LLVMAttributeRef copy_attribute(LLVMValueRef kernel, unsigned index)
{
    const LLVMAttributeRef by_value = parameter_attribute(kernel, index, "byval");

    return by_value ? by_value : parameter_attribute(kernel, index, "byref");
}

bool lint_llvm_is_by_value(LLVMValueRef argument)
{
    const LLVMValueRef kernel = LLVMGetParamParent(argument);

    for (unsigned i = 0; i < LLVMCountParams(kernel); i++)
        if (LLVMGetParam(kernel, i) == argument)
            return copy_attribute(kernel, i) != NULL;
    return false;
}

static char *copy_text(struct llvm_reader *reader, const char *text)
{
    char *const copy = malloc(strlen(text) + 1);

    if (copy)
        strcpy(copy, text);
    else if (reader->status == CLSMEM_OK)
        reader->status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory on the host for the program");
    return copy;
}

static struct lint_parameter describe(struct llvm_reader *reader, unsigned index)
{
    struct lint_parameter parameter = { .kind = LINT_SCALAR };
    const char *const name = node_text(reader, "kernel_arg_name", index);
    char text[32];

    snprintf(text, sizeof text, "argument %u", index + 1);
    parameter.name = copy_text(reader, *name ? name : text);
    parameter.type = copy_text(reader, node_text(reader, "kernel_arg_type", index));
    return parameter;
}

/* Its value lies in memory: a struct, copied into a private array. */
static void add_value_array(struct llvm_reader *reader, struct lint_parameter *parameter, LLVMValueRef argument,
                            LLVMTypeRef type)
{
    struct lint_array array = { .space = LINT_PRIVATE };
    uint32_t number, array_number;

    parameter->bytes = LLVMABISizeOfType(reader->layout, type);
    array.bytes = parameter->bytes;
    array.align = LLVMABIAlignmentOfType(reader->layout, type);
    array.name = copy_text(reader, parameter->name ? parameter->name : "");
    number = lint_program_parameter(reader->program, parameter);
    array_number = lint_program_array(reader->program, &array);
    lint_program_value_array(reader->program, number, array_number);
    lint_llvm_set_slot(reader, argument, lint_program_array_slot(reader->program, array_number));
}

/* Its value comes in slots. */
static void add_scalars(struct llvm_reader *reader, struct lint_parameter *parameter, LLVMValueRef argument)
{
    const LLVMTypeRef type = LLVMTypeOf(argument);
    const uint32_t count = lint_llvm_scalars(reader, type), first = lint_llvm_new_slots(reader, argument);
    uint32_t number;

    parameter->bytes = LLVMABISizeOfType(reader->layout, type);
    number = lint_program_parameter(reader->program, parameter);
    for (uint32_t i = 0; i < count; i++) {
        const struct llvm_scalar scalar = lint_llvm_scalar(reader, type, i);

        lint_program_parameter_slot(reader->program, &(struct lint_parameter_slot){ .parameter = number,
                                                                                    .offset = (uint32_t)scalar.offset,
                                                                                    .bits = scalar.bits,
                                                                                    .slot = first + i });
    }
}

/* The greatest power of two that divides the element's size: what LLVM 14 does not tell. */
static unsigned likely_align(uint64_t bytes)
{
    unsigned align = 1;

    while (align < 16 && bytes > 0 && bytes % (2 * align) == 0)
        align *= 2;
    return align;
}

static void add_pointer(struct llvm_reader *reader, struct lint_parameter *parameter, LLVMValueRef argument,
                        unsigned index)
{
    const LLVMAttributeRef align = parameter_attribute(reader->kernel, index, "align");
    const enum lint_space space = lint_llvm_space(reader, LLVMGetPointerAddressSpace(LLVMTypeOf(argument)));
    const uint32_t slot = lint_llvm_new_slots(reader, argument);
    uint32_t number;

    parameter->kind = space == LINT_LOCAL ? LINT_LOCAL_BUFFER : LINT_BUFFER;
    parameter->space = space;
    parameter->bytes = element_bytes(reader, index);
    parameter->align = align ? (unsigned)LLVMGetEnumAttributeValue(align) : likely_align(parameter->bytes);
    number = lint_program_parameter(reader->program, parameter);
    lint_program_parameter_slot(reader->program,
                                &(struct lint_parameter_slot){ .parameter = number, .bits = 64, .slot = slot });
}

static void read_parameter(struct llvm_reader *reader, unsigned index)
{
    const LLVMValueRef argument = LLVMGetParam(reader->kernel, index);
    struct lint_parameter parameter = describe(reader, index);
    LLVMAttributeRef copied;

    if (reader->status == CLSMEM_OK && is_refused(parameter.type))
        (void)lint_llvm_refuse(reader,
                               "argument %s is of type %s: images, samplers, pipes and queues are not supported",
                               parameter.name, parameter.type);
    if (reader->status != CLSMEM_OK) {
        free(parameter.name);
        free(parameter.type);
        return;
    }
    copied = copy_attribute(reader->kernel, index);
    if (copied) {
        reader->has_private_copies |=
            lint_llvm_space(reader, LLVMGetPointerAddressSpace(LLVMTypeOf(argument))) == LINT_CONSTANT;
        add_value_array(reader, &parameter, argument, LLVMGetTypeAttributeValue(copied));
        return;
    }
    if (LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind)
        add_pointer(reader, &parameter, argument, index);
    else
        add_scalars(reader, &parameter, argument);
}

void lint_llvm_read_parameters(struct llvm_reader *reader)
{
    const LLVMValueRef types = lint_llvm_function_node(reader->kernel, "kernel_arg_type");
    const unsigned count = LLVMCountParams(reader->kernel);

    if (types && LLVMGetMDNodeNumOperands(types) != count)
        (void)lint_llvm_refuse(reader, "the compiler passes an argument in several parts");
    for (unsigned i = 0; i < count && reader->status == CLSMEM_OK; i++)
        read_parameter(reader, i);
}
