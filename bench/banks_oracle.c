/* Counted accesses against a class. */
#include "banks_tasks.h"

#include "clsmem/bank_oracle.h"

struct tally {
    FILE *out;
    const struct clsmem_bank_class *bank_class;
    size_t rows, agree;
};

static void compare(const struct clsmem_bank_oracle_row *row, void *context)
{
    struct tally *const tally = context;
    const struct clsmem_bank_cost cost = clsmem_bank_cost(tally->bank_class, &row->access, NULL);

    tally->rows++;
    if (clsmem_bank_oracle_agrees(row, &cost)) {
        tally->agree++;
        return;
    }
    fprintf(tally->out, "line %zu, %s of %u bytes, %s: counted %u passes", row->line,
            clsmem_bank_op_word(row->access.op), row->access.bytes, *row->pattern ? row->pattern : "no label",
            row->passes);
    if (row->has_conflicts)
        fprintf(tally->out, " and %u conflicts", row->conflicts);
    if (!cost.known)
        fprintf(tally->out, ", but %s says nothing of such an access\n", tally->bank_class->name);
    else if (row->has_conflicts)
        fprintf(tally->out, ", but %s says %u and %u\n", tally->bank_class->name, cost.passes,
                cost.passes - cost.ideal);
    else
        fprintf(tally->out, ", but %s says %u\n", tally->bank_class->name, cost.passes);
}

enum exit_code banks_oracle_run(FILE *out, const struct banks_settings *settings)
{
    struct tally tally = { out, settings->classes[0], 0, 0 };

    if (clsmem_bank_oracle_read(settings->oracle, tally.bank_class, compare, &tally) != CLSMEM_OK) {
        fprintf(stderr, "clsmem-banks: %s\n", clsmem_error_text());
        return EXIT_USAGE;
    }
    fprintf(out, "%zu of %zu rows agree\n", tally.agree, tally.rows);
    return tally.agree == tally.rows ? EXIT_RIGHT : EXIT_WRONG;
}
