/* The version; the commit is written at build time by cmake/commit.cmake. */
#include "clsmem/version.h"

#include "clsmem_commit.h"

const char *clsmem_version(void)
{
    return CLSMEM_VERSION;
}

const char *clsmem_version_commit(void)
{
    return CLSMEM_COMMIT;
}
