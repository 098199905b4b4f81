#!/bin/sh
# clsmem-banks from outside: command lines, and what they print, write and exit with.
#   sh tests/banks_cli.sh unit|device PROGRAM
# `unit` needs no device and sees none; `device` is for --index, which needs a CPU device.
set -u

label=$1
program=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
out=$work/out
err=$work/err
case=''
command=''
code=''
failed=0

case_is()
{
    case=$1
    command=''
}

complain()
{
    echo "$label: $case: $*"
    [ -z "$command" ] || echo "    command: $command (exit code $code)"
    for file in "$out" "$err"; do
        [ ! -s "$file" ] || sed "s/^/    $(basename "$file"): /; 12q" "$file"
    done
    failed=1
}

banks()
{
    command="clsmem-banks $*"
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

# numbers NAME: the numbers behind a row's label, in one line.
row_is()
{
    found=$(sed -n "s/^$1 *//p" "$out" | head -n 1 | tr -s ' ')
    [ "$found" = "$2" ] || complain "the row '$1' is '$found', not '$2'"
}

# refused: each line of stdin, `arguments | text`, must end with exit code 2, a stderr with the text, and no output.
refused()
{
    while IFS='|' read -r arguments text; do
        eval "banks $arguments"
        exits 2
        out_is_empty
        err_has "${text# }"
    done
}

# python CODE ARGUMENTS: a check in Python; without Python it is left out.
python()
{
    command -v python3 >/dev/null || return 0
    python3 -c "$@" >"$work/said" 2>&1 || complain "$(tail -n 2 "$work/said" | cut -c -300)"
}

. "$top/tests/banks_cli/$label.sh"
exit $failed
