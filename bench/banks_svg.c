/* The classic picture: words as cells with their bank as number and colour, those served lit, one panel a pass. */
#include "banks_svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_WIDTH 900 /* what a README shows without shrinking */
#define MARGIN 16
#define TITLE_HEIGHT 44
#define CAPTION_HEIGHT 20
#define LEGEND_HEIGHT 26
#define LABEL_WIDTH 44 /* of the lines' numbers */
#define GAP 18
#define LARGEST_CELL 24
#define SMALLEST_CELL_WITH_NUMBER 10
#define MOST_LINES 64
#define FLAT_LINES 8
#define MOST_COLUMNS 136

/* How the memory of one case is laid out on paper: lines of words. */
struct sheet {
    const struct banks_case *one;
    struct clsmem_bank_geometry geometry;
    bool is_tile;       /* lines are the rows of the tile */
    unsigned columns;   /* words a line */
    unsigned dead_from; /* columns from here on are padding */
    uint32_t lines[MOST_LINES];
    unsigned line_count, left_out;
    unsigned panels;
    unsigned cell, cell_height, panel_width, panel_height, panels_across;
    unsigned width, height;
};

/* Hue and so on in [0, 1], to 0xrrggbb. */
static unsigned colour_of(double hue, double saturation, double lightness)
{
    const double reach = saturation * (lightness < 0.5 ? lightness : 1 - lightness);
    unsigned colour = 0;

    for (int i = 0; i < 3; i++) {
        static const double offset[] = { 0, 8, 4 };
        const double k = fmod(offset[i] + 12 * hue, 12);
        const double ramp = fmax(-1, fmin(fmin(k - 3, 9 - k), 1));

        colour = colour << 8 | (unsigned)lround(255 * (lightness - reach * ramp));
    }
    return colour;
}

static void print_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else
            fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
}

static void add_line(struct sheet *sheet, uint32_t line)
{
    unsigned place = 0;

    while (place < sheet->line_count && sheet->lines[place] < line)
        place++;
    if (place < sheet->line_count && sheet->lines[place] == line)
        return;
    if (sheet->line_count == MOST_LINES) {
        sheet->left_out++;
        return;
    }
    memmove(&sheet->lines[place + 1], &sheet->lines[place], (sheet->line_count - place) * sizeof *sheet->lines);
    sheet->lines[place] = line;
    sheet->line_count++;
}

/* A tile that fits is drawn as it is; of anything else, the rows of the banks that are touched. */
static void choose_lines(const struct banks_settings *settings, struct sheet *sheet)
{
    const struct clsmem_layout *const layout = &settings->tile.layout;
    const size_t row_bytes = layout->cols * settings->tile.element_bytes;
    const size_t pitch_bytes =
        row_bytes + (layout->kind == CLSMEM_PADDED ? layout->pad : 0) * settings->tile.element_bytes;
    const unsigned word = sheet->geometry.bank_bytes;

    sheet->is_tile = settings->has_tile && pitch_bytes % word == 0 && pitch_bytes / word <= MOST_COLUMNS;
    sheet->columns = sheet->is_tile ? (unsigned)(pitch_bytes / word) : sheet->geometry.banks;
    sheet->dead_from = sheet->is_tile ? (unsigned)((row_bytes + word - 1) / word) : sheet->columns;
    if (sheet->is_tile && settings->tile.rows <= MOST_LINES) {
        for (uint32_t row = 0; row < settings->tile.rows; row++)
            add_line(sheet, row);
    }
    for (size_t i = 0; i < sheet->one->map.count; i++)
        add_line(sheet, sheet->one->map.services[i].address / word / sheet->columns);
}

