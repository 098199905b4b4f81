# Manual pages and completions: what each program prints of its own option table. A program that is new has them too.
set(clsmem_man_pages "")
set(clsmem_bash_completions "")
set(clsmem_zsh_completions "")
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    message(STATUS "Manual pages and completions are left out: the programs do not run on this machine")
    return()
endif()

# clsmem_print_help(<list of files, appended to> <program> <form> <file>)
function(clsmem_print_help files program form file)
    add_custom_command(OUTPUT ${file}
        COMMAND ${program} --help=${form} > ${file}
        DEPENDS ${program}
        VERBATIM)
    set(${files} ${${files}} ${file} PARENT_SCOPE)
endfunction()

set(clsmem_manual_dir ${PROJECT_BINARY_DIR}/manual)
file(MAKE_DIRECTORY ${clsmem_manual_dir}/bash ${clsmem_manual_dir}/zsh)
foreach(program IN LISTS clsmem_programs)
    clsmem_print_help(clsmem_man_pages ${program} man ${clsmem_manual_dir}/${program}.1)
    clsmem_print_help(clsmem_bash_completions ${program} bash ${clsmem_manual_dir}/bash/${program})
    clsmem_print_help(clsmem_zsh_completions ${program} zsh ${clsmem_manual_dir}/zsh/_${program})
endforeach()
# Compressed, as systems keep them, where that can be done.
find_program(CLSMEM_GZIP gzip)
if(CLSMEM_GZIP)
    set(plain_pages ${clsmem_man_pages})
    set(clsmem_man_pages "")
    foreach(page IN LISTS plain_pages)
        add_custom_command(OUTPUT ${page}.gz COMMAND ${CLSMEM_GZIP} -9nkf ${page} DEPENDS ${page} VERBATIM)
        list(APPEND clsmem_man_pages ${page}.gz)
    endforeach()
endif()
add_custom_target(clsmem-manual ALL
    DEPENDS ${clsmem_man_pages} ${clsmem_bash_completions} ${clsmem_zsh_completions})

install(FILES ${clsmem_man_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${clsmem_bash_completions} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${clsmem_zsh_completions} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
