/* Numbers are written and read with a point, whatever the user's language. */
#include "plain_numbers.h"

#include <locale.h>

void keep_numbers_plain(void)
{
    static locale_t plain;

    if (!plain)
        plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain) /* without memory the process's locale stays, which is C unless somebody changes it */
        uselocale(plain);
}
