/*
 * A program outside of clsmem, built against the installed library alone. It asks what a column of a tile costs on the
 * banks of a GPU, plain and padded, and whether the library is the one that the headers belong to.
 */
#include <stdio.h>
#include <string.h>

#include "clsmem/bank.h"
#include "clsmem/bank_class.h"
#include "clsmem/registry.h"
#include "clsmem/version.h"

/* Passes of 32 lanes that go down a column of a tile of floats, whose rows are `row_floats` long with their padding. */
static unsigned column_passes(const struct clsmem_bank_class *bank_class, uint32_t row_floats)
{
    uint32_t addresses[32];
    const struct clsmem_bank_access access = {
        .op = CLSMEM_LOAD, .bytes = 4, .lanes = 32, .active = UINT32_MAX, .addresses = addresses
    };

    for (uint32_t lane = 0; lane < 32; lane++)
        addresses[lane] = lane * row_floats * 4;
    return clsmem_bank_cost(bank_class, &access, NULL).passes;
}

int main(void)
{
    const struct clsmem_bank_class *const bank_class = clsmem_bank_class_find("nv_cc5plus");
    size_t count;

    clsmem_kernels(&count);
    printf("clsmem %s with %zu kernel families\n", clsmem_version(), count);
    if (count == 0 || strcmp(clsmem_version(), CLSMEM_VERSION) != 0)
        return 1;
    printf("a column takes %u passes, padded %u\n", column_passes(bank_class, 32), column_passes(bank_class, 33));
    return column_passes(bank_class, 32) != 32 || column_passes(bank_class, 33) != 1;
}
