/* Whether a folder of kernels can be used: asked before anything runs. Messages name the option or the variable. */
#ifndef KERNEL_FILES_H
#define KERNEL_FILES_H

#include "settings.h"

#define KERNEL_FOLDER_VARIABLE "CLSMEM_KERNEL_DIR"

/* CLSMEM_IO names the first file of a selected family that the folder lacks or that cannot be read. */
enum clsmem_status kernel_files_check(const struct settings *settings);

/* CLSMEM_IO: not a folder; or it lacks <stem>.cl, which `user` needs, or that cannot be read. NULL is no folder: fine. */
enum clsmem_status kernel_folder_check(const char *directory);
enum clsmem_status kernel_file_check(const char *directory, const char *stem, const char *user);

#endif
