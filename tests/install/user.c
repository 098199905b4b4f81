/* A program outside of clsmem, built against the installed library alone. */
#include <stdio.h>

#include "clsmem/registry.h"
#include "clsmem/version.h"

int main(void)
{
    size_t count;

    clsmem_kernels(&count);
    printf("clsmem %s with %zu kernel families\n", clsmem_version(), count);
    return count == 0;
}
