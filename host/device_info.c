/* Reads what a driver says of one device, and forgives it for what it does not say. */
#include "device_info.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Properties of vendors, by number: not every cl_ext.h has them. */
enum {
    COMPUTE_CAPABILITY_MAJOR_NV = 0x4000,
    COMPUTE_CAPABILITY_MINOR_NV = 0x4001,
    GFXIP_MAJOR_AMD = 0x404A, /* cl_amd_device_attribute_query */
    GFXIP_MINOR_AMD = 0x404B,
    WARP_SIZE_NV = 0x4003,
    WAVEFRONT_WIDTH_AMD = 0x4043,
    KERNEL_CLOCK_CAPABILITIES_KHR = 0x1076, /* cl_khr_kernel_clock */
    KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR = 1 << 1,
    KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR = 1 << 2,
    PCI_BUS_INFO_KHR = 0x410F, /* cl_khr_pci_bus_info: four cl_uint */
    PCI_BUS_ID_NV = 0x4008,    /* cl_nv_device_attribute_query */
    PCI_SLOT_ID_NV = 0x4009,   /* PCI device * 8 + function */
    PCI_DOMAIN_ID_NV = 0x400A,
    TOPOLOGY_AMD = 0x4037, /* cl_amd_device_attribute_query: type, 17 unused bytes, bus, device, function */
};

#define TOPOLOGY_AMD_TYPE_PCIE 1
#define MAX_DIMENSIONS 16 /* far above what any driver reports (3) */

static bool is_printable(char c)
{
    return c >= ' ' && c <= '~';
}

/* Copies `raw` as printable ASCII, so that reports keep their columns and result files are valid UTF-8. */
static void text_clean(char *text, size_t bytes, const char *raw)
{
    size_t length = 0;

    while (isspace((unsigned char)*raw))
        raw++;
    for (; *raw && length + 1 < bytes; raw++) {
        text[length] = *raw;
        if (!is_printable(*raw))
            text[length] = '?';
        length++;
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    text[length] = '\0';
}

/* A text of the device, or of the platform when `device` is NULL. The caller frees *text; NULL after an error. */
static cl_int text_query(cl_platform_id platform, cl_device_id device, cl_uint property, char **text)
{
    size_t bytes = 0;
    cl_int error = device ? clGetDeviceInfo(device, property, 0, NULL, &bytes)
                          : clGetPlatformInfo(platform, property, 0, NULL, &bytes);

    *text = NULL;
    if (error != CL_SUCCESS)
        return error;

    char *const raw = calloc(bytes + 1, 1); /* one more: not every driver counts or writes the terminator */
    if (!raw)
        return CL_OUT_OF_HOST_MEMORY;
    error = device ? clGetDeviceInfo(device, property, bytes, raw, NULL)
                   : clGetPlatformInfo(platform, property, bytes, raw, NULL);
    if (error != CL_SUCCESS) {
        free(raw);
        return error;
    }
    *text = raw;
    return CL_SUCCESS;
}

cl_int clsmem_platform_text(cl_platform_id platform, cl_platform_info property, char *text, size_t bytes)
{
    char *raw;
    const cl_int error = text_query(platform, NULL, property, &raw);

    text_clean(text, bytes, raw ? raw : "");
    free(raw);
    return error;
}

/* Keeps the first reason: what follows from a dead device says nothing new. */
static void note_broken(struct clsmem_device_info *info, const char *property, cl_int error)
{
    if (error != CL_SUCCESS && !info->broken[0])
        (void)snprintf(info->broken, sizeof info->broken, "clGetDeviceInfo(%s) failed: %s (%d)", property,
                       clsmem_cl_error_name(error), (int)error);
}

static void read_value(struct clsmem_device_info *info, cl_device_info property, const char *property_name,
                       size_t bytes, void *value)
{
    note_broken(info, property_name, clGetDeviceInfo(info->device_id, property, bytes, value, NULL));
}

static void read_text(struct clsmem_device_info *info, cl_device_info property, const char *property_name,
                      char text[CLSMEM_NAME_BYTES])
{
    char *raw;

    note_broken(info, property_name, text_query(info->platform_id, info->device_id, property, &raw));
    text_clean(text, CLSMEM_NAME_BYTES, raw ? raw : "");
    free(raw);
}

#define READ_VALUE(info, property, value) read_value(info, property, #property, sizeof(value), &(value))
#define READ_TEXT(info, property, text) read_text(info, property, #property, text)

/* A 32-bit host may face a device with more memory than it can address. */
static size_t size_from(cl_ulong bytes)
{
    return bytes > SIZE_MAX ? SIZE_MAX : (size_t)bytes;
}

static bool has_extension(const char *extensions, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = strstr(extensions, name); at; at = strstr(at + length, name)) {
        const bool starts = at == extensions || at[-1] == ' ';
        const bool ends = at[length] == ' ' || at[length] == '\0';

        if (starts && ends)
            return true;
    }
    return false;
}

