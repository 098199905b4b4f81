#!/bin/sh
# How long clsmem-lint takes, and what memory, beside Oclgrind on the same kernels in the same run, as Markdown:
# sh bench/lint_speed.sh [clsmem-lint] >bench/results/lint-speed.md
# Programs take turns, RUNS times (3), and medians are printed; where Oclgrind takes more than a minute it runs once.
# Exit code 2: something is not installed, or a program failed.
set -eu

lint=${1:-build/release/bench/clsmem-lint}
case $lint in
/*) ;;
*) lint=$PWD/$lint ;;
esac
runs=${RUNS:-3}
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for program in "$lint" oclgrind-kernel python3; do
    if ! command -v "$program" >/dev/null; then
        echo "lint_speed: $program is not there" >&2
        exit 2
    fi
done

# measure NAME COMMAND...: a line into the file of that name: seconds, those of the processor, MB of the largest process.
measure()
{
    python3 -c '
import os, subprocess, sys, time
start = time.monotonic()
child = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
seconds = time.monotonic() - start
child.returncode = os.waitstatus_to_exitcode(status)
if child.returncode != 0:
    sys.exit("lint_speed: it failed: " + " ".join(sys.argv[2:]))
with open(sys.argv[1], "a") as out:
    print(f"{seconds:.2f} {usage.ru_utime + usage.ru_stime:.2f} {usage.ru_maxrss * 1024 / 1e6:.0f}", file=out)
' "$folder/$@" || exit 2
}

# lint NAME FILE BUILD_OPTIONS ARGUMENT...
lint()
{
    name=$1 file=$2 build=$3
    shift 3
    measure "$name" "$lint" "$file" --build-options "$build" "$@"
}

# oclgrind NAME FILE BUILD_OPTIONS KERNEL GLOBAL LOCAL ARGUMENTS [OPTION]...: it finds no included file, so the header of
# cl/ goes in front.
oclgrind()
{
    name=$1 file=$2 build=$3
    { [ "${file%/*}" != cl ] || cat cl/clsmem.clh; cat "$file"; } >"$folder/kernel.cl"
    printf 'kernel.cl\n%s\n%s\n%s\n%s\n' "$4" "$5" "$6" "$7" >"$folder/kernel.sim"
    shift 7
    (
        cd "$folder"
        measure "$name" oclgrind-kernel --data-races --num-threads 1 --build-options "$build" "$@" kernel.sim
    )
}

# sim_buffers COUNT...: float buffers of so many elements, as Oclgrind wants them; the last one is all zero.
sim_buffers()
{
    while [ $# -gt 1 ]; do
        echo "<size=$((4 * $1)) range=0:1:$(($1 - 1)) float>"
        shift
    done
    echo "<size=$((4 * $1)) fill=0 float>"
}

sim_uint()
{
    for number; do
        printf '<size=4 uint>\n%s\n' "$number"
    done
}

kernels=tests/oracles/kernels
suite='-DREAL=float -DREAL_BYTES=4 -DON_CPU=0'
tiled="$suite -DTILE=32 -DSTEP=8 -DLAYOUT=0"
blocked="$suite -DTILE_M=128 -DTILE_N=64 -DTILE_K=8 -DITEM_M=16 -DITEM_N=8 -DWHOLE=0 -DLAYOUT=1 -DPAD=4"
common='-include cl/clsmem.clh'

matrices=$(sim_buffers 65536 65536 65536)
product="$matrices
$(sim_uint 256 256 256)
<size=4 float>
1
<size=4 float>
0"
lint_product='f:65536 f:65536 f:65536 i:256 i:256 i:256 r:1 r:0'
product_tile="$matrices
<size=4 int>
256"
turn_tile="$(sim_buffers 262144 262144)
<size=4 int>
512"
turn="$(sim_buffers 1048576 1048576)
$(sim_uint 1024 1024)"

run=0
while [ $run -lt "$runs" ]; do
    run=$((run + 1))
    for view in source nvidia; do
        lint "1 $view" $kernels/gemm_tile.cl -DTILE=16 -g 256,256 -v $view -j 1 --args 'f:65536 f:65536 f:65536 i:256'
        lint "2 $view" $kernels/transpose_tile.cl '' -g 512,128 -v $view -j 1 --args 'f:262144 f:262144 i:512'
        lint "3 $view" cl/gemm.cl "$tiled $common" -k gemm_tiled -g 256,64 -v $view -j 1 --groups sample \
            --args "$lint_product"
        lint "4 $view" cl/gemm.cl "$blocked $common" -k gemm_blocked -g 256,2 -l 64,1 -v $view -j 1 --groups sample \
            --args "$lint_product"
        lint "5 $view" cl/transpose.cl "$tiled $common" -k transpose -g 1024,256 -v $view -j 1 --groups sample \
            --args 'f:1M f:1M i:1024 i:1024'
    done
    lint '1 cores' $kernels/gemm_tile.cl -DTILE=16 -g 256,256 -v nvidia --args 'f:65536 f:65536 f:65536 i:256'
    [ $run -gt 1 ] ||
        oclgrind '1 oclgrind' $kernels/gemm_tile.cl -DTILE=16 gemm_tile '256 256 1' '16 16 1' "$product_tile"
    oclgrind '2 oclgrind' $kernels/transpose_tile.cl -DPAD=0 transpose_tile '512 128 1' '32 8 1' "$turn_tile"
    oclgrind '3 oclgrind' cl/gemm.cl "$tiled" gemm_tiled '256 64 1' '32 8 1' "$product" --quick
    oclgrind '4 oclgrind' cl/gemm.cl "$blocked" gemm_blocked '256 2 1' '64 1 1' "$product" --quick
    oclgrind '5 oclgrind' cl/transpose.cl "$tiled" transpose '1024 256 1' '32 8 1' "$turn" --quick
done

# median NAME COLUMN
median()
{
    cut -d ' ' -f "$2" "$folder/$1" | sort -n | sed -n "$((($(wc -l <"$folder/$1") + 1) / 2))p"
}

# row NAME LAUNCH PROGRAM BAR
row()
{
    printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$2" "$3" "$(median "$1" 1)" "$(median "$1" 2)" "$(median "$1" 3)" \
        "$4" "$(wc -l <"$folder/$1")"
}

# launch NUMBER LAUNCH BAR
launch()
{
    ours=clsmem-lint theirs=Oclgrind
    if [ "$1" -ge 3 ]; then
        ours='clsmem-lint, sample' theirs='Oclgrind --quick'
    fi
    row "$1 source" "$2" "$ours, view source" "$3"
    row "$1 nvidia" "$2" "$ours, view nvidia" "$3"
    [ "$1" != 1 ] || row '1 cores' "$2" "$ours, view nvidia, $(nproc) cores" ''
    row "$1 oclgrind" "$2" "$theirs" ''
}

cat <<END
# clsmem-lint beside Oclgrind

$("$lint" --version), $(oclgrind-kernel --version | grep -m 1 -o 'Oclgrind [0-9.]*'), $(date -u +%Y-%m-%d), on one core of
$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1). Made by \`sh bench/lint_speed.sh\`.

Medians. clsmem-lint has all its checks on, and its times have clang's in them; Oclgrind looks for races
(\`--data-races\`) and accesses out of bounds. \`sample\` runs the first, the middle and the last work-group, \`--quick\` the
first and the last. Where the machine is shared, the processor's seconds are the ones to compare. Bars: seconds, and for
memory 300 MB.

| launch | program | seconds | of the processor | MB, largest process | bar | runs |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
END
launch 1 'gemm_tile, 256 x 256 x 256, tiles of 16' 1.00
launch 2 'transpose_tile, 512 x 512' 0.50
launch 3 'gemm.tiled, 256 x 256 x 256' 0.30
launch 4 'gemm.blocked_padded, 256 x 256 x 256' 0.30
launch 5 'transpose.tile, 1024 x 1024' 0.30
