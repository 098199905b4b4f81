/* What the words of an OpenCL C type say about the values of an argument. */
#ifndef LINT_ARGUMENT_TYPE_H
#define LINT_ARGUMENT_TYPE_H

#include <stdbool.h>
#include <stdint.h>

enum lint_number_kind { LINT_NUMBER_UNKNOWN, LINT_NUMBER_SIGNED, LINT_NUMBER_UNSIGNED, LINT_NUMBER_REAL };

/* A scalar, or a vector of `count` of them; a pointer's words give what it points at. */
struct lint_number_type {
    enum lint_number_kind kind; /* UNKNOWN: a struct, or no words; the rest is 0 then */
    unsigned bytes;             /* of one scalar: 1, 2, 4, 8 */
    unsigned count;             /* 1, 2, 3, 4, 8, 16 */
};

/* "const float4*", "uint", "unsigned int", "struct params". */
struct lint_number_type lint_number_type(const char *words);

/* A type that has so many bytes, for where the words say nothing: UNKNOWN unless they are 1, 2, 4 or 8. */
struct lint_number_type lint_number_type_of_bytes(uint64_t bytes);

/* Whether the value fits; where the kind is unknown, as a signed or as an unsigned number. */
bool lint_number_fits(const struct lint_number_type *type, bool is_negative, uint64_t magnitude);

/* One number in memory order. A real number is rounded to the type's width. */
void lint_number_store_whole(uint64_t value, unsigned bytes, uint8_t *to);
void lint_number_store_real(double value, unsigned bytes, uint8_t *to);

#endif