static void read_texts(struct clsmem_device_info *info)
{
    READ_TEXT(info, CL_DEVICE_NAME, info->name);
    READ_TEXT(info, CL_DEVICE_VENDOR, info->vendor);
    READ_TEXT(info, CL_DRIVER_VERSION, info->driver);
    READ_TEXT(info, CL_DEVICE_VERSION, info->version);
    READ_TEXT(info, CL_DEVICE_OPENCL_C_VERSION, info->c_version);
    /* A platform's texts are for the reader only: without them the device still works. */
    (void)clsmem_platform_text(info->platform_id, CL_PLATFORM_NAME, info->platform_name, sizeof info->platform_name);
    (void)clsmem_platform_text(info->platform_id, CL_PLATFORM_VERSION, info->platform_version,
                               sizeof info->platform_version);
}

static void read_work_sizes(struct clsmem_device_info *info)
{
    struct clsmem_limits *const limits = &info->limits;
    size_t max_items[MAX_DIMENSIONS] = { 0 };
    cl_uint dimensions = 0;

    READ_VALUE(info, CL_DEVICE_MAX_WORK_GROUP_SIZE, limits->max_group_items);
    READ_VALUE(info, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, dimensions);
    READ_VALUE(info, CL_DEVICE_MAX_WORK_ITEM_SIZES, max_items);
    for (cl_uint d = 0; d < 3; d++)
        limits->max_items[d] = d < dimensions ? max_items[d] : 1;
}

static void read_memory_sizes(struct clsmem_device_info *info)
{
    struct clsmem_limits *const limits = &info->limits;
    cl_ulong local_bytes = 0, global_bytes = 0, max_buffer_bytes = 0, cache_bytes = 0;
    cl_device_local_mem_type local_type = 0;

    READ_VALUE(info, CL_DEVICE_LOCAL_MEM_SIZE, local_bytes);
    READ_VALUE(info, CL_DEVICE_LOCAL_MEM_TYPE, local_type);
    READ_VALUE(info, CL_DEVICE_GLOBAL_MEM_SIZE, global_bytes);
    READ_VALUE(info, CL_DEVICE_MAX_MEM_ALLOC_SIZE, max_buffer_bytes);
    READ_VALUE(info, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, cache_bytes);
    limits->local_bytes = size_from(local_bytes);
    limits->local_is_global = local_type == CL_GLOBAL;
    limits->global_bytes = size_from(global_bytes);
    limits->max_buffer_bytes = size_from(max_buffer_bytes);
    limits->cache_bytes = size_from(cache_bytes);
}

static void read_compute(struct clsmem_device_info *info, const char *extensions)
{
    struct clsmem_limits *const limits = &info->limits;
    cl_uint compute_units = 0, clock_mhz = 0, vector_f32 = 0, vector_f64 = 0;
    cl_device_fp_config fp64_config = 0;
    size_t timer_step_ns = 0;

    READ_VALUE(info, CL_DEVICE_MAX_COMPUTE_UNITS, compute_units);
    READ_VALUE(info, CL_DEVICE_MAX_CLOCK_FREQUENCY, clock_mhz);
    READ_VALUE(info, CL_DEVICE_PROFILING_TIMER_RESOLUTION, timer_step_ns);
    READ_VALUE(info, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, vector_f32);
    READ_VALUE(info, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, vector_f64);
    /* Drivers older than OpenCL 1.2 know this property only beside cl_khr_fp64, so an error here means no. */
    if (clGetDeviceInfo(info->device_id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof fp64_config, &fp64_config, NULL) !=
        CL_SUCCESS)
        fp64_config = 0;

    const bool has_fp64 = fp64_config != 0 || has_extension(extensions, "cl_khr_fp64");

    limits->compute_units = compute_units;
    limits->vector_f32 = vector_f32 ? vector_f32 : 1;
    limits->vector_f64 = !has_fp64 ? 0 : vector_f64 ? vector_f64 : 1;
    limits->is_cpu = (info->type & CL_DEVICE_TYPE_CPU) != 0;
    limits->has_subgroups = has_extension(extensions, "cl_khr_subgroups");
    limits->has_atomics_64 = has_extension(extensions, "cl_khr_int64_base_atomics");
    limits->is_nv_compiler = strstr(info->vendor, "NVIDIA") && has_extension(extensions, "cl_nv_compiler_options");
    info->clock_mhz = clock_mhz;
    info->timer_step_ns = (double)timer_step_ns;
}

static bool answers(const struct clsmem_device_info *info, cl_device_info property, size_t bytes, void *value)
{
    return clGetDeviceInfo(info->device_id, property, bytes, value, NULL) == CL_SUCCESS;
}

