/* Questions to a driver about one platform or one device. */
#ifndef CLSMEM_DEVICE_INFO_H
#define CLSMEM_DEVICE_INFO_H

#include "clsmem/device.h"

/* A text property, cleaned for print: cut at `bytes`, ASCII only, no blanks at its ends. "" after an error. */
cl_int clsmem_platform_text(cl_platform_id platform, cl_platform_info property, char *text, size_t bytes);

/*
 * Fills everything behind info->platform_id and info->device_id except the three indices. A device that leaves a
 * question unanswered, or that cannot compile, gets the first reason in info->broken; the rest is still filled.
 */
void clsmem_device_info_read(struct clsmem_device_info *info);

#endif
