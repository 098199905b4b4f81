/* Which clsmem this is. The build reads the version from here. */
#ifndef CLSMEM_VERSION_H
#define CLSMEM_VERSION_H

#define CLSMEM_VERSION "0.1.0"

/* CLSMEM_VERSION of the library that runs, which may be younger than the header that the caller was built with. */
const char *clsmem_version(void);

/* The git commit that the library was built from, with "-dirty" behind it after changes; "unknown" outside of git. */
const char *clsmem_version_commit(void);

#endif
