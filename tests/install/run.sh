#!/bin/sh
# Installs a build to a new place and builds a program against it, through CMake's package and through pkg-config:
#   sh tests/install/run.sh BUILD_FOLDER
set -eu

build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
# What the library was compiled with (a sanitizer, say), its users must be linked with.
flags=$(sed -n 's/^CMAKE_C_FLAGS:[A-Z]*=//p' "$build/CMakeCache.txt")
compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")

quietly()
{
    "$@" >"$work/log" 2>&1 || {
        echo "failed: $*"
        cat "$work/log"
        exit 1
    }
}

quietly cmake --install "$build" --prefix "$prefix"
for file in include/clsmem/run.h include/clsmem/version.h share/clsmem/cl/clsmem.clh share/clsmem/cl/copy.cl \
    bin/clsmem-bench bin/clsmem-banks; do
    [ -e "$prefix/$file" ] || {
        echo "not installed: $file"
        exit 1
    }
done

quietly cmake -S "$here" -B "$work/cmake" -D CMAKE_PREFIX_PATH="$prefix" -D CMAKE_C_COMPILER="$compiler" \
    -D CMAKE_C_FLAGS="$flags"
quietly cmake --build "$work/cmake"
"$work/cmake/user"

pc=$(find "$prefix" -name clsmem.pc)
static=''
[ -n "$(find "$prefix" -name 'libclsmem.a')" ] && static=--static
# The prefix inside the file is that of the build; pkg-config takes the real one from the command line.
pc_flags=$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --define-variable=prefix="$prefix" $static --cflags --libs clsmem)
quietly "$compiler" $flags "$here/user.c" -o "$work/user" $pc_flags -Wl,-rpath,"$(dirname "$(dirname "$pc")")"
"$work/user"
