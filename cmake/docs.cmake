# The target `docs`: an API page of the public headers, in docs/html of the build folder. Needs Doxygen.
find_program(CLSMEM_DOXYGEN doxygen)
configure_file(Doxyfile.in ${PROJECT_BINARY_DIR}/Doxyfile @ONLY)
if(CLSMEM_DOXYGEN)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/docs)
    add_custom_target(docs COMMAND ${CMAKE_COMMAND} -D DOXYGEN=${CLSMEM_DOXYGEN} -D DOXYFILE=${PROJECT_BINARY_DIR}/Doxyfile
            -P ${PROJECT_SOURCE_DIR}/cmake/doxygen.cmake
        COMMENT "Making the API page: docs/html/index.html" VERBATIM)
endif()
