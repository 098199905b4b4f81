/* Whether the folder of --kernel-dir can be used: asked before anything runs. */
#include "kernel_files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "clsmem/registry.h"

#define MOST_PATH 4096

/* A folder opens like a file and fails at the first byte, so one byte is read. */
static enum clsmem_status check_file(const char *path, const char *family)
{
    enum clsmem_status status = CLSMEM_OK;
    FILE *file = fopen(path, "rb");

    if (!file)
        return clsmem_fail(CLSMEM_IO, "--kernel-dir: cannot read %s, which %s needs: %s", path, family,
                           strerror(errno));
    if (fgetc(file) == EOF)
        status = clsmem_fail(CLSMEM_IO, "--kernel-dir: cannot read %s, which %s needs: %s", path, family,
                             ferror(file) ? strerror(errno) : "it is empty");
    fclose(file);
    return status;
}

enum clsmem_status kernel_files_check(const struct settings *settings)
{
    const char *directory = settings->run.kernel_directory;
    enum clsmem_status status = CLSMEM_OK;
    struct stat facts;
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    if (!directory)
        return CLSMEM_OK;
    if (stat(directory, &facts) != 0)
        return clsmem_fail(CLSMEM_IO, "--kernel-dir: cannot use %s: %s", directory, strerror(errno));
    if (!S_ISDIR(facts.st_mode))
        return clsmem_fail(CLSMEM_IO, "--kernel-dir: %s is not a folder", directory);
    for (size_t i = 0; status == CLSMEM_OK && i < count; i++) {
        char path[MOST_PATH];

        if (!settings_select(settings->kernels, kernels[i]))
            continue;
        if (snprintf(path, sizeof path, "%s/%s.cl", directory, kernels[i]->name) >= (int)sizeof path)
            return clsmem_fail(CLSMEM_IO, "--kernel-dir: the folder's name is too long");
        status = check_file(path, kernels[i]->name);
    }
    return status;
}
