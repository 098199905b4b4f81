# A Debian package by CPack: cmake --preset package && cmake --build --preset package && cpack --preset package.
set(CPACK_PACKAGE_NAME clsmem)
set(CPACK_PACKAGE_VENDOR clsmem)
set(CPACK_PACKAGE_CONTACT "The clsmem authors <clsmem@clsmem.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "measures and explains OpenCL local memory")
set(CPACK_PACKAGE_DESCRIPTION
    "clsmem-bench runs OpenCL kernels that use local memory, checks every
result, and times layouts and barriers. clsmem-probe finds a device's
banks from timing alone; clsmem-banks counts and draws the banks of an
access; clsmem-lint finds bank conflicts, data races and missed barriers
of any OpenCL C kernel, without a device; clsmem-compare holds results
against each other, beyond their noise.
The library libclsmem, its headers, the kernels, and the schemas of all
files are in it too.")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_zsh.cmake)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/cpack_check.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(BUILD_SHARED_LIBS)
    # The programs' own library is in the package, and no other package's.
    set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/host)
endif()

# What the programs run or load and no library names: an implementation of OpenCL, and clang for clsmem-lint.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd")
if(clsmem_lint_llvm)
    string(REGEX REPLACE ".*-" "" major "${clsmem_lint_llvm}")
    string(APPEND CPACK_DEBIAN_PACKAGE_RECOMMENDS ", clang-${major}, libclang-common-${major}-dev")
endif()
# To build against the library.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ocl-icd-opencl-dev, libjansson-dev, libclblast-dev, pkgconf")

# Loops that were compiled for this very processor would end elsewhere as illegal instructions.
set(native OFF)
if(CLSMEM_NATIVE AND CLSMEM_HAS_MARCH_NATIVE AND CMAKE_BUILD_TYPE STREQUAL Release)
    set(native ON)
endif()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/cpack_check.cmake CONTENT "if(\"@native@\" STREQUAL \"ON\")
    message(FATAL_ERROR \"This build is for this very processor: -D CLSMEM_NATIVE=OFF makes one for all\")
endif()
" @ONLY)

# Debian wants to know since when; SOURCE_DATE_EPOCH makes that reproducible.
find_program(CLSMEM_GZIP gzip)
if(CLSMEM_GZIP)
    string(TIMESTAMP today "%a, %d %b %Y %H:%M:%S +0000" UTC)
    set(changelog ${PROJECT_BINARY_DIR}/changelog)
    file(CONFIGURE OUTPUT ${changelog} CONTENT "clsmem (@PROJECT_VERSION@) unstable; urgency=medium

  * Packaged by CPack.

 -- @CPACK_PACKAGE_CONTACT@  @today@
" @ONLY)
    execute_process(COMMAND ${CLSMEM_GZIP} -9nf ${changelog})
    install(FILES ${changelog}.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
include(cmake/copyright.cmake)
install(FILES ${PROJECT_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
include(CPack)
