/* The report of `--list-kernels`. */
#ifndef KERNEL_LIST_H
#define KERNEL_LIST_H

#include <stdio.h>

void kernel_list_print(FILE *out);

#endif
