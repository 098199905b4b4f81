#!/bin/sh
# Whether probe.cl reads cl_khr_kernel_clock where a compiler has it, and does without where it has not; nobody here has a
# device with it, but Clang compiles for one: sh tests/check_probe_clock.sh CLANG. Skipped (77) without a Clang.
set -eu

clang=${1:-}
top=$(dirname "$0")/..
if [ -z "$clang" ] || ! [ -x "$clang" ]; then
    echo 'skipped: there is no clang'
    exit 77
fi

# readings STANDARD MACROS...: how many readings of the clock a program of probe.cl has.
readings()
{
    standard=$1
    shift
    "$clang" -x cl "-cl-std=$standard" -target spir64 -S -emit-llvm -o - -Xclang -finclude-default-header \
        -D ELEMENT=uint -D ELEMENT_BYTES=4 -D ELEMENT_IS_REAL=0 -D ON_CPU=0 "$@" \
        -include "$top/cl/clsmem.clh" "$top/host/probe.cl" | grep -c 'call.*clock_read_work_group' || true
}

# expect WHAT ACTUAL EXPECTED
expect()
{
    [ "$2" = "$3" ] && return 0
    echo "$1: $2 readings of the clock instead of $3"
    failed=1
}

failed=0
if ! echo '#ifndef __opencl_c_kernel_clock_scope_work_group
#error
#endif' | "$clang" -x cl -cl-std=CL3.0 -target spir64 -fsyntax-only -Xclang -finclude-default-header - 2>/dev/null; then
    echo 'skipped: this clang does not know cl_khr_kernel_clock'
    exit 77
fi
accesses='-D ACCESS_BYTES=4 -D LANES=32 -D PITCH_BYTES=512 -D LOCAL_BYTES=20480'
# Twice a kernel: before its loop and after it.
# shellcheck disable=SC2086 # several words
expect 'accesses with a clock' "$(readings CL3.0 $accesses)" 12
# shellcheck disable=SC2086
expect 'accesses without' "$(readings CL1.2 $accesses)" 0
expect 'all else with a clock' "$(readings CL3.0 -D ITEMS=256 -D TILE_BYTES=16384)" 18
expect 'all else without' "$(readings CL1.2 -D ITEMS=256 -D TILE_BYTES=16384)" 0
exit $failed
