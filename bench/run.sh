#!/bin/sh
# Installs what is missing, builds, and runs clsmem-bench: sh bench/run.sh [arguments of clsmem-bench]
# Without a device among the arguments (or in CLSMEM_DEVICE) it runs on device 0.
# Exit code 70: it could not be set up or built; any other is that of clsmem-bench.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=$top/build/bench # not a preset's folder: the settings below would stay behind in its cache

sh "$top/bench/setup.sh" || exit 70

# A warning that a newer compiler invents must not stop anybody from measuring. Configured each time: what has been
# installed since, CLBlast say, is to be found.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! {
    (cd "$top" && cmake --preset release -B "$build" -D CLSMEM_WERROR=OFF -D CLSMEM_TESTS=OFF) &&
        cmake --build "$build"
} >"$log" 2>&1; then
    cat "$log" >&2
    exit 70
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
