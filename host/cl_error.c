/* Names for the error codes of OpenCL and CLBlast, and the one sentence that reports a failed call. */
#include "jump_cl.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* What the OpenCL 1.2 header defines. */
#define CORE_ERRORS(X)                                                                                                \
    X(CL_SUCCESS)                                                                                                     \
    X(CL_DEVICE_NOT_FOUND)                                                                                            \
    X(CL_DEVICE_NOT_AVAILABLE)                                                                                        \
    X(CL_COMPILER_NOT_AVAILABLE)                                                                                      \
    X(CL_MEM_OBJECT_ALLOCATION_FAILURE)                                                                               \
    X(CL_OUT_OF_RESOURCES)                                                                                            \
    X(CL_OUT_OF_HOST_MEMORY)                                                                                          \
    X(CL_PROFILING_INFO_NOT_AVAILABLE)                                                                                \
    X(CL_MEM_COPY_OVERLAP)                                                                                            \
    X(CL_IMAGE_FORMAT_MISMATCH)                                                                                       \
    X(CL_IMAGE_FORMAT_NOT_SUPPORTED)                                                                                  \
    X(CL_BUILD_PROGRAM_FAILURE)                                                                                       \
    X(CL_MAP_FAILURE)                                                                                                 \
    X(CL_MISALIGNED_SUB_BUFFER_OFFSET)                                                                                \
    X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)                                                                   \
    X(CL_COMPILE_PROGRAM_FAILURE)                                                                                     \
    X(CL_LINKER_NOT_AVAILABLE)                                                                                        \
    X(CL_LINK_PROGRAM_FAILURE)                                                                                        \
    X(CL_DEVICE_PARTITION_FAILED)                                                                                     \
    X(CL_KERNEL_ARG_INFO_NOT_AVAILABLE)                                                                               \
    X(CL_INVALID_VALUE)                                                                                               \
    X(CL_INVALID_DEVICE_TYPE)                                                                                         \
    X(CL_INVALID_PLATFORM)                                                                                            \
    X(CL_INVALID_DEVICE)                                                                                              \
    X(CL_INVALID_CONTEXT)                                                                                             \
    X(CL_INVALID_QUEUE_PROPERTIES)                                                                                    \
    X(CL_INVALID_COMMAND_QUEUE)                                                                                       \
    X(CL_INVALID_HOST_PTR)                                                                                            \
    X(CL_INVALID_MEM_OBJECT)                                                                                          \
    X(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)                                                                             \
    X(CL_INVALID_IMAGE_SIZE)                                                                                          \
    X(CL_INVALID_SAMPLER)                                                                                             \
    X(CL_INVALID_BINARY)                                                                                              \
    X(CL_INVALID_BUILD_OPTIONS)                                                                                       \
    X(CL_INVALID_PROGRAM)                                                                                             \
    X(CL_INVALID_PROGRAM_EXECUTABLE)                                                                                  \
    X(CL_INVALID_KERNEL_NAME)                                                                                         \
    X(CL_INVALID_KERNEL_DEFINITION)                                                                                   \
    X(CL_INVALID_KERNEL)                                                                                              \
    X(CL_INVALID_ARG_INDEX)                                                                                           \
    X(CL_INVALID_ARG_VALUE)                                                                                           \
    X(CL_INVALID_ARG_SIZE)                                                                                            \
    X(CL_INVALID_KERNEL_ARGS)                                                                                         \
    X(CL_INVALID_WORK_DIMENSION)                                                                                      \
    X(CL_INVALID_WORK_GROUP_SIZE)                                                                                     \
    X(CL_INVALID_WORK_ITEM_SIZE)                                                                                      \
    X(CL_INVALID_GLOBAL_OFFSET)                                                                                       \
    X(CL_INVALID_EVENT_WAIT_LIST)                                                                                     \
    X(CL_INVALID_EVENT)                                                                                               \
    X(CL_INVALID_OPERATION)                                                                                           \
    X(CL_INVALID_GL_OBJECT)                                                                                           \
    X(CL_INVALID_BUFFER_SIZE)                                                                                         \
    X(CL_INVALID_MIP_LEVEL)                                                                                           \
    X(CL_INVALID_GLOBAL_WORK_SIZE)                                                                                    \
    X(CL_INVALID_PROPERTY)                                                                                            \
    X(CL_INVALID_IMAGE_DESCRIPTOR)                                                                                    \
    X(CL_INVALID_COMPILER_OPTIONS)                                                                                    \
    X(CL_INVALID_LINKER_OPTIONS)                                                                                      \
    X(CL_INVALID_DEVICE_PARTITION_COUNT)

