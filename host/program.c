/* From a family's source text to a built program. */
#include "clsmem/program.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/measure.h"
#include "embedded.h"
#include "jump_cl.h"

/* The texts that make up one program, in order: macros, then the common header, then the kernel file. */
enum { PREAMBLE, HEADER_LINE, HEADER, KERNEL_LINE, KERNEL, PART_COUNT };

struct source {
    char *text[PART_COUNT]; /* each owned */
    size_t bytes[PART_COUNT];
};

static void source_release(struct source *source)
{
    for (size_t i = 0; i < PART_COUNT; i++)
        free(source->text[i]);
}

static enum clsmem_status read_file(const char *path, char **text, size_t *bytes)
{
    enum clsmem_status status = CLSMEM_OK;
    FILE *file = fopen(path, "rb");
    size_t room = 1 << 16, used = 0;

    if (!file)
        return clsmem_fail(CLSMEM_IO, "cannot read the kernel file %s: %s", path, strerror(errno));
    CHECK_ALLOC(*text, room);
    for (size_t got; (got = fread(*text + used, 1, room - used, file)) > 0;) {
        used += got;
        if (used == room) {
            char *larger = realloc(*text, room *= 2);

            if (!larger) {
                status = clsmem_fail(CLSMEM_NO_MEMORY, "no memory for the kernel file %s", path);
                goto out;
            }
            *text = larger;
        }
    }
    if (ferror(file))
        status = clsmem_fail(CLSMEM_IO, "cannot read the kernel file %s: %s", path, strerror(errno));
    *bytes = used;
out:
    fclose(file);
    return status;
}

static enum clsmem_status copy_embedded(const char *name, char **text, size_t *bytes)
{
    enum clsmem_status status = CLSMEM_OK;

    for (size_t i = 0; i < clsmem_embedded_count; i++) {
        const struct clsmem_embedded *file = &clsmem_embedded_sources[i];

        if (strcmp(file->name, name) == 0) {
            CHECK_ALLOC(*text, file->bytes + 1);
            memcpy(*text, file->text, file->bytes);
            *bytes = file->bytes;
            goto out;
        }
    }
    status = clsmem_fail(CLSMEM_IO, "the library holds no kernel file %s", name);
out:
    return status;
}

/* One file of the kernel folder, or of the library; without the common header in the folder, the library's serves. */
static enum clsmem_status load(const struct clsmem_sources *sources, const char *name, bool required, char **text,
                               size_t *bytes)
{
    char path[4096];

    if (!sources->directory)
        return copy_embedded(name, text, bytes);
    if (snprintf(path, sizeof path, "%s/%s", sources->directory, name) >= (int)sizeof path)
        return clsmem_fail(CLSMEM_IO, "the path of the kernel folder is too long");
    if (!required && access(path, F_OK) != 0 && errno == ENOENT)
        return copy_embedded(name, text, bytes);
    return read_file(path, text, bytes);
}

/* "#line" names the real file in the compiler's log. */
static enum clsmem_status name_lines(const char *name, char **text, size_t *bytes)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t room = strlen(name) + 32;

    CHECK_ALLOC(*text, room);
    *bytes = (size_t)snprintf(*text, room, "\n#line 1 \"%s\"\n", name);
out:
    return status;
}

static size_t append_params(char *text, size_t room, size_t used, const struct clsmem_param *params)
{
    for (size_t i = 0; params && i < CLSMEM_MAX_PARAMS && params[i].name; i++) {
        used += (size_t)snprintf(text + used, room - used, "#define %s %ld\n", params[i].name, params[i].value);
        assert(used < room);
    }
    return used;
}

/* Macros as text instead of build options: no driver can confuse their spacing or forget them in its cache. */
static enum clsmem_status write_preamble(const struct clsmem_recipe *recipe, bool on_cpu, char **text, size_t *bytes)
{
    enum clsmem_status status = CLSMEM_OK;
    const size_t room = 4096;
    size_t used;

    CHECK_ALLOC(*text, room);
    used = (size_t)snprintf(*text, room,
                            "/* %s */\n#define ELEMENT %s\n#define ELEMENT_BYTES %zu\n#define ELEMENT_IS_REAL %d\n"
                            "#define ON_CPU %d\n",
                            recipe->label, clsmem_type_c_word(recipe->type), clsmem_type_bytes(recipe->type),
                            !clsmem_type_is_integer(recipe->type), on_cpu);
    assert(used < room);
    used = append_params(*text, room, used, recipe->variant_params);
    *bytes = append_params(*text, room, used, recipe->plan_params);
out:
    return status;
}

