# What is whose, in the form of Debian's copyright files: of LICENSE, and of Chart.js where it is built in.
set(chart_part "")
if(CLSMEM_CHART_JS)
    # Whom its own notices name: with Chart.js come parts of others.
    file(READ ${CLSMEM_CHART_JS} chart)
    string(REGEX MATCHALL "\\([cC]\\) [0-9][^*\n;]*[^*\n; ]" holders "${chart}")
    list(TRANSFORM holders REPLACE "^\\(.\\) " " ")
    list(REMOVE_DUPLICATES holders)
    list(JOIN holders "\n" holders)
    if(NOT holders OR NOT chart MATCHES "MIT License")
        message(FATAL_ERROR "${CLSMEM_CHART_JS} does not say whose it is and that it has the MIT license")
    endif()
    set(chart_part "
Files: usr/bin/clsmem-compare
Copyright: The clsmem authors
${holders}
License: Expat
Comment: The pages of its --html have Chart.js in them, which is at
 https://www.chartjs.org and in Debian's libjs-chart.js.
")
endif()
file(READ LICENSE license)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS LICENSE)
string(REGEX REPLACE "^.*(Permission is hereby)" "\\1" license "${license}")
string(REGEX REPLACE "\n+$" "" license "${license}")
string(REPLACE "\n\n" "\n.\n" license "${license}")
string(REPLACE "\n" "\n " license "${license}")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/copyright CONTENT
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: clsmem

Files: *
Copyright: The clsmem authors
License: Expat
@chart_part@
License: Expat
 @license@
" @ONLY)
