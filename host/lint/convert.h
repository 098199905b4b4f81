/* Conversions between number types, IEEE half precision (as 16 bits) among them. */
#ifndef LINT_CONVERT_H
#define LINT_CONVERT_H

#include <stdint.h>

#include "program.h"

double lint_half_to_double(uint16_t half);
uint16_t lint_half_from_double(double value, enum lint_rounding rounding);

/* One value by a conversion, from and to the bits of a slot. */
uint64_t lint_convert(const struct lint_conversion *conversion, uint64_t value);

#endif
