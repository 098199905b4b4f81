/* The table of views: targets, processors and what their address spaces mean. */
#include "llvm_view.h"

#include <string.h>

#define SPIR_SPACES                                                                                                   \
    {                                                                                                                 \
        LINT_PRIVATE, LINT_GLOBAL, LINT_CONSTANT, LINT_LOCAL, LINT_GENERIC, LINT_GENERIC                              \
    }
/* NVPTX and AMDGCN agree, but for the region memory of old AMD devices, which is 2 and no OpenCL. */
#define DEVICE_SPACES                                                                                                 \
    {                                                                                                                 \
        LINT_GENERIC, LINT_GLOBAL, LINT_GENERIC, LINT_LOCAL, LINT_CONSTANT, LINT_PRIVATE                              \
    }
#define AMD_TRIPLE "amdgcn-amd-amdhsa"

static const struct llvm_view views[] = {
    { "source", LLVM_MAKER_NONE, "spir64", "", "", 14, SPIR_SPACES },
    { "nvidia", LLVM_MAKER_NVIDIA, "nvptx64-nvidia-nvcl", "sm_80", "+ptx70", 14, DEVICE_SPACES },
    { "gfx90a", LLVM_MAKER_AMD, AMD_TRIPLE, "gfx90a", "", 14, DEVICE_SPACES },
    { "gfx1100", LLVM_MAKER_AMD, AMD_TRIPLE, "gfx1100", "", 15, DEVICE_SPACES },
    { "gfx942", LLVM_MAKER_AMD, AMD_TRIPLE, "gfx942", "", 17, DEVICE_SPACES },
};

const struct llvm_view *lint_llvm_view(const char *name)
{
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        if (strcmp(views[i].name, name) == 0)
            return &views[i];
    return NULL;
}
