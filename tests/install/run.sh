#!/bin/sh
# Installs a build, moves it elsewhere, runs the installed programs, and builds a program against the library, through
# CMake's package and through pkg-config:
#   sh tests/install/run.sh BUILD_FOLDER [shared]
# With "shared" a build of its own is installed, whose library is a shared one in a multiarch folder.
set -eu

build=$(cd "$1" && pwd)
kind=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix

# cached NAME: what the build's cache holds under that name.
cached()
{
    sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"
}

quietly()
{
    "$@" >"$work/log" 2>&1 || {
        echo "failed: $*"
        cat "$work/log"
        exit 1
    }
}

compiler=$(cached CMAKE_C_COMPILER)
if [ "$kind" = shared ]; then
    quietly cmake -S "$here/../.." -B "$work/build" -G "$(cached CMAKE_GENERATOR)" -D CMAKE_C_COMPILER="$compiler" \
        -D CMAKE_BUILD_TYPE=Debug -D CLSMEM_TESTS=OFF -D BUILD_SHARED_LIBS=ON \
        -D CMAKE_INSTALL_LIBDIR=lib/x86_64-linux-gnu
    build=$work/build
    quietly cmake --build "$build"
fi
# What the library was compiled with (a sanitizer, say), its users must be linked with.
flags=$(cached CMAKE_C_FLAGS)

# Moved, so that a path that was fixed when it was configured or installed leads nowhere.
quietly cmake --install "$build" --prefix "$work/installed"
mv "$work/installed" "$prefix"
# A shared library must not be found where it was built either.
[ "$kind" != shared ] || mv "$build" "$work/build_away"

for file in include/clsmem/run.h include/clsmem/version.h include/clsmem/lint.h include/clsmem/lint_suite.h \
    include/clsmem/prediction.h share/clsmem/cl/clsmem.clh share/clsmem/cl/copy.cl share/clsmem/lint.schema.json; do
    [ -e "$prefix/$file" ] || {
        echo "not installed: $file"
        exit 1
    }
done
for program in clsmem-bench clsmem-probe clsmem-banks clsmem-lint; do
    quietly "$prefix/bin/$program" --version
done

quietly cmake -S "$here" -B "$work/cmake" -D CMAKE_PREFIX_PATH="$prefix" -D CMAKE_C_COMPILER="$compiler" \
    -D CMAKE_C_FLAGS="$flags"
quietly cmake --build "$work/cmake"
"$work/cmake/user"
# From PTX, for which a build without LLVM does as well.
"$work/cmake/lint_user" "$here/../oracles/ptx/row00_transpose_tile.ptx" transpose_tile

pc=$(find "$prefix" -name clsmem.pc)
static=''
[ -z "$(find "$prefix" -name 'libclsmem.a')" ] || static=--static
pc_flags=$(PKG_CONFIG_PATH=$(dirname "$pc"):${PKG_CONFIG_PATH:-} pkg-config $static --cflags --libs clsmem)
quietly "$compiler" $flags "$here/user.c" -o "$work/user" $pc_flags
# A program has no rpath from pkg-config: outside of the system's folders the loader must be told of a shared library.
LD_LIBRARY_PATH=$(dirname "$(dirname "$pc")"):${LD_LIBRARY_PATH:-} "$work/user"
