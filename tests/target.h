/* The device that the device suites run on: CLSMEM_TEST_DEVICE, or the first CPU. */
#ifndef TARGET_H
#define TARGET_H

#include "clsmem/device.h"

/* Never NULL inside a suite of the label `device`: without a device the suite is skipped before it starts. */
const struct clsmem_device_info *target_device(void);

#endif
