/* Whether the folder of --kernel-dir can be used: asked before anything runs. */
#ifndef KERNEL_FILES_H
#define KERNEL_FILES_H

#include "settings.h"

/* CLSMEM_IO names the first file of a selected family that the folder lacks or that cannot be read. */
enum clsmem_status kernel_files_check(const struct settings *settings);

#endif
