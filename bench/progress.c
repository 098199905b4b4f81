/* How far a long run has come. */
#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LEAST_ROWS 5     /* fewer tell nothing of the others */
#define LEAST_LEFT_S 5.0 /* less is over before it is read */

void progress_text(size_t ended, size_t total, double spent_s, char *text, size_t bytes)
{
    const double left_s = ended > 0 && total > ended ? spent_s / (double)ended * (double)(total - ended) : 0;
    size_t used;

    text[0] = 0;
    if (total == 0)
        return;
    snprintf(text, bytes, " %zu of %zu", ended < total ? ended + 1 : total, total);
    used = strlen(text);
    if (ended < LEAST_ROWS || !(left_s >= LEAST_LEFT_S))
        return;
    if (left_s < 90)
        snprintf(text + used, bytes - used, ", about %.0f s left", 5 * ceil(left_s / 5));
    else if (left_s < 90 * 60)
        snprintf(text + used, bytes - used, ", about %.0f min left", ceil(left_s / 60));
    else
        snprintf(text + used, bytes - used, ", about %.1f h left", left_s / 3600);
}
