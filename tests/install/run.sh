#!/bin/sh
# Installs a build, moves it elsewhere, runs the installed programs, reads their manual pages and completions, and builds
# a program against the library, through CMake's package and through pkg-config:
#   sh tests/install/run.sh BUILD_FOLDER [shared]
# With "shared" a build of its own is installed, and packaged, whose library is a shared one in a multiarch folder.
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
# expect WHAT IS WANTED
expect()
{
    [ "$2" = "$3" ] || {
        echo "$1 is '$2', not '$3'"
        exit 1
    }
}

# package: a Debian package of the build, unpacked; what it holds is run from there.
package()
{
    quietly cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/package"
    deb=$(find "$work/package" -maxdepth 1 -name 'clsmem*.deb')
    expect 'the version of the package' "$(dpkg-deb -f "$deb" Version)" "$version"
    for library in libc6 libjansson libopencl1; do
        dpkg-deb -f "$deb" Depends | grep -q "$library" || {
            echo "the package does not depend on $library: $(dpkg-deb -f "$deb" Depends)"
            exit 1
        }
    done
    quietly dpkg-deb -x "$deb" "$work/root"
    for path in "$work"/root/usr/bin/clsmem-*; do
        quietly "$path" --version
        sh "$here/check_manual.sh" "$path" "$work/root/usr/share" vendor-completions
    done
    [ ! -e "$work/root/usr/share/zsh/site-functions" ] || {
        echo "the package has completions in zsh's site-functions, where Debian's zsh does not look"
        exit 1
    }
    # Whoever's code is in a program is named, and the license is there.
    copyright=$work/root/usr/share/doc/clsmem/copyright
    chart=$(cached CLSMEM_CHART_JS)
    wanted=0
    [ -z "$chart" ] || [ ! -e "$chart" ] || wanted=1
    expect 'how often the copyright names Chart.js' "$(grep -c '^ [0-9-]* Chart.js Contributors$' "$copyright")" $wanted
    expect 'how often the copyright has the license' "$(grep -c 'THE SOFTWARE IS PROVIDED "AS IS"' "$copyright")" 1
    quietly "$work/root/usr/bin/clsmem-banks" --tile 32x32 --column
}

# The header alone says which version this is.
version=$(sed -n 's/^#define CLSMEM_VERSION "\(.*\)"$/\1/p' "$here/../../include/clsmem/version.h")
echo "$version" | grep -qE '^[0-9]+\.[0-9]+\.[0-9]+(-[0-9a-z.]+)?$' || {
    echo "'$version' is no semantic version"
    exit 1
}

# What the library was compiled with (a sanitizer, say), its users must be linked with.
flags=$(cached CMAKE_C_FLAGS)

# Moved, so that a path that was fixed when it was configured or installed leads nowhere.
quietly cmake --install "$build" --prefix "$work/installed"
mv "$work/installed" "$prefix"
# Loops for this processor alone go into no package.
if [ "$(cached CMAKE_BUILD_TYPE)" = Release ] && [ "$(cached CLSMEM_NATIVE)" = ON ] &&
    cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/native" >"$work/log" 2>&1; then
    echo 'a build for this very processor was packaged'
    exit 1
fi
[ "$kind" != shared ] || ! command -v dpkg-shlibdeps >/dev/null || package
# A shared library must not be found where it was built either.
[ "$kind" != shared ] || mv "$build" "$work/build_away"

for file in include/clsmem/run.h include/clsmem/version.h include/clsmem/lint.h include/clsmem/lint_suite.h \
    include/clsmem/prediction.h share/clsmem/cl/clsmem.clh share/clsmem/cl/copy.cl share/clsmem/lint.schema.json \
    share/clsmem/compare.schema.json; do
    [ -e "$prefix/$file" ] || {
        echo "not installed: $file"
        exit 1
    }
done
for path in "$prefix"/bin/clsmem-*; do
    program=${path##*/}
    quietly "$path" --version
    expect "the version of $program" "$("$path" --version | cut -d ' ' -f 2)" "$version"
    sh "$here/check_manual.sh" "$path" "$prefix/share"
done
if [ "$kind" = shared ]; then
    library=$(find "$prefix" -name 'libclsmem.so')
    expect 'the library' "$(readlink -f "$library" | sed 's/.*so\.//')" "$version"
    code=0
    sh "$here/check_exports.sh" "$library" "$prefix/include" "$compiler" || code=$?
    [ $code = 0 ] || [ $code = 77 ] || exit $code
fi

quietly cmake -S "$here" -B "$work/cmake" -D CMAKE_PREFIX_PATH="$prefix" -D CMAKE_C_COMPILER="$compiler" \
    -D CMAKE_C_FLAGS="$flags" -D CLSMEM_WANTED="${version%.*}"
quietly cmake --build "$work/cmake"
"$work/cmake/user"
# A version that is not there is not found.
! cmake -S "$here" -B "$work/other" -D CMAKE_PREFIX_PATH="$prefix" -D CMAKE_C_COMPILER="$compiler" \
    -D CLSMEM_WANTED=999.0 >"$work/log" 2>&1 || {
    echo 'the package takes itself for version 999.0'
    exit 1
}
# From PTX, for which a build without LLVM does as well.
"$work/cmake/lint_user" "$here/../oracles/ptx/row00_transpose_tile.ptx" transpose_tile

pc=$(find "$prefix" -name clsmem.pc)
expect 'the version of clsmem.pc' "$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --modversion --print-errors clsmem)" \
    "$version"
static=''
[ -z "$(find "$prefix" -name 'libclsmem.a')" ] || static=--static
pc_flags=$(PKG_CONFIG_PATH=$(dirname "$pc"):${PKG_CONFIG_PATH:-} pkg-config $static --cflags --libs clsmem)
quietly "$compiler" $flags "$here/user.c" -o "$work/user" $pc_flags
# A program has no rpath from pkg-config: outside of the system's folders the loader must be told of a shared library.
LD_LIBRARY_PATH=$(dirname "$(dirname "$pc")"):${LD_LIBRARY_PATH:-} "$work/user"
