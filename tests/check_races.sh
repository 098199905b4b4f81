#!/bin/sh
# Whether kernels are free of data races, of barriers that not everyone reaches, of reads of what nobody wrote, and of
# accesses beyond a buffer: Oclgrind executes every variant that it can build, unoptimised, and watches every access.
# A kernel that lacks a barrier shows that it would tell. check_races.sh CLSMEM_RACES (tests/races.c, compiled)
# Exit code 77: Oclgrind is not installed.
set -eu

if ! command -v oclgrind >/dev/null; then
    echo 'skipped: oclgrind is not installed'
    exit 77
fi
program=$1
top=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Oclgrind is its own OpenCL runtime; kernels for processors want more local memory than it has by itself.
watched='oclgrind --data-races --local-mem-size 1048576'
options='-cl-opt-disable -DWITHOUT_BUILTINS'

# What it says of one family, among the program's own lines; families that take long first. It does not follow what
# async_work_group_strided_copy writes, and accuses those who read it.
{
    echo "sort scan gemm histogram staging.[!s]*" | tr ' ' '\n'
    ls "$top/cl" | sed -n 's/\.cl$//p' | grep -vxE 'sort|scan|gemm|histogram|staging'
} | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I '{}' sh -c \
    'name="{}" said="$3/${name%%.*}"
    $0 --uninitialized --build-options "$1" "$2" "$name" >"$said" 2>&1 || echo "exit code $?" >>"$said"' \
    "$watched" "$options" "$program" "$folder" || true
$watched --build-options "$options" "$program" 'staging.s*' >>"$folder/staging" 2>&1 || echo 'exit code' >>"$folder/staging"

# Oclgrind's own watch over what was not written crashes at some vectors of processors' kernels: once more without it.
for name in $(sed -n 's/^\([a-z0-9_.]*\) .*: crashed$/\1/p' "$folder"/*); do
    echo "not watched for reads of what nobody wrote, since Oclgrind crashes: $name"
    sed -i "/^$name .*: crashed$/d" "$folder/${name%%.*}"
    $watched --build-options "$options" "$program" "$name" >>"$folder/${name%%.*}" 2>&1 || echo 'exit code' >>"$folder/${name%%.*}"
done

failed=0
right=0
for said in "$folder"/*; do
    right=$((right + $(grep -c ': right$' "$said" || true)))
    if grep -vE '^[a-z0-9_]+\.[a-z0-9_]+ [a-z0-9]+( [a-z0-9_]+)?: (right|skipped: needs .*)$' "$said" >"$folder.off"; then
        echo "== $(basename "$said")"
        head -n 30 "$folder.off"
        failed=1
    fi
done
rm -f "$folder.off"
echo "$right runs without a complaint"
if [ "$right" -lt 200 ]; then
    echo 'those are too few'
    failed=1
fi

# notices WHAT FAMILY.VARIANT WORDS SED: whether a fault that the sed command makes in a kernel file is told of.
notices()
{
    mkdir -p "$folder/wrong"
    cp "$top"/cl/clsmem.clh "$folder/wrong"
    sed "$4" "$top/cl/${2%%.*}.cl" >"$folder/wrong/${2%%.*}.cl"
    if cmp -s "$top/cl/${2%%.*}.cl" "$folder/wrong/${2%%.*}.cl"; then
        echo "nothing was made wrong: $1"
        failed=1
    elif ! $watched --uninitialized --build-options "$options" "$program" "$2" "$folder/wrong" 2>&1 | grep -q "$3"; then
        echo "Oclgrind does not notice $1 in $2"
        failed=1
    fi
}

notices 'a barrier that is missing' gemm.tiled 'data race' '/tiles written -> tiles read/d'
notices 'a barrier that only some reach' occupancy.one_chain 'divergence' 's/^    local_barrier();/    if (item < 5) local_barrier();/'
notices 'a read of what nobody wrote' occupancy.one_chain 'Uninitialized' '/ring\[item\] = next/d'
notices 'a store beyond a buffer' occupancy.one_chain 'Invalid write' 's/out\[get_global_id(0)\]/out[get_global_id(0) + 64]/'
exit $failed