static uint64_t hash_source(const struct source *source)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t part = 0; part < PART_COUNT; part++) {
        for (size_t i = 0; i < source->bytes[part]; i++) {
            hash ^= (unsigned char)source->text[part][i];
            hash *= UINT64_C(0x100000001b3);
        }
    }
    return hash;
}

/* Names the file and line of a line of the whole text, counted from 1; returns the line within that file. */
static size_t place_of(const struct source *source, const char *stem, size_t line, const char **file)
{
    size_t part = 0, start = 1; /* the part, and the line that it starts on */

    for (;; part++) {
        size_t lines = 0;

        for (size_t i = 0; i < source->bytes[part]; i++)
            lines += source->text[part][i] == '\n';
        if (part + 1 == PART_COUNT || line < start + lines)
            break;
        start += lines;
    }
    *file = part < HEADER ? "macros" : part == HEADER ? "clsmem.clh" : stem;
    return line - start + 1;
}

/*
 * NVIDIA's compiler ignores #line: it calls everything <kernel> and counts lines from the first macro on. Writes its
 * places as file and line; other compilers' logs stay as they are.
 */
static enum clsmem_status name_places(const struct source *source, const char *file, struct clsmem_program *program)
{
    static const char unnamed[] = "<kernel>:";
    enum clsmem_status status = CLSMEM_OK;
    const size_t room = strlen(program->log) * (strlen(file) + 16) + 1;
    const char *from = program->log, *found;
    char *named = NULL;
    size_t used = 0;

    if (!strstr(program->log, unnamed))
        return CLSMEM_OK;
    CHECK_ALLOC(named, room);
    for (; (found = strstr(from, unnamed)); from = found) {
        const char *name;
        char *end;
        const size_t line = place_of(source, file, (size_t)strtoul(found + strlen(unnamed), &end, 10), &name);

        used += (size_t)snprintf(named + used, room - used, "%.*s%s:%zu", (int)(found - from), from, name, line);
        found = end;
    }
    snprintf(named + used, room - used, "%s", from);
    free(program->log);
    program->log = named;
out:
    return status;
}

static enum clsmem_status read_log(const struct clsmem_device *device, struct clsmem_program *program)
{
    enum clsmem_status status = CLSMEM_OK;
    size_t bytes = 0;

    CHECK_CL(clGetProgramBuildInfo(program->handle, device->info.device_id, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes),
             device->info.name, "asking for the size of a build log");
    CHECK_ALLOC(program->log, bytes + 1);
    program->log[0] = 0;
    CHECK_CL(clGetProgramBuildInfo(program->handle, device->info.device_id, CL_PROGRAM_BUILD_LOG, bytes, program->log,
                                   NULL),
             device->info.name, "reading a build log");
    /* Drivers end their logs with blanks and terminators. */
    for (; bytes > 0 && strchr(" \n\t", program->log[bytes - 1]); bytes--)
        program->log[bytes - 1] = 0;
out:
    return status;
}

/* Sub-groups and clocks came with OpenCL C 2.0 and later; all else is 1.2, which every device has. */
static const char *options_for(const struct clsmem_device *device, const struct clsmem_recipe *recipe)
{
    if (!(recipe->uses_subgroups && device->info.limits.has_subgroups) &&
        !(recipe->uses_clock && device->info.limits.has_kernel_clock))
        return "-cl-std=CL1.2";
    return strncmp(device->info.version, "OpenCL 2.", 9) == 0 ? "-cl-std=CL2.0" : "-cl-std=CL3.0";
}

static enum clsmem_status build(const struct clsmem_device *device, const struct clsmem_recipe *recipe,
                                const char *file, const struct source *source, struct clsmem_program *program)
{
    enum clsmem_status status = CLSMEM_OK;
    const double start = clsmem_host_ns();
    cl_int error;

    program->handle =
        clCreateProgramWithSource(device->context, PART_COUNT, (const char **)source->text, source->bytes, &error);
    CHECK_CL((error), device->info.name, "creating a program from source (clCreateProgramWithSource)");
    error = clBuildProgram(program->handle, 1, &device->info.device_id, options_for(device, recipe), NULL, NULL);
    program->build_ns = clsmem_host_ns() - start;
    CHECK(read_log(device, program));
    CHECK(name_places(source, file, program));
    if (error != CL_SUCCESS)
        status = clsmem_fail(CLSMEM_BUILD_FAILED, "%s does not build: %s%s", recipe->label,
                             clsmem_cl_error_name(error), *program->log ? "" : ", and the compiler said nothing");
out:
    return status;
}