static void choose_sizes(const struct banks_settings *settings, struct sheet *sheet)
{
    const unsigned passes = sheet->one->cost.passes;
    unsigned room;

    sheet->panels = settings->panels && settings->panels < passes ? settings->panels : passes;
    /* A flat panel has the width of the page; high ones stand two by two as long as their numbers can be read. */
    room = sheet->panels > 1 && sheet->columns <= 40 && sheet->line_count > FLAT_LINES
               ? (PAGE_WIDTH - 2 * MARGIN - GAP) / 2
               : PAGE_WIDTH - 2 * MARGIN;
    sheet->cell = (room - LABEL_WIDTH) / sheet->columns;
    sheet->cell = sheet->cell > LARGEST_CELL ? LARGEST_CELL : sheet->cell < 6 ? 6 : sheet->cell;
    sheet->cell_height = sheet->cell - sheet->cell / 4;
    sheet->panel_width = LABEL_WIDTH + sheet->columns * sheet->cell;
    sheet->panel_height = CAPTION_HEIGHT + sheet->line_count * sheet->cell_height + (sheet->left_out ? 16 : 4);
    sheet->panels_across = (PAGE_WIDTH - 2 * MARGIN + GAP) / (sheet->panel_width + GAP);
    if (sheet->panels_across > sheet->panels)
        sheet->panels_across = sheet->panels;
    if (sheet->panels_across == 0)
        sheet->panels_across = 1;
    sheet->width = 2 * MARGIN + sheet->panels_across * (sheet->panel_width + GAP) - GAP;
    sheet->height =
        TITLE_HEIGHT + (sheet->panels + sheet->panels_across - 1) / sheet->panels_across * (sheet->panel_height + GAP);
}

static struct sheet make_sheet(const struct banks_settings *settings, const struct banks_case *one)
{
    struct sheet sheet = { .one = one };

    if (!one->cost.known) {
        sheet.height = TITLE_HEIGHT;
        sheet.width = PAGE_WIDTH / 2;
        return sheet;
    }
    sheet.geometry = clsmem_bank_class_rule(one->bank_class, one->access.op, one->access.bytes)->geometry;
    choose_lines(settings, &sheet);
    choose_sizes(settings, &sheet);
    return sheet;
}

/* Who is served this word in this pass (in `lanes`), and whether any pass serves it. */
static bool is_touched(const struct sheet *sheet, uint32_t address, unsigned pass, uint64_t *lanes)
{
    bool touched = false;

    *lanes = 0;
    for (size_t i = 0; i < sheet->one->map.count; i++) {
        const struct clsmem_bank_service *const service = &sheet->one->map.services[i];

        if (service->address != address)
            continue;
        touched = true;
        if (service->pass == pass)
            *lanes |= service->lanes;
    }
    return touched;
}

static void print_lanes(FILE *out, uint64_t lanes)
{
    fputs("<title>lane", out);
    for (unsigned lane = 0; lane < CLSMEM_MAX_LANES; lane++)
        if ((lanes >> lane & 1) != 0)
            fprintf(out, " %u", lane);
    fputs("</title>", out);
}

static unsigned bank_of(const struct sheet *sheet, uint32_t word)
{
    return word % sheet->geometry.banks;
}

/* A word's cell; its number stands on it unless it is too small. */
static void print_cell(FILE *out, const struct sheet *sheet, unsigned x, unsigned y, unsigned bank, unsigned fill,
                       const char *mark, uint64_t lanes)
{
    fprintf(out, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" fill=\"#%06x\"%s>", x, y, sheet->cell,
            sheet->cell_height, fill, mark);
    if (lanes)
        print_lanes(out, lanes);
    fputs("</rect>", out);
    if (sheet->cell >= SMALLEST_CELL_WITH_NUMBER)
        fprintf(out, "<text x=\"%u\" y=\"%u\"%s>%u</text>", x + sheet->cell / 2, y + sheet->cell_height * 7 / 10,
                lanes ? " class=\"on\"" : "", bank);
}

