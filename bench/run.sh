#!/bin/sh
# Installs what is missing, builds, and runs clsmem-bench: sh bench/run.sh [arguments of clsmem-bench]
# Without a device among the arguments (or in CLSMEM_DEVICE) it runs on device 0.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=$top/build/release

sh "$top/bench/setup.sh"

# A warning that a newer compiler invents must not stop anybody from measuring.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { [ -f "$build/build.ninja" ] ||
    (cd "$top" && cmake --preset release -D CLSMEM_WERROR=OFF -D CLSMEM_TESTS=OFF); } >"$log" 2>&1 ||
    ! cmake --build "$build" --target clsmem-bench >"$log" 2>&1; then
    cat "$log" >&2
    exit 3
fi
rm -f "$log"

device=${CLSMEM_DEVICE:-}
for argument; do
    case $argument in
    --dev* | -d* | --list* | --help | -h | --version) device=given ;;
    esac
done
[ -n "$device" ] || set -- --device 0 "$@"

exec "$build/bench/clsmem-bench" "$@"