static void read_bus(struct clsmem_device_info *info, const char *extensions)
{
    cl_uint address[4] = { 0 }; /* domain, bus, device, function */
    unsigned char topology[24] = { 0 };
    cl_uint topology_type = 0, slot = 0;
    bool known = false;

    if (has_extension(extensions, "cl_khr_pci_bus_info"))
        known = answers(info, PCI_BUS_INFO_KHR, sizeof address, address);
    if (!known && has_extension(extensions, "cl_nv_device_attribute_query") &&
        answers(info, PCI_BUS_ID_NV, sizeof address[1], &address[1]) &&
        answers(info, PCI_SLOT_ID_NV, sizeof slot, &slot)) {
        if (!answers(info, PCI_DOMAIN_ID_NV, sizeof address[0], &address[0]))
            address[0] = 0; /* older drivers */
        address[2] = slot >> 3;
        address[3] = slot & 7;
        known = true;
    }
    if (!known && has_extension(extensions, "cl_amd_device_attribute_query") &&
        answers(info, TOPOLOGY_AMD, sizeof topology, topology)) {
        memcpy(&topology_type, topology, sizeof topology_type);
        known = topology_type == TOPOLOGY_AMD_TYPE_PCIE;
        for (size_t i = 1; i < 4; i++)
            address[i] = topology[20 + i];
    }
    if (known)
        (void)snprintf(info->bus, sizeof info->bus, "%04x:%02x:%02x.%x", (unsigned)address[0], (unsigned)address[1],
                       (unsigned)address[2], (unsigned)address[3]);
}

/* What the hardware's banks are known by. */
static void read_architecture(struct clsmem_device_info *info, const char *extensions)
{
    cl_bitfield clock_scopes = 0;

    if (has_extension(extensions, "cl_nv_device_attribute_query") &&
        !(answers(info, COMPUTE_CAPABILITY_MAJOR_NV, sizeof info->nv_major, &info->nv_major) &&
          answers(info, COMPUTE_CAPABILITY_MINOR_NV, sizeof info->nv_minor, &info->nv_minor)))
        info->nv_major = info->nv_minor = 0;
    info->limits.has_nv_async = info->limits.is_nv_compiler && info->nv_major >= 8;
    info->limits.has_nv_bulk = info->limits.is_nv_compiler && info->nv_major >= 9;
    if (has_extension(extensions, "cl_amd_device_attribute_query") &&
        !(answers(info, GFXIP_MAJOR_AMD, sizeof info->gfx_major, &info->gfx_major) &&
          answers(info, GFXIP_MINOR_AMD, sizeof info->gfx_minor, &info->gfx_minor)))
        info->gfx_major = info->gfx_minor = 0;
    if ((has_extension(extensions, "cl_nv_device_attribute_query") &&
         !answers(info, WARP_SIZE_NV, sizeof info->lanes, &info->lanes)) ||
        (has_extension(extensions, "cl_amd_device_attribute_query") &&
         !answers(info, WAVEFRONT_WIDTH_AMD, sizeof info->lanes, &info->lanes)))
        info->lanes = 0;
    info->limits.has_kernel_clock =
        has_extension(extensions, "cl_khr_kernel_clock") &&
        answers(info, KERNEL_CLOCK_CAPABILITIES_KHR, sizeof clock_scopes, &clock_scopes) &&
        (clock_scopes & (KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR | KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR)) != 0;
    info->limits.capacity = clsmem_local_capacity_of(info->nv_major, info->nv_minor, info->gfx_major, info->gfx_minor);
}

static void read_availability(struct clsmem_device_info *info)
{
    cl_bool available = CL_FALSE, has_compiler = CL_FALSE;

    READ_VALUE(info, CL_DEVICE_AVAILABLE, available);
    READ_VALUE(info, CL_DEVICE_COMPILER_AVAILABLE, has_compiler);
    if (!info->broken[0] && (!available || !has_compiler))
        (void)snprintf(info->broken, sizeof info->broken, "%s",
                       available ? "its driver has no OpenCL C compiler" : "its driver says that it is not available");
}

void clsmem_device_info_read(struct clsmem_device_info *info)
{
    char *extensions;

    info->broken[0] = '\0';
    info->bus[0] = '\0';
    info->type = 0;
    info->limits = (struct clsmem_limits){ 0 };
    note_broken(info, "CL_DEVICE_EXTENSIONS",
                text_query(info->platform_id, info->device_id, CL_DEVICE_EXTENSIONS, &extensions));
    READ_VALUE(info, CL_DEVICE_TYPE, info->type);
    read_texts(info);
    read_work_sizes(info);
    read_memory_sizes(info);
    read_compute(info, extensions ? extensions : "");
    read_bus(info, extensions ? extensions : "");
    read_architecture(info, extensions ? extensions : "");
    read_availability(info);
    free(extensions);
}