/* The touched cells of a line, over its untouched ones. */
static void print_touched(FILE *out, const struct sheet *sheet, unsigned line, unsigned pass, unsigned left,
                          unsigned top)
{
    for (unsigned column = 0; column < sheet->columns; column++) {
        const uint32_t word = sheet->lines[line] * sheet->columns + column;
        const unsigned bank = bank_of(sheet, word);
        const double hue = (double)bank / sheet->geometry.banks;
        uint64_t lanes;

        if (!is_touched(sheet, word * sheet->geometry.bank_bytes, pass, &lanes))
            continue;
        print_cell(out, sheet, left + LABEL_WIDTH + column * sheet->cell, top + line * sheet->cell_height, bank,
                   lanes ? colour_of(hue, 0.85, 0.58) : colour_of(hue, 0.5, 0.8),
                   lanes ? " class=\"lit\"" : " class=\"later\"", lanes);
    }
}

/* The untouched cell of each bank, c, and its grey twin in the padding, d. */
static void define_cells(FILE *out, const struct sheet *sheet, size_t number)
{
    for (unsigned bank = 0; bank < sheet->geometry.banks; bank++) {
        fprintf(out, "<g id=\"c%zu-%u\">", number, bank);
        print_cell(out, sheet, 0, 0, bank, colour_of((double)bank / sheet->geometry.banks, 0.4, 0.93), "", 0);
        fputs("</g>\n", out);
        if (sheet->dead_from == sheet->columns)
            continue;
        fprintf(out, "<g id=\"d%zu-%u\">", number, bank);
        print_cell(out, sheet, 0, 0, bank, 0xd0d0d0, "", 0);
        fputs("</g>\n", out);
    }
}

/* Lines that begin in the same bank look the same, so each of these stands in the file once. */
static void define_lines(FILE *out, const struct sheet *sheet, size_t number)
{
    uint64_t defined = 0;

    fputs("<defs>\n", out);
    define_cells(out, sheet, number);
    for (unsigned line = 0; line < sheet->line_count; line++) {
        const unsigned first = bank_of(sheet, sheet->lines[line] * sheet->columns);

        if ((defined >> first & 1) != 0)
            continue;
        defined |= UINT64_C(1) << first;
        fprintf(out, "<g id=\"l%zu-%u\">", number, first);
        for (unsigned column = 0; column < sheet->columns; column++)
            fprintf(out, "<use href=\"#%c%zu-%u\" x=\"%u\"/>", column >= sheet->dead_from ? 'd' : 'c', number,
                    (first + column) % sheet->geometry.banks, column * sheet->cell);
        fputs("</g>\n", out);
    }
    fputs("</defs>\n", out);
}

static void print_line(FILE *out, const struct sheet *sheet, size_t number, unsigned line, unsigned pass,
                       unsigned left, unsigned top)
{
    const unsigned y = top + line * sheet->cell_height;
    const uint32_t label =
        sheet->is_tile ? sheet->lines[line] : sheet->lines[line] * sheet->columns * sheet->geometry.bank_bytes;

    fprintf(out, "<text x=\"%u\" y=\"%u\" class=\"line\">%lu</text><use href=\"#l%zu-%u\" x=\"%u\" y=\"%u\"/>",
            left + LABEL_WIDTH - 5, y + sheet->cell_height * 7 / 10, (unsigned long)label, number,
            bank_of(sheet, sheet->lines[line] * sheet->columns), left + LABEL_WIDTH, y);
    print_touched(out, sheet, line, pass, left, top);
    fputc('\n', out);
}

static unsigned words_in_pass(const struct sheet *sheet, unsigned pass)
{
    unsigned words = 0;

    for (size_t i = 0; i < sheet->one->map.count; i++)
        words += sheet->one->map.services[i].pass == pass;
    return words;
}

