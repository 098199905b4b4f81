/* Fields of CSV by RFC 4180, each with the character that ends it. */
#ifndef CSV_H
#define CSV_H

#include <stdio.h>

void csv_print_field(FILE *out, const char *text, char end);
/* A number that does not exist is an empty field. */
void csv_print_number(FILE *out, double value, char end);

#endif
