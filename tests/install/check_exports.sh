#!/bin/sh
# Whether a shared library exports what its headers declare, and nothing else: check_exports.sh LIBRARY INCLUDE CC.
# The compiler says what the headers declare; that of libclsmem-lint is no part of the library. Symbols of the version
# CLSMEM_PRIVATE are for our own lint.
set -eu

library=$1
include=$2
compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for header in "$include"/clsmem/*.h; do
    case ${header##*/} in
    lint*) ;;
    *) echo "#include \"clsmem/${header##*/}\"" ;;
    esac
done >"$work/all.c"
if ! "$compiler" -std=c17 -I "$include" -aux-info "$work/declared" -S -o "$work/all.s" "$work/all.c" 2>"$work/log"; then
    echo "check_exports: skipped: $compiler does not list declarations (-aux-info)"
    exit 77
fi
grep '/clsmem/[a-z_]*\.h:.* extern ' "$work/declared" | sed -n 's/^[^(]*[ *]\(clsmem_[a-z0-9_]*\) (.*/\1/p' |
    sort -u >"$work/headers"
nm -D --defined-only --with-symbol-versions "$library" | awk '$2 != "A" { print $3 }' | grep -v '@@*CLSMEM_PRIVATE$' |
    sed 's/@.*//' | sort -u >"$work/exported"

[ -s "$work/headers" ] && [ "$(wc -l <"$work/headers")" -ge 100 ] || {
    echo "only $(wc -l <"$work/headers") functions were found in $include/clsmem"
    exit 1
}
if ! diff "$work/headers" "$work/exported" >"$work/diff"; then
    sed -n 's/^< /declared, but not exported: /p; s/^> /exported, but in no header: /p' "$work/diff"
    exit 1
fi
echo "$(wc -l <"$work/exported") exported functions, all of the headers"
