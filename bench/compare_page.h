/* The report page without data, as cmake/page.cmake puts it together from bench/page/ at build time. */
#ifndef COMPARE_PAGE_H
#define COMPARE_PAGE_H

#include <stddef.h>

/* Where the data goes: stands in the page once. */
#define COMPARE_PAGE_MARKER "<!--DATA-->"

extern const unsigned char compare_page[]; /* compare_page_bytes bytes and a terminator behind them */
extern const size_t compare_page_bytes;

#endif
