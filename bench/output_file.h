/* Files that reports go to. */
#ifndef OUTPUT_FILE_H
#define OUTPUT_FILE_H

#include "clsmem/status.h"

/*
 * CLSMEM_IO where no report could be written there; what the file holds stays, and none is left behind. For a pipe or
 * another device it is not known before.
 */
enum clsmem_status output_file_check(const char *path);

#endif
