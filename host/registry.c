/* The list of kernel families, made by the build, and the choice among them by name. */
#include "clsmem/registry.h"

#include <fnmatch.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clsmem_kernels.h"

#define KERNEL_DECLARATION(stem) extern const struct clsmem_kernel clsmem_kernel_##stem;
CLSMEM_KERNEL_STEMS(KERNEL_DECLARATION)

#define KERNEL_ADDRESS(stem) &clsmem_kernel_##stem,
static const struct clsmem_kernel *families[] = { CLSMEM_KERNEL_STEMS(KERNEL_ADDRESS) NULL };
static const size_t family_count = sizeof families / sizeof *families - 1;

static pthread_once_t families_sorted = PTHREAD_ONCE_INIT;

static int family_compare(const void *a, const void *b)
{
    const struct clsmem_kernel *left = *(const struct clsmem_kernel *const *)a;
    const struct clsmem_kernel *right = *(const struct clsmem_kernel *const *)b;

    if (left->order != right->order)
        return left->order < right->order ? -1 : 1;
    return strcmp(left->name, right->name);
}

static void families_sort(void)
{
    qsort(families, family_count, sizeof *families, family_compare);
}

const struct clsmem_kernel *const *clsmem_kernels(size_t *count)
{
    pthread_once(&families_sorted, families_sort);
    *count = family_count;
    return families;
}

const struct clsmem_kernel *clsmem_kernel_find(const char *name)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t i = 0; i < count; i++)
        if (strcmp(kernels[i]->name, name) == 0)
            return kernels[i];
    return NULL;
}

const struct clsmem_variant *clsmem_variant_find(const struct clsmem_kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->variant_count; i++)
        if (strcmp(kernel->variants[i].name, name) == 0)
            return &kernel->variants[i];
    return NULL;
}

const struct clsmem_variant *clsmem_variant_versus(const struct clsmem_kernel *kernel,
                                                   const struct clsmem_variant *variant)
{
    if (variant->versus)
        return clsmem_variant_find(kernel, variant->versus);
    return variant == kernel->variants ? NULL : kernel->variants;
}

/* A word without a dot is matched against the family alone, so "gemm" means all of its variants. */
static bool word_fits(const char *word, const char *family, const char *full_name)
{
    return fnmatch(word, strchr(word, '.') ? full_name : family, 0) == 0;
}

int clsmem_kernel_selected(const char *selection, const struct clsmem_kernel *kernel,
                           const struct clsmem_variant *variant)
{
    return clsmem_name_selected(selection, kernel->name, variant->name);
}

int clsmem_name_selected(const char *selection, const char *family, const char *variant)
{
    char full_name[128], word[128];

    if (!selection)
        return true;
    snprintf(full_name, sizeof full_name, "%s.%s", family, variant);

    while (*selection) {
        const char *start = selection + strspn(selection, " ");
        const size_t span = strcspn(start, ",");
        size_t length = span;

        while (length > 0 && start[length - 1] == ' ')
            length--;
        if (length > 0 && length < sizeof word) { /* a longer word fits no name of ours */
            memcpy(word, start, length);
            word[length] = '\0';
            if (word_fits(word, family, full_name))
                return true;
        }
        selection = start + span + (start[span] == ',');
    }
    return false;
}
