# The libraries under libclsmem. Also read by the installed package: a static libclsmem hands them on to its users.
# CLBlast is the target clsmem::clblast, wherever it was found; the target is absent without it.
include(CMakeFindDependencyMacro)

find_dependency(Threads)
find_dependency(OpenCL) # any ICD loader: Khronos's and ocl-icd look alike from here
find_dependency(PkgConfig)
if(NOT TARGET PkgConfig::JANSSON)
    pkg_check_modules(JANSSON REQUIRED QUIET IMPORTED_TARGET jansson>=2.9)
endif()

if(NOT CLSMEM_CLBLAST STREQUAL "OFF" AND NOT TARGET clsmem::clblast)
    # CLBlast's own package first; pkg-config where that is missing.
    find_package(CLBlast CONFIG QUIET)
    if(NOT TARGET clblast AND NOT TARGET PkgConfig::CLBLAST)
        pkg_check_modules(CLBLAST QUIET IMPORTED_TARGET clblast)
    endif()
    foreach(target clblast PkgConfig::CLBLAST)
        if(TARGET ${target} AND NOT TARGET clsmem::clblast)
            add_library(clsmem::clblast INTERFACE IMPORTED)
            target_link_libraries(clsmem::clblast INTERFACE ${target})
        endif()
    endforeach()
    if(CLSMEM_CLBLAST STREQUAL "ON" AND NOT TARGET clsmem::clblast)
        message(FATAL_ERROR "CLSMEM_CLBLAST is ON, but CLBlast is not installed (Debian, Ubuntu: libclblast-dev)")
    endif()
endif()
