/* The kernel families, one for each pair of cl/<stem>.cl and host/kernels/<stem>.c; the build makes the list. */
#ifndef CLSMEM_REGISTRY_H
#define CLSMEM_REGISTRY_H

#include <stddef.h>

#include "clsmem/kernel.h"

/* Families sorted by `order of appearance`: roofs first, then by name. The array lives as long as the program. */
const struct clsmem_kernel *const *clsmem_kernels(size_t *count);

/* NULL when there is no family of that name. */
const struct clsmem_kernel *clsmem_kernel_find(const char *name);
/* NULL when the family has no variant of that name. */
const struct clsmem_variant *clsmem_variant_find(const struct clsmem_kernel *kernel, const char *name);
/* The variant that `variant` is compared with; NULL for the first of a family, which is compared with none. */
const struct clsmem_variant *clsmem_variant_versus(const struct clsmem_kernel *kernel,
                                                   const struct clsmem_variant *variant);

/*
 * Whether "family.variant" fits a selection: a comma list of names or globs (* and ?) on "family.variant"; a word
 * without a dot means the family and all of its variants. NULL fits everything.
 */
int clsmem_kernel_selected(const char *selection, const struct clsmem_kernel *kernel,
                           const struct clsmem_variant *variant);
/* The same for names, such as those of a file, which may be of no family here. */
int clsmem_name_selected(const char *selection, const char *family, const char *variant);

#endif
