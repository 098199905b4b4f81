/* The reports of `--list-kernels` and `--explain`. */
#ifndef KERNEL_LIST_H
#define KERNEL_LIST_H

#include <stdio.h>

#include "clsmem/kernel.h"

void kernel_list_print(FILE *out);
void kernel_list_explain(FILE *out, const struct clsmem_kernel *kernel);

#endif
