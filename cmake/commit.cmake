# Writes the header that names the commit; a header that is right already stays untouched, so nothing is rebuilt.
#   cmake -D SOURCE=<top folder> -D OUTPUT=<header> -P commit.cmake
cmake_policy(VERSION 3.25)
set(commit unknown)

# A release unpacked inside somebody else's repository must not report that one's commit: hence the look for .git.
find_program(GIT git)
if(GIT AND EXISTS "${SOURCE}/.git")
    execute_process(COMMAND "${GIT}" describe --always --dirty --abbrev=12 "--exclude=*"
        WORKING_DIRECTORY "${SOURCE}" RESULT_VARIABLE failed OUTPUT_VARIABLE described ERROR_QUIET
        OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT failed)
        set(commit "${described}")
    endif()
endif()

file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "#define CLSMEM_COMMIT \"@commit@\"\n" @ONLY)
