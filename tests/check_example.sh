#!/bin/sh
# Whether the kernel family that README.md adds as an example, its two code blocks as they stand there, builds and is
# right on a device: sh tests/check_example.sh BUILD_FOLDER
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
device=${CLSMEM_TEST_DEVICE:-cpu}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cached()
{
    sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"
}

fail()
{
    echo "example: $*"
    exit 1
}

# block PATH: the block of README.md behind the line that ends with the path.
block()
{
    awk -v path="\`$1\`:" '
        found && /^```/ { if (inside) exit; inside = 1; next }
        inside { print }
        substr($0, length($0) - length(path) + 1) == path { found = 1 }' "$top/README.md"
}

mkdir "$work/clsmem"
cp -R "$top/CMakeLists.txt" "$top/cmake" "$top/include" "$top/host" "$top/cl" "$top/bench" "$top/README.md" \
    "$top/LICENSE" "$top/Doxyfile.in" "$work/clsmem"
block cl/turn.cl >"$work/clsmem/cl/turn.cl"
block host/kernels/turn.c >"$work/clsmem/host/kernels/turn.c"
lines=$(cat "$work/clsmem/cl/turn.cl" "$work/clsmem/host/kernels/turn.c" | wc -l)
[ "$lines" -ge 30 ] || fail "the blocks were not found in README.md, only $lines lines"
[ "$lines" -lt 60 ] || fail "it has $lines lines, not less than 60"

if ! {
    cmake -S "$work/clsmem" -B "$work/build" -G "$(cached CMAKE_GENERATOR)" -D CLSMEM_TESTS=OFF -D CLSMEM_WERROR=ON \
        -D CMAKE_C_COMPILER="$(cached CMAKE_C_COMPILER)" -D CMAKE_BUILD_TYPE=Debug -D CLSMEM_LLVM=OFF
    cmake --build "$work/build" --target clsmem-bench
} >"$work/log" 2>&1; then
    tail -n 30 "$work/log"
    fail 'it does not build'
fi
bench=$work/build/bench/clsmem-bench
"$bench" --list-kernels | grep -q '^turn: ' || fail '--list-kernels lacks it'
code=0
"$bench" --device "$device" --quick --min-time 1 --max-time 1 --kernel turn --csv "$work/rows.csv" >"$work/log" 2>&1 || code=$?
if [ $code = 3 ] && [ -z "${CLSMEM_TEST_DEVICE:-}" ]; then
    echo 'example: skipped: no CPU device'
    exit 77
fi
cat "$work/log"
[ $code = 0 ] || fail "clsmem-bench ends with $code"
[ "$(grep -c ',ok,' "$work/rows.csv")" = 2 ] || fail 'not every variant is right'
