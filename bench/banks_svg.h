/* The classic picture: words as cells with their bank as number and colour, those served lit, one panel a pass. */
#ifndef BANKS_SVG_H
#define BANKS_SVG_H

#include "banks_case.h"

void banks_svg_print(FILE *out, const struct banks_settings *settings, const struct banks_case *cases);

#endif
