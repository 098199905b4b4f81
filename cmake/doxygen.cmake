# Runs Doxygen; fails at a warning, and lists them:
#   cmake -D DOXYGEN=PROGRAM -D DOXYFILE=FILE -P doxygen.cmake
# A field, a word of a list or a number may speak for itself; functions, structs and enums say what they are.
execute_process(COMMAND "${DOXYGEN}" "${DOXYFILE}" OUTPUT_VARIABLE said ERROR_VARIABLE warnings RESULT_VARIABLE code)
set(exempt "[^\n]* warning: Member [^\n]* \\((variable|enumvalue|macro definition)\\) [^\n]* is not documented\\.\n")
string(REGEX REPLACE "${exempt}" "" warnings "${warnings}")
if(warnings OR code)
    message(NOTICE "${said}${warnings}")
    message(FATAL_ERROR "The API page has warnings")
endif()
