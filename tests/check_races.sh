#!/bin/sh
# Whether the kernels that use local memory are free of data races: Oclgrind executes each at a shape that cuts its
# tiles (33 x 35, k = 37) and watches every access. A kernel that lacks a barrier shows that it would tell.
# Exit code 77: Oclgrind is not installed.
set -eu

if ! command -v oclgrind-kernel >/dev/null; then
    echo 'skipped: oclgrind-kernel is not installed'
    exit 77
fi
top=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# program FILE MACRO=VALUE...: the kernel file behind its macros and the common header.
program()
{
    file=$1
    shift
    printf '#define ELEMENT float\n#define ELEMENT_BYTES 4\n#define ELEMENT_IS_REAL 1\n#define ON_CPU 0\n'
    for macro; do
        echo "#define ${macro%%=*} ${macro#*=}"
    done
    cat "$top/cl/clsmem.clh" "$file"
}

# simulate ENTRY GLOBAL LOCAL ARGUMENTS: what Oclgrind says of the program in $folder/kernel.cl, and its exit code.
simulate()
{
    printf 'kernel.cl\n%s\n%s\n%s\n%s\n' "$1" "$2" "$3" "$4" >"$folder/kernel.sim"
    (cd "$folder" && oclgrind-kernel --data-races kernel.sim 2>&1)
}

matrices='<size=4884 range=0:1:1220 float>
<size=5180 range=0:1:1294 float>
<size=4620 fill=0 float>
<size=4 uint>
33
<size=4 uint>
35
<size=4 uint>
37
<size=4 float>
1
<size=4 float>
0'
one_matrix='<size=4620 range=0:1:1154 float>
<size=4620 fill=0 float>
<size=4 uint>
33
<size=4 uint>
35'
numbers='<size=80000 range=0:1:19999 float>
<size=8 fill=0 float>
<size=4 uint>
20000'

# Silence alone would also be the answer of an Oclgrind that failed.
# race_free FAMILY ENTRY GLOBAL LOCAL ARGUMENTS MACRO=VALUE...
race_free()
{
    family=$1 entry=$2 global=$3 local=$4 arguments=$5
    shift 5
    program "$top/cl/$family.cl" "$@" >"$folder/kernel.cl"
    code=0
    said=$(simulate "$entry" "$global" "$local" "$arguments") || code=$?
    [ $code = 0 ] && [ -z "$(printf %s "$said" | tr -d '[:space:]')" ] && return
    printf '%s with %s: exit code %s\n%s\n' "$entry" "$*" "$code" "$said" | head -n 20
    failed=1
}

tile='TILE=32 STEP=8'
block='TILE_M=128 TILE_N=64 TILE_K=8 ITEM_M=16 ITEM_N=8 WHOLE=0'
for layout in 'LAYOUT=0' 'LAYOUT=1 PAD=1' 'LAYOUT=2 ACCESS=1 SHIFT=0'; do
    race_free gemm gemm_tiled '64 16 1' '32 8 1' "$matrices" $tile $layout BY_COLUMN=1
    race_free transpose transpose '64 16 1' '32 8 1' "$one_matrix" $tile $layout
done
for layout in 'LAYOUT=0' 'LAYOUT=1 PAD=4' 'LAYOUT=2 ACCESS=4 SHIFT=0'; do
    race_free gemm gemm_blocked '64 1 1' '64 1 1' "$matrices" $block $layout
done
race_free gemm gemm_tiled_dynamic '64 16 1' '32 8 1' "$matrices
<size=4096>
<size=4096>" $tile LAYOUT=0
race_free gemm gemm_async '64 16 1' '32 8 1' "$matrices" $tile LAYOUT=0
race_free gemm gemm_prefetch '64 16 1' '32 8 1' "$matrices" $tile LAYOUT=0 BUFFERS=1
race_free gemm gemm_prefetch '64 16 1' '32 8 1' "$matrices" $tile LAYOUT=0 BUFFERS=2
race_free transpose transpose_vector '16 16 1' '16 16 1' "$one_matrix" TILE=64 STEP=16 WIDTH=4 LAYOUT=2 ACCESS=4 SHIFT=2
race_free read read '512 1 1' '256 1 1' "$numbers" GROUP=256 WIDTH=4 CHUNK=16384

program "$top/cl/gemm.cl" $tile LAYOUT=0 | sed '/tiles written -> tiles read/d' >"$folder/kernel.cl"
if ! simulate gemm_tiled '64 16 1' '32 8 1' "$matrices" | grep -q 'data race'; then
    echo 'Oclgrind does not notice that gemm_tiled lacks a barrier'
    failed=1
fi
exit $failed
