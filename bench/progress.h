/* How far a long run has come. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stddef.h>

/*
 * " 12 of 97, about 3 min left", by what the rows that have ended took; without the time while too few have ended, or
 * when it is not worth saying. `text` gets "" where `total` is 0.
 */
void progress_text(size_t ended, size_t total, double spent_s, char *text, size_t bytes);

#endif
