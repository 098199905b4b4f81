# What every target of ours is compiled with.
add_library(clsmem-warnings INTERFACE)
target_compile_options(clsmem-warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla
    $<$<BOOL:${CLSMEM_WERROR}>:-Werror>)
target_compile_definitions(clsmem-warnings INTERFACE _POSIX_C_SOURCE=200809L)
