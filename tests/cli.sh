#!/bin/sh
# Our programs from outside: command lines, and what they print, write and exit with.
#   sh tests/cli.sh CASES PROGRAM
# The cases stand in tests/cli/CASES.sh: those of a _unit file need no device, and see none.
set -u

cases=$1
program=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
out=$work/out
err=$work/err
case=''
failed=0

unset CLSMEM_DEVICE CLSMEM_KERNEL_DIR
# Profiles that the user keeps are not for tests; PoCL's compiled kernels may stay where they are.
export POCL_CACHE_DIR="${POCL_CACHE_DIR:-${XDG_CACHE_HOME:-${HOME:-$work}/.cache}/pocl/kcache}"
export XDG_CACHE_HOME="$work/cache"

# case_is TEXT: what the lines that follow are about.
case_is()
{
    case=$1
    command=''
}

complain()
{
    echo "$cases: $case: $*"
    [ -z "$command" ] || echo "    command: $command (exit code $code)"
    for file in "$out" "$err"; do
        awk -v name="${file##*/}" 'NR <= 20 { print "    " name ": " $0 }' "$file"
    done
    failed=1
}

# run ARGUMENTS: runs the program; what it said and its exit code are for the checks below.
run()
{
    command="${program##*/} $*"
    "$program" "$@" >"$out" 2>"$err" </dev/null
    code=$?
}

exits()
{
    [ "$code" = "$1" ] || complain "expected exit code $1"
}

out_has()
{
    grep -qF -e "$1" "$out" || complain "stdout lacks: $1"
}

out_lacks()
{
    ! grep -qF -e "$1" "$out" || complain "stdout has: $1"
}

out_is_empty()
{
    [ ! -s "$out" ] || complain 'stdout is not empty'
}

err_has()
{
    grep -qF -e "$1" "$err" || complain "stderr lacks: $1"
}

err_is_empty()
{
    [ ! -s "$err" ] || complain 'stderr is not empty'
}

# At most 120 columns of printable ASCII.
out_fits_a_terminal()
{
    ! LC_ALL=C grep -n '[^ -~]' "$out" >/dev/null || complain 'stdout is not plain ASCII'
    awk 'length > 120 { wide = 1 } END { exit wide }' "$out" || complain 'stdout is wider than 120 columns'
}

file_has()
{
    grep -qF -e "$2" "$1" || complain "$1 lacks: $2"
}

# row_is LABEL NUMBERS: what stands behind a row's label, blanks squeezed.
row_is()
{
    found=$(sed -n "s/^$1 *//p" "$out" | head -n 1 | tr -s ' ')
    [ "$found" = "$2" ] || complain "the row '$1' is '$found', not '$2'"
}

# ok COMMAND...: any other check; what it says is shown when it fails.
ok()
{
    "$@" >"$work/said" 2>&1 || complain "failed: $1 $2, $(tail -n 2 "$work/said" | cut -c -300)"
}

# refused: each line of stdin, `arguments | text`, must end with exit code 2, a stderr with the text, and no output.
refused()
{
    while IFS='|' read -r arguments text; do
        eval "run $arguments"
        exits 2
        out_is_empty
        err_has "${text# }"
    done
}

# python CODE ARGUMENTS: a check in Python; without Python it is left out.
python()
{
    command -v python3 >/dev/null || return 0
    ok python3 -c "$@"
}

is_json()
{
    python 'import json, sys; json.load(open(sys.argv[1]))' "$1"
}

. "$top/tests/cli/$cases.sh"
exit $failed
