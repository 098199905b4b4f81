# Puts the report page together: page.html with its style, its scripts and Chart.js in it.
#   cmake -P page.cmake <output.html> <page.html> <page.css> <chart.min.js, or -> <script.js>...
# "-" for Chart.js: the page has tables where charts would be. Scripts are joined in their order.
cmake_policy(VERSION 3.25)
math(EXPR last "${CMAKE_ARGC} - 1")

file(READ "${CMAKE_ARGV4}" page)
file(READ "${CMAKE_ARGV5}" style)
set(chart "/* Chart.js was not there when this program was built. */")
if(NOT CMAKE_ARGV6 STREQUAL "-")
    file(READ "${CMAKE_ARGV6}" chart)
endif()
set(script "")
foreach(i RANGE 7 ${last})
    file(READ "${CMAKE_ARGV${i}}" text)
    string(APPEND script "${text}")
endforeach()

# What is put in must not end the element around it, nor look like a place for something else.
foreach(part style script chart)
    string(TOLOWER "${${part}}" lower)
    if(lower MATCHES "</(style|script)|<!--")
        message(FATAL_ERROR "page.cmake: the ${part} would end its own element: ${CMAKE_MATCH_0}")
    endif()
    string(TOUPPER "${part}" marker)
    string(FIND "${page}" "<!--${marker}-->" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "page.cmake: page.html has no place for the ${part}")
    endif()
    string(REPLACE "<!--${marker}-->" "${${part}}" page "${page}")
endforeach()
file(WRITE "${CMAKE_ARGV3}" "${page}")
