# Run by CPack on what it is about to pack: Debian's zsh looks for what packages bring in a folder of its own.
if(CPACK_GENERATOR STREQUAL DEB)
    set(zsh_dir ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}/share/zsh)
    if(EXISTS ${zsh_dir}/site-functions)
        file(RENAME ${zsh_dir}/site-functions ${zsh_dir}/vendor-completions)
    endif()
endif()
