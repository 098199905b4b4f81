#!/bin/sh
# Installs what is missing, builds, and runs every test under CTest: first optimised and with warnings as errors, then
# under AddressSanitizer and UndefinedBehaviorSanitizer.
set -eu

cd "$(dirname "$0")/.."
sh bench/setup.sh tests

# Named here and not left to the default, so that a machine without it fails instead of skipping half of the tests.
: "${CLSMEM_TEST_DEVICE:=cpu}"
# One cache a work-group method, and none of it in the user's home.
: "${POCL_CACHE_DIR:=$PWD/build/pocl-cache-${POCL_WORK_GROUP_METHOD:-default}}"
export CLSMEM_TEST_DEVICE POCL_CACHE_DIR
mkdir -p build "$POCL_CACHE_DIR"

# test_preset NAME
test_preset()
{
    log=build/$1.log
    if ! { cmake --preset "$1" -D CLSMEM_WERROR=ON -D CLSMEM_TESTS=ON && cmake --build --preset "$1"; } >"$log" 2>&1
    then
        cat "$log" >&2
        echo "tests: the $1 build failed" >&2
        return 1
    fi
    echo "== $1"
    ctest --preset "$1" --output-log "$log" || return 1
}

failed=''
for preset in release debug; do
    test_preset $preset || failed="$failed $preset"
done

echo
for preset in release debug; do
    grep -E 'tests passed|did not run|Skipped' build/$preset.log | sed "s/^/$preset: /" || true
done
[ -z "$failed" ]