static void print_panel(FILE *out, const struct sheet *sheet, size_t number, unsigned panel, unsigned page_top)
{
    const unsigned passes = sheet->one->cost.passes, words = words_in_pass(sheet, panel);
    const unsigned left = MARGIN + panel % sheet->panels_across * (sheet->panel_width + GAP);
    const unsigned top = page_top + panel / sheet->panels_across * (sheet->panel_height + GAP);

    fprintf(out, "<text x=\"%u\" y=\"%u\" class=\"caption\">pass %u of %u: %u word%s</text>\n", left + LABEL_WIDTH,
            top + 13, panel + 1, passes, words, words == 1 ? "" : "s");
    if (panel + 1 == sheet->panels && panel + 1 < passes)
        fprintf(out, "<text x=\"%u\" y=\"%u\" class=\"more\">and %u more passes</text>\n", left + sheet->panel_width,
                top + 13, passes - panel - 1);
    for (unsigned line = 0; line < sheet->line_count; line++)
        print_line(out, sheet, number, line, panel, left, top + CAPTION_HEIGHT);
    if (sheet->left_out)
        fprintf(out, "<text x=\"%u\" y=\"%u\" class=\"caption\">more lines are not drawn</text>\n", left + LABEL_WIDTH,
                top + sheet->panel_height - 3);
}

static void print_sheet(FILE *out, const struct sheet *sheet, size_t number, const char *words, unsigned top)
{
    const struct banks_case *const one = sheet->one;

    fprintf(out, "<text x=\"%u\" y=\"%u\" class=\"title\">", MARGIN, top + 18);
    print_escaped(out, words);
    fprintf(out, "</text>\n<text x=\"%u\" y=\"%u\" class=\"cost\">", MARGIN, top + 36);
    print_escaped(out, one->bank_class->name);
    if (one->cost.known)
        fprintf(out, ": %u pass%s, conflict-free %u, degree %.4g", one->cost.passes, one->cost.passes == 1 ? "" : "es",
                one->cost.ideal, clsmem_bank_degree(&one->cost));
    else
        fputs(clsmem_bank_class_has_banks(one->bank_class) ? ": nothing is known of such an access"
                                                           : ": no banks, local memory is cached memory",
              out);
    fputs("</text>\n", out);
    if (!sheet->panels)
        return;
    fprintf(out, "<g font-size=\"%u\">\n", sheet->cell < 14 ? 7 : sheet->cell / 2);
    define_lines(out, sheet, number);
    for (unsigned panel = 0; panel < sheet->panels; panel++)
        print_panel(out, sheet, number, panel, top + TITLE_HEIGHT);
    fputs("</g>\n", out);
}

static void print_style(FILE *out)
{
    fputs("<style>text{font-family:DejaVu Sans,Verdana,Helvetica,sans-serif;text-anchor:middle;fill:#999}"
          "rect{stroke:#fff;stroke-width:.7}.lit{stroke:#111;stroke-width:1.4}.later{stroke:#777;stroke-width:.8}"
          ".on{fill:#000;font-weight:bold}.line{text-anchor:end;fill:#888}.title{text-anchor:start;font-size:14px;"
          "font-weight:bold;fill:#111}.cost,.caption,.legend{text-anchor:start;font-size:12px;fill:#333}"
          ".more{text-anchor:end;font-size:12px;fill:#333}</style>\n",
          out);
}

void banks_svg_print(FILE *out, const struct banks_settings *settings, const struct banks_case *cases)
{
    unsigned width = 560, height = MARGIN + LEGEND_HEIGHT, top = MARGIN;
    char words[512];

    banks_case_words(settings, words, sizeof words);
    for (size_t i = 0; i < settings->class_count; i++) {
        const struct sheet sheet = make_sheet(settings, &cases[i]);

        width = sheet.width > width ? sheet.width : width;
        height += sheet.height;
    }
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" role=\"img\">\n",
        width, height, width, height);
    print_style(out);
    fputs("<title>", out);
    print_escaped(out, words);
    fprintf(out, "</title>\n<rect width=\"%u\" height=\"%u\" fill=\"#fff\"/>\n", width, height);
    for (size_t i = 0; i < settings->class_count; i++) {
        const struct sheet sheet = make_sheet(settings, &cases[i]);

        print_sheet(out, &sheet, i, words, top);
        top += sheet.height;
    }
    fprintf(
        out,
        "<text x=\"%u\" y=\"%u\" class=\"legend\">a cell is a word; number and colour: its bank; framed: served in "
        "this pass; tinted: in another; grey: padding</text>\n</svg>\n",
        MARGIN, height - 10);
}
