# What `cmake --install` puts where: libraries, headers, programs, kernels, schemas, and how CMake and pkg-config find
# them.
include(CMakePackageConfigHelpers)

install(TARGETS libclsmem EXPORT clsmem-targets)
install(TARGETS libclsmem-lint EXPORT clsmem-lint-targets)
install(TARGETS ${clsmem_programs})
if(BUILD_SHARED_LIBS)
    # Relative to the programs, so that they find the library below any prefix.
    file(RELATIVE_PATH bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
    set_target_properties(${clsmem_programs} PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
endif()
install(DIRECTORY include/clsmem DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY cl/ DESTINATION ${CMAKE_INSTALL_DATADIR}/clsmem/cl
    FILES_MATCHING PATTERN "*.cl" PATTERN "*.clh")
file(GLOB schemas CONFIGURE_DEPENDS bench/*.schema.json)
install(FILES ${schemas} DESTINATION ${CMAKE_INSTALL_DATADIR}/clsmem)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/clsmem)
set(clsmem_is_static 1)
if(BUILD_SHARED_LIBS)
    set(clsmem_is_static 0)
endif()
# The package looks for CLBlast again only when it was linked in.
set(clsmem_uses_clblast OFF)
if(TARGET clsmem::clblast)
    set(clsmem_uses_clblast ON)
endif()
# The component "lint" needs the LLVM that it was built with, and nobody else does.
set(clsmem_lint_llvm "")
if(TARGET clsmem::llvm)
    get_target_property(definitions clsmem::llvm INTERFACE_COMPILE_DEFINITIONS)
    string(REGEX MATCH "CLSMEM_CLANG_MAJOR=([0-9]+)" ignored "${definitions}")
    set(clsmem_lint_llvm llvm-config-${CMAKE_MATCH_1})
endif()
configure_package_config_file(cmake/clsmemConfig.cmake.in ${PROJECT_BINARY_DIR}/clsmemConfig.cmake
    INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/clsmemConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT clsmem-targets NAMESPACE clsmem:: DESTINATION ${package_dir})
install(EXPORT clsmem-lint-targets NAMESPACE clsmem:: DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/clsmemConfig.cmake ${PROJECT_BINARY_DIR}/clsmemConfigVersion.cmake
    cmake/dependencies.cmake cmake/llvm.cmake DESTINATION ${package_dir})

# A static library's users link what it needs; a shared one has brought it along.
set(clsmem_pc_private "jansson")
set(clsmem_pc_libs_private "-lm -pthread")
if(clsmem_uses_clblast)
    pkg_check_modules(clsmem_pc_clblast QUIET clblast)
    if(clsmem_pc_clblast_FOUND)
        string(APPEND clsmem_pc_private ", clblast")
    else()
        string(PREPEND clsmem_pc_libs_private "-lclblast ")
    endif()
endif()
# Relative to the file itself: `cmake --install --prefix` names a prefix that is unknown here. APPEND leaves folders as
# they are where they were given as absolute paths.
set(clsmem_pc_to_prefix ${CMAKE_INSTALL_PREFIX})
cmake_path(RELATIVE_PATH clsmem_pc_to_prefix BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
cmake_path(APPEND clsmem_pc_libdir "\${prefix}" ${CMAKE_INSTALL_LIBDIR})
cmake_path(APPEND clsmem_pc_includedir "\${prefix}" ${CMAKE_INSTALL_INCLUDEDIR})
configure_file(cmake/clsmem.pc.in ${PROJECT_BINARY_DIR}/clsmem.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/clsmem.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
