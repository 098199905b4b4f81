/* Whether a folder of kernels can be used: asked before anything runs. */
#include "kernel_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "clsmem/registry.h"

#define MOST_PATH 4096

/* Settings point into the environment, or into the command line: so the address tells which of them it was. */
static const char *asker(const char *directory)
{
    return directory == getenv(KERNEL_FOLDER_VARIABLE) ? KERNEL_FOLDER_VARIABLE : "--kernel-dir";
}

enum clsmem_status kernel_folder_check(const char *directory)
{
    struct stat facts;

    if (!directory)
        return CLSMEM_OK;
    if (stat(directory, &facts) != 0)
        return clsmem_fail(CLSMEM_IO, "%s: cannot use %s: %s", asker(directory), directory, strerror(errno));
    if (!S_ISDIR(facts.st_mode))
        return clsmem_fail(CLSMEM_IO, "%s: %s is not a folder", asker(directory), directory);
    return CLSMEM_OK;
}

/* A folder opens like a file and fails at the first byte, so one byte is read. */
enum clsmem_status kernel_file_check(const char *directory, const char *stem, const char *user)
{
    enum clsmem_status status = CLSMEM_OK;
    char path[MOST_PATH];
    FILE *file;

    if (!directory)
        return CLSMEM_OK;
    if (snprintf(path, sizeof path, "%s/%s.cl", directory, stem) >= (int)sizeof path)
        return clsmem_fail(CLSMEM_IO, "%s: the folder's name is too long", asker(directory));
    file = fopen(path, "rb");
    if (!file)
        return clsmem_fail(CLSMEM_IO, "%s: cannot read %s, which %s needs: %s", asker(directory), path, user,
                           strerror(errno));
    if (fgetc(file) == EOF)
        status = clsmem_fail(CLSMEM_IO, "%s: cannot read %s, which %s needs: %s", asker(directory), path, user,
                             ferror(file) ? strerror(errno) : "it is empty");
    fclose(file);
    return status;
}

enum clsmem_status kernel_files_check(const struct settings *settings)
{
    const char *directory = settings->run.kernel_directory;
    enum clsmem_status status = kernel_folder_check(directory);
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t i = 0; status == CLSMEM_OK && i < count; i++)
        if (settings_select(settings->kernels, kernels[i]))
            status = kernel_file_check(directory, kernels[i]->name, kernels[i]->name);
    return status;
}
