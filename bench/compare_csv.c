/* CSV of a comparison: one header line, one line a row and run, numbers without units. */
#include <math.h>

#include "compare_report.h"
#include "csv.h"

static void print_own(FILE *out, const struct clsmem_compare_cell *cell)
{
    const struct clsmem_results_row *const row = cell->row;
    const bool timed = row && row->has_time;

    csv_print_field(out, row ? clsmem_status_word(row->status) : "", ',');
    csv_print_number(out, timed ? row->time.median_ns : (double)NAN, ',');
    csv_print_number(out, timed ? row->time.low_ns : (double)NAN, ',');
    csv_print_number(out, timed ? row->time.high_ns : (double)NAN, ',');
    csv_print_number(out, row ? row->rate : (double)NAN, ',');
    csv_print_field(out, row ? row->unit : "", ',');
    csv_print_number(out, cell->share, ',');
    csv_print_number(out, cell->degree, ',');
    csv_print_number(out, row ? (double)row->local_bytes : (double)NAN, ',');
}

static void print_row(const struct compare_report *report, FILE *out, size_t place, size_t c)
{
    const struct clsmem_compare_line *const line = &report->compare->lines[place];
    const struct clsmem_compare_column *const column = &report->compare->columns[c];
    const struct clsmem_compare_cell *const cell = &line->cells[c];
    const struct compare_judgement *const judgement = compare_report_judgement(report, place, c);

    fprintf(out, "%zu,", c);
    csv_print_field(out, column->file->path, ',');
    csv_print_field(out, column->run->device.name, ',');
    csv_print_field(out, line->kernel, ',');
    csv_print_field(out, line->variant, ',');
    csv_print_field(out, clsmem_type_word(line->type), ',');
    csv_print_field(out, line->mode, ',');
    csv_print_field(out, line->shape, ',');
    print_own(out, cell);
    csv_print_field(out, line->versus ? line->versus : "", ',');
    csv_print_number(out, cell->slowdown, ',');
    csv_print_number(out, cell->ratio, ',');
    csv_print_number(out, cell->low, ',');
    csv_print_number(out, cell->high, ',');
    csv_print_number(out, cell->share_ratio, ',');
    csv_print_number(out, cell->slowdown_ratio, ',');
    csv_print_field(out, clsmem_change_word(cell->change), ',');
    csv_print_field(out, cell->obstacle == CLSMEM_OBSTACLE_NONE ? "" : clsmem_obstacle_word(cell->obstacle), ',');
    csv_print_field(out, cell->reason, ',');
    csv_print_field(out, judgement ? clsmem_gate_word(judgement->end) : "", ',');
    csv_print_field(out, judgement ? judgement->why : "", '\n');
}

bool compare_csv_print(const void *what, FILE *out)
{
    const struct compare_report *const report = what;

    fprintf(out, "run,file,device,kernel,variant,type,mode,shape,status,median_ns,low_ns,high_ns,rate,unit,"
                 "share_of_roof,degree,local_bytes,versus,slowdown,ratio,ratio_low,ratio_high,share_ratio,"
                 "slowdown_ratio,change,obstacle,reason,gate,gate_reason\n");
    for (size_t i = 0; i < report->compare->line_count; i++)
        for (size_t c = 0; c < report->compare->column_count; c++)
            print_row(report, out, i, c);
    return fflush(out) == 0 && !ferror(out);
}
