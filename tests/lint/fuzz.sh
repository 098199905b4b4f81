#!/bin/sh
# Changes our kernels and the PTX of measured ones at random and looks whether clsmem-lint crashes or hangs on them:
#   sh tests/lint/fuzz.sh FUZZER SECONDS [SEED [FOLDER]]
# What went wrong is printed, and kept in FOLDER where one is named.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tab=$(printf '\t')
if [ $# -ge 4 ]; then
    folder=$4
    mkdir -p "$folder"
else
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi

# rows FILE: its first columns by name, in the order that the fuzzer wants; PATH is made by `path`.
rows()
{
    awk -F"$tab" -v OFS="$tab" -v path="$2" -v folder="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) place[$i] = i; next }
        {
            name = folder "/" $place[path] (path == "kernel" ? ".cl" : "")
            print name, $place["kernel"], $place["build_options"], $place["global"], $place["local"], $place["arguments"]
        }' "$1"
}

oracles=$here/../oracles
{
    for name in breadth right wrong; do
        rows "$here/$name.tsv" file "$here/$name"
    done
    rows "$oracles/nvidia_cc90_kernels.tsv" kernel "$oracles/kernels"
    rows "$oracles/nvidia_cc90_kernels.tsv" ptx "$oracles/ptx"
    rows "$oracles/more/nvidia_cc90_more.tsv" kernel "$oracles/more/kernels"
    rows "$oracles/more/nvidia_cc90_more.tsv" ptx "$oracles/more/ptx"
} >"$folder/cases"

# By a name of their own, so that a kernel that asks for a file finds none of ours.
TMPDIR=$folder "$1" "$folder" "$2" "${3:-1}" <"$folder/cases"
