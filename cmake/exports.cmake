# What a shared libclsmem shows: the functions that the public headers declare, by a version script made from them. Those
# of libclsmem-lint stand in headers of their own and are no part of it.

# Functions of host/ that libclsmem-lint, a library of ours, uses and nobody else may.
set(clsmem_private_exports clsmem_fill clsmem_encode)

# clsmem_export_public(<shared library>)
function(clsmem_export_public library)
    include(CheckLinkerFlag)
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/try.map CONTENT "{ global: main; };\n")
    check_linker_flag(C "LINKER:--version-script=${CMAKE_CURRENT_BINARY_DIR}/try.map" CLSMEM_HAS_VERSION_SCRIPT)
    if(NOT CLSMEM_HAS_VERSION_SCRIPT)
        return()
    endif()
    if(CLSMEM_TESTS)
        message(STATUS "The shared libclsmem shows all its symbols, which the tests use: -D CLSMEM_TESTS=OFF hides them")
        return()
    endif()

    file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/clsmem/*.h)
    list(FILTER headers EXCLUDE REGEX "/lint[a-z_]*\\.h$")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers})
    set(names "")
    foreach(header IN LISTS headers)
        file(READ ${header} text)
        # A declaration begins its line with its type; a static inline function is none of the library's.
        string(REGEX REPLACE "\nstatic [^\n]*" "" text "${text}")
        string(REGEX MATCHALL "\n[a-z][a-z0-9_ *]*[ *\n]clsmem_[a-z0-9_]+\\(" declarations "${text}")
        list(TRANSFORM declarations REPLACE ".*[ *\n](clsmem_[a-z0-9_]+)\\($" "\\1")
        list(APPEND names ${declarations})
    endforeach()
    list(SORT names)
    list(JOIN names ";\n    " public)
    list(JOIN clsmem_private_exports ";\n    " private)
    set(script ${CMAKE_CURRENT_BINARY_DIR}/exports.map)
    file(CONFIGURE OUTPUT ${script} CONTENT "CLSMEM_@PROJECT_VERSION_MAJOR@ {\nglobal:\n    @public@;\nlocal:\n    *;\n};
CLSMEM_PRIVATE {\nglobal:\n    @private@;\n};\n" @ONLY)
    target_link_options(${library} PRIVATE LINKER:--version-script=${script})
    set_property(TARGET ${library} APPEND PROPERTY LINK_DEPENDS ${script})
endfunction()
