# The target `docs`: an API page of the public headers, in docs/html of the build folder. Needs Doxygen.
find_program(CLSMEM_DOXYGEN doxygen)
configure_file(Doxyfile.in ${PROJECT_BINARY_DIR}/Doxyfile @ONLY)
if(CLSMEM_DOXYGEN)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/docs)
    add_custom_target(docs COMMAND ${CLSMEM_DOXYGEN} ${PROJECT_BINARY_DIR}/Doxyfile
        COMMENT "Making the API page: docs/html/index.html" VERBATIM)
endif()
