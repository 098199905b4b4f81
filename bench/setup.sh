#!/bin/sh
# Installs what clsmem needs and this machine lacks: sh bench/setup.sh [tests]
# A need is met by whatever meets it, from a package or not. Exit code 3: something is missing and cannot be installed.
set -eu

missing=''
wanted=''

# need PACKAGE COMMAND...: the package is missing when the command fails.
need()
{
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

# want PACKAGE COMMAND...: the same for what we can do without.
want()
{
    package=$1
    shift
    "$@" >/dev/null 2>&1 || wanted="$wanted $package"
}

say()
{
    echo "setup: $*" >&2
}

can_link()
{
    echo "$1" | cc -x c - -o /dev/null $2
}

# Any OpenCL implementation will do to measure on; only a machine without one gets PoCL.
has_opencl_implementation()
{
    [ -n "${OCL_ICD_VENDORS:-}${OCL_ICD_FILENAMES:-}" ] || ls /etc/OpenCL/vendors/*.icd
}

has_browser()
{
    command -v chromium || command -v chromium-browser || command -v google-chrome || command -v chrome
}

# has_llvm SUFFIX...: one of these versions of LLVM, 14 to 19, and its clang with the header of OpenCL C: what
# cmake/llvm.cmake looks for.
has_llvm()
{
    for suffix in "$@"; do
        case $(llvm-config$suffix --version) in
        1[4-9].*) ;;
        *) continue ;;
        esac
        [ -e "$(llvm-config$suffix --includedir)/llvm-c/Core.h" ] || continue
        echo 'kernel void k(global int *out) { out[get_global_id(0)] = 1; }' | clang$suffix -x cl -target spir64 \
            -Xclang -finclude-default-header -emit-llvm -c -o /dev/null - && return
    done
    return 1
}

# The newest of them that can be installed here.
llvm_packages()
{
    for major in 19 18 17 16 15 14; do
        packages="clang-$major llvm-$major-dev libclang-common-$major-dev"
        [ "$(apt-cache --no-all-versions show $packages 2>/dev/null | grep -c '^Package: ')" != 3 ] || break
    done
    echo "$packages"
}

need gcc command -v cc
need libc6-dev can_link '#include <stdio.h>
int main(void) { return 0; }' ''
need cmake command -v cmake
need ninja-build command -v ninja
need pkg-config command -v pkg-config
need ocl-icd-opencl-dev can_link '#include <CL/cl.h>
int main(void) { return clGetPlatformIDs(0, 0, 0); }' -lOpenCL
need libjansson-dev pkg-config --exists jansson
need pocl-opencl-icd has_opencl_implementation
want libclblast-dev can_link '#include <clblast_c.h>
int main(void) { return CLBlastClearCache(); }' -lclblast
want libjs-chart.js test -e /usr/share/javascript/chart.js/chart.min.js # else report pages have tables and no charts
# For clsmem-lint to read OpenCL C; without them it reads PTX alone. The tests know what the newest makes of the suite.
if [ "${1:-}" = tests ]; then
    want clang-19+llvm-19-dev has_llvm -19
    need libcunit1-dev pkg-config --exists cunit
    want pocl-opencl-icd ls /etc/OpenCL/vendors/pocl*.icd # the device that the tests name by default
    want clang-format-14 command -v clang-format-14
    want oclgrind command -v oclgrind-kernel
    want python3-jsonschema python3 -c 'import jsonschema'
    want python3-yaml python3 -c 'import yaml'
    want doxygen command -v doxygen
    want mandoc command -v mandoc
    want locales command -v localedef
    want chromium has_browser # in which the report page is tried
else
    want clang-19+llvm-19-dev has_llvm -19 -18 -17 -16 -15 -14 ''
fi

[ -n "$missing$wanted" ] || exit 0

as_root=''
if [ "$(id -u)" != 0 ]; then
    as_root=sudo
fi
if ! command -v apt-get >/dev/null || { [ -n "$as_root" ] && ! command -v sudo >/dev/null; }; then
    [ -z "$wanted" ] || say "missing, but not needed (names as in Debian):$wanted"
    [ -n "$missing" ] || exit 0
    say "missing (names as in Debian):$missing"
    say 'they cannot be installed from here: that takes apt-get, and root or sudo'
    exit 3
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt()
{
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -qq -o DPkg::Lock::Timeout=120 "$@" >"$log" 2>&1
}

say "installing$missing$wanted"
apt update || say 'the package lists could not be updated; going on with those that are here'
if [ -n "$missing" ] && ! apt install --no-install-recommends $missing; then
    cat "$log" >&2
    say "apt-get could not install$missing"
    exit 3
fi
for wish in $wanted; do
    packages=$wish
    case $wish in
    clang-19+*) packages=$(llvm_packages) ;;
    esac
    apt install --no-install-recommends $packages || say "$packages cannot be installed here; going on without it"
done