/* All parts of the program of one variant. The caller releases the source, also after a failure. */
static enum clsmem_status compose(const struct clsmem_sources *sources, const struct clsmem_recipe *recipe,
                                  bool on_cpu, struct source *source)
{
    enum clsmem_status status = CLSMEM_OK;
    char name[256];

    snprintf(name, sizeof name, "%s.cl", recipe->stem);
    CHECK(write_preamble(recipe, on_cpu, &source->text[PREAMBLE], &source->bytes[PREAMBLE]));
    CHECK(name_lines("clsmem.clh", &source->text[HEADER_LINE], &source->bytes[HEADER_LINE]));
    CHECK(load(sources, "clsmem.clh", false, &source->text[HEADER], &source->bytes[HEADER]));
    CHECK(name_lines(name, &source->text[KERNEL_LINE], &source->bytes[KERNEL_LINE]));
    CHECK(load(sources, name, true, &source->text[KERNEL], &source->bytes[KERNEL]));
out:
    return status;
}

enum clsmem_status clsmem_program_build(const struct clsmem_device *device, const struct clsmem_sources *sources,
                                        const struct clsmem_recipe *recipe, struct clsmem_program *program)
{
    enum clsmem_status status = CLSMEM_OK;
    struct source source = { 0 };
    char name[256];

    *program = (struct clsmem_program){ 0 };
    snprintf(name, sizeof name, "%s.cl", recipe->stem);
    CHECK(compose(sources, recipe, device->info.limits.is_cpu, &source));
    program->source_hash = hash_source(&source);
    CHECK(build(device, recipe, name, &source, program));
out:
    source_release(&source);
    return status;
}

enum clsmem_status clsmem_program_text(const struct clsmem_sources *sources, const struct clsmem_recipe *recipe,
                                       bool on_cpu, char **text)
{
    enum clsmem_status status = CLSMEM_OK;
    struct source source = { 0 };
    size_t bytes = 1, used = 0;

    *text = NULL;
    CHECK(compose(sources, recipe, on_cpu, &source));
    for (size_t part = 0; part < PART_COUNT; part++)
        bytes += source.bytes[part];
    CHECK_ALLOC(*text, bytes);
    for (size_t part = 0; part < PART_COUNT; used += source.bytes[part++])
        memcpy(*text + used, source.text[part], source.bytes[part]);
    (*text)[used] = 0;
out:
    source_release(&source);
    return status;
}

enum clsmem_status clsmem_program_files_hash(const struct clsmem_sources *sources, const char *stem, uint64_t *hash)
{
    enum clsmem_status status = CLSMEM_OK;
    struct source source = { 0 };
    char name[256];

    snprintf(name, sizeof name, "%s.cl", stem);
    CHECK(load(sources, "clsmem.clh", false, &source.text[HEADER], &source.bytes[HEADER]));
    CHECK(load(sources, name, true, &source.text[KERNEL], &source.bytes[KERNEL]));
    *hash = hash_source(&source);
out:
    source_release(&source);
    return status;
}

enum clsmem_status clsmem_program_build_text(const struct clsmem_device *device, const char *name, const char *text,
                                             const struct clsmem_param *params, struct clsmem_program *program)
{
    enum clsmem_status status = CLSMEM_OK;
    const struct clsmem_recipe recipe = { .label = name, .type = CLSMEM_F32, .variant_params = params };
    struct source source = { 0 };

    *program = (struct clsmem_program){ 0 };
    CHECK(write_preamble(&recipe, device->info.limits.is_cpu, &source.text[PREAMBLE], &source.bytes[PREAMBLE]));
    CHECK(name_lines("clsmem.clh", &source.text[HEADER_LINE], &source.bytes[HEADER_LINE]));
    CHECK(copy_embedded("clsmem.clh", &source.text[HEADER], &source.bytes[HEADER]));
    CHECK(name_lines(name, &source.text[KERNEL_LINE], &source.bytes[KERNEL_LINE]));
    source.bytes[KERNEL] = strlen(text);
    CHECK_ALLOC(source.text[KERNEL], source.bytes[KERNEL] + 1);
    memcpy(source.text[KERNEL], text, source.bytes[KERNEL] + 1);
    program->source_hash = hash_source(&source);
    CHECK(build(device, &recipe, name, &source, program));
out:
    source_release(&source);
    return status;
}

void clsmem_program_release(struct clsmem_program *program)
{
    if (program->handle)
        clReleaseProgram(program->handle);
    free(program->log);
    *program = (struct clsmem_program){ 0 };
}
