/* OpenCL devices: what is there, which one is meant, and an opened one. */
#ifndef CLSMEM_DEVICE_H
#define CLSMEM_DEVICE_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include <stdbool.h>
#include <stddef.h>

#include "clsmem/local_capacity.h"
#include "clsmem/status.h"

/* The device's limits as plain numbers: all that a plan may depend on, so plans can be tested without a device. */
struct clsmem_limits {
    size_t max_group_items;  /* CL_DEVICE_MAX_WORK_GROUP_SIZE */
    size_t max_items[3];     /* CL_DEVICE_MAX_WORK_ITEM_SIZES, per dimension */
    size_t local_bytes;      /* CL_DEVICE_LOCAL_MEM_SIZE: the limit of one work-group */
    size_t global_bytes;     /* CL_DEVICE_GLOBAL_MEM_SIZE */
    size_t max_buffer_bytes; /* CL_DEVICE_MAX_MEM_ALLOC_SIZE */
    size_t cache_bytes;      /* CL_DEVICE_GLOBAL_MEM_CACHE_SIZE; 0 when the driver does not say */
    unsigned compute_units;  /* CL_DEVICE_MAX_COMPUTE_UNITS */
    unsigned vector_f32;     /* CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, at least 1 */
    unsigned vector_f64;     /* the same for double; 0 without fp64 */
    bool is_cpu;             /* CL_DEVICE_TYPE_CPU */
    bool local_is_global;    /* CL_DEVICE_LOCAL_MEM_TYPE is CL_GLOBAL: local memory is cached global memory */
    bool has_subgroups;      /* cl_khr_subgroups */
    bool has_atomics_64;     /* cl_khr_int64_base_atomics */
    bool is_nv_compiler;     /* NVIDIA's compiler: inline PTX builds */
    bool has_nv_async;       /* the same for compute capability 8.0 or newer */
    bool has_nv_bulk;        /* and for 9.0 or newer */
    bool has_kernel_clock;   /* cl_khr_kernel_clock, of work-groups or sub-groups */
    struct clsmem_local_capacity capacity; /* of a compute unit: from vendors' tables, by the architecture */
};

#define CLSMEM_NAME_BYTES 128

/*
 * One device of `--list`. Text fields are printable ASCII (other bytes of the driver's become '?'), cut at their size
 * and always terminated; "" or 0 where the driver did not answer.
 */
struct clsmem_device_info {
    cl_platform_id platform_id;
    cl_device_id device_id;
    unsigned index;    /* flat and 0-based over all platforms: what `--device N` takes */
    unsigned platform; /* P of P:D */
    unsigned device;   /* D of P:D */
    char name[CLSMEM_NAME_BYTES];
    char vendor[CLSMEM_NAME_BYTES];
    char driver[CLSMEM_NAME_BYTES];
    char version[CLSMEM_NAME_BYTES];   /* CL_DEVICE_VERSION */
    char c_version[CLSMEM_NAME_BYTES]; /* CL_DEVICE_OPENCL_C_VERSION */
    char platform_name[CLSMEM_NAME_BYTES];
    char platform_version[CLSMEM_NAME_BYTES];
    char bus[32]; /* PCI address ("0000:41:00.0"), so that twins can be told apart; "" when the driver does not say */
    unsigned nv_major, nv_minor;   /* CUDA compute capability; 0 when the driver does not say */
    unsigned gfx_major, gfx_minor; /* AMD's gfx version; 0 when the driver does not say */
    unsigned lanes;                /* of a sub-group, by a vendor's query (NVIDIA's, AMD's); 0 where there is none */
    cl_device_type type;
    unsigned clock_mhz;
    double timer_step_ns; /* CL_DEVICE_PROFILING_TIMER_RESOLUTION: what the driver says, not what the clock does */
    struct clsmem_limits limits;
    char broken[256]; /* why it cannot be used; "" for a device that answered all queries and has a compiler */
};

/* A platform that could not list its devices. */
struct clsmem_broken_platform {
    unsigned platform;
    char name[CLSMEM_NAME_BYTES];
    char reason[256];
};

/* All devices, and what failed while they were looked for. */
struct clsmem_device_list {
    struct clsmem_device_info *devices;
    size_t count;
    struct clsmem_broken_platform *broken;
    size_t broken_count;
    unsigned platform_count;
};

/*
 * Every device of every platform, in the order of the ICD loader. A platform or a device that fails is recorded as
 * broken and the rest goes on; a platform without devices is no failure. Without any platform the list is empty and
 * the status CLSMEM_OK. The caller releases the list with clsmem_device_list_release, also after a failure.
 */
enum clsmem_status clsmem_device_list(struct clsmem_device_list *list);
void clsmem_device_list_release(struct clsmem_device_list *list);

/*
 * Builds a kernel of one line on the device, runs it once and looks at its number; on failure info->broken says which
 * call failed. A device that is broken already is left alone. Takes a compile: tens of ms.
 */
void clsmem_device_try(struct clsmem_device_info *info);

/* "CPU", "GPU", "accelerator" or "other". */
const char *clsmem_device_type_word(cl_device_type type);

/*
 * Which devices a selection means: a comma list of a flat index ("0"), "P:D", "cpu", "gpu", "all", or a part of a
 * name, case ignored, that fits exactly one device. Blanks around an item do not count. Writes their places in
 * list->devices, without repeats and in the order given, to `chosen`, which has room for list->count.
 * Broken devices are chosen by index or P:D only (clsmem_device_open then says why they fail); the rest skips them.
 * CLSMEM_NO_DEVICE: nothing fits, or an index is out of range (the text says what there is);
 * CLSMEM_INVALID: an empty item, a number that is none ("-1", "1:"), or a name that fits several (the text lists them).
 * After a failure *chosen_count is 0.
 */
enum clsmem_status clsmem_device_select(const struct clsmem_device_list *list, const char *selection, size_t *chosen,
                                        size_t *chosen_count);

/* An opened device. It owns its context and queue; the queue is in order and has profiling on. */
struct clsmem_device {
    struct clsmem_device_info info; /* as the queue's own device reports it */
    cl_context context;
    cl_command_queue queue;
};

/*
 * A broken device fails with CLSMEM_DEVICE_FAILED and its reason.
 * The caller releases the device with clsmem_device_close, also after a failure.
 */
enum clsmem_status clsmem_device_open(const struct clsmem_device_info *info, struct clsmem_device *device);
void clsmem_device_close(struct clsmem_device *device);

/* "CL_INVALID_VALUE" for -30, and so on; "unknown OpenCL error" for what no header names. */
const char *clsmem_cl_error_name(cl_int error);

#endif