/* What newer drivers, the ICD loader and extensions return; by number, since an OpenCL 1.2 header lacks the names. */
#define LATER_ERRORS(X)                                                                                               \
    X(CL_INVALID_PIPE_SIZE, -69)                                                                                      \
    X(CL_INVALID_DEVICE_QUEUE, -70)                                                                                   \
    X(CL_INVALID_SPEC_ID, -71)                                                                                        \
    X(CL_MAX_SIZE_RESTRICTION_EXCEEDED, -72)                                                                          \
    X(CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR, -1000)                                                                  \
    X(CL_PLATFORM_NOT_FOUND_KHR, -1001)                                                                               \
    X(CL_DEVICE_PARTITION_FAILED_EXT, -1057)                                                                          \
    X(CL_INVALID_PARTITION_COUNT_EXT, -1058)                                                                          \
    X(CL_INVALID_PARTITION_NAME_EXT, -1059)                                                                           \
    X(CL_CONTEXT_TERMINATED_KHR, -1121)                                                                               \
    X(CL_INVALID_COMMAND_BUFFER_KHR, -1138)                                                                           \
    X(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, -1139)                                                                     \
    X(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR, -1140)                                                                       \
    X(CL_INVALID_MUTABLE_COMMAND_KHR, -1141)                                                                          \
    X(CL_INVALID_SEMAPHORE_KHR, -1142)

/* CLBlast's own codes (clblast_c.h, 1.7): some numbers mean another error when an OpenCL call returns them. */
#define CLBLAST_ERRORS(X)                                                                                             \
    X(CLBlastNotImplemented, -1024)                                                                                   \
    X(CLBlastInvalidMatrixA, -1022)                                                                                   \
    X(CLBlastInvalidMatrixB, -1021)                                                                                   \
    X(CLBlastInvalidMatrixC, -1020)                                                                                   \
    X(CLBlastInvalidVectorX, -1019)                                                                                   \
    X(CLBlastInvalidVectorY, -1018)                                                                                   \
    X(CLBlastInvalidDimension, -1017)                                                                                 \
    X(CLBlastInvalidLeadDimA, -1016)                                                                                  \
    X(CLBlastInvalidLeadDimB, -1015)                                                                                  \
    X(CLBlastInvalidLeadDimC, -1014)                                                                                  \
    X(CLBlastInvalidIncrementX, -1013)                                                                                \
    X(CLBlastInvalidIncrementY, -1012)                                                                                \
    X(CLBlastInsufficientMemoryA, -1011)                                                                              \
    X(CLBlastInsufficientMemoryB, -1010)                                                                              \
    X(CLBlastInsufficientMemoryC, -1009)                                                                              \
    X(CLBlastInsufficientMemoryX, -1008)                                                                              \
    X(CLBlastInsufficientMemoryY, -1007)                                                                              \
    X(CLBlastInsufficientMemoryTemp, -2050)                                                                           \
    X(CLBlastInvalidBatchCount, -2049)                                                                                \
    X(CLBlastInvalidOverrideKernel, -2048)                                                                            \
    X(CLBlastMissingOverrideParameter, -2047)                                                                         \
    X(CLBlastInvalidLocalMemUsage, -2046)                                                                             \
    X(CLBlastNoHalfPrecision, -2045)                                                                                  \
    X(CLBlastNoDoublePrecision, -2044)                                                                                \
    X(CLBlastInvalidVectorScalar, -2043)                                                                              \
    X(CLBlastInsufficientMemoryScalar, -2042)                                                                         \
    X(CLBlastDatabaseError, -2041)                                                                                    \
    X(CLBlastUnknownError, -2040)                                                                                     \
    X(CLBlastUnexpectedError, -2039)

#define CASE_BY_NAME(name)                                                                                            \
    case name:                                                                                                        \
        return #name;
#define CASE_BY_NUMBER(name, number)                                                                                  \
    case number:                                                                                                      \
        return #name;

const char *clsmem_cl_error_name(cl_int error)
{
    switch (error) {
        CORE_ERRORS(CASE_BY_NAME)
        LATER_ERRORS(CASE_BY_NUMBER)
    default:
        return "unknown OpenCL error";
    }
}

const char *clsmem_clblast_error_name(cl_int error)
{
    switch (error) {
        CLBLAST_ERRORS(CASE_BY_NUMBER)
    default:
        return clsmem_cl_error_name(error);
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_clblast_name(const char *name)
{
    return strncmp(name, "CLBlast", strlen("CLBlast")) == 0;
}

/* OpenCL's functions are named clVerb...; a lower-case letter there is one of our own, such as clsmem_... */
static bool is_api_name(const char *name)
{
    return is_clblast_name(name) || (strncmp(name, "cl", 2) == 0 && isupper((unsigned char)name[2]));
}

/* The last API function that the expression calls; the whole expression if it calls none. */
static const char *called_function(const char *call, size_t *length)
{
    const char *found = call;

    *length = strlen(call);
    for (const char *paren = strchr(call, '('); paren; paren = strchr(paren + 1, '(')) {
        const char *name = paren;

        while (name > call && is_word(name[-1]))
            name--;
        if (name < paren && is_api_name(name)) {
            found = name;
            *length = (size_t)(paren - name);
        }
    }
    return found;
}

enum clsmem_status clsmem_fail_cl(const char *call, cl_int error, const char *device_name, const char *doing)
{
    size_t length;
    const char *const function = called_function(call, &length);
    const char *const error_name =
        is_clblast_name(function) ? clsmem_clblast_error_name(error) : clsmem_cl_error_name(error);
    const bool has_device = device_name && *device_name;

    return clsmem_fail(CLSMEM_DEVICE_FAILED, "%.*s failed%s%s while %s: %s (%d)", (int)length, function,
                       has_device ? " on " : "", has_device ? device_name : "", doing, error_name, (int)error);
}
