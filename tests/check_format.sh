#!/bin/sh
# Whether all C is laid out as .clang-format says: sh tests/check_format.sh. Skipped (77) without clang-format 14, since
# other versions lay out differently. `sh tests/check_format.sh --fix` lays it out.
set -eu

cd "$(dirname "$0")/.."
if ! command -v clang-format-14 >/dev/null; then
    echo 'skipped: clang-format-14 is not installed'
    exit 77
fi

mode='--dry-run --Werror'
if [ "${1:-}" = --fix ]; then
    mode=-i
fi
find include host bench tests -name '*.[ch]' -exec clang-format-14 --style=file $mode {} +

# A kernel's attributes stand on a line of their own, which clang-format would join with the next; as comments they stay.
failed=0
for file in cl/*.cl host/*.cl; do
    laid_out=$(sed -E 's|^(__kernel __attribute__.*\)\))$|// \1|' "$file" |
        clang-format-14 --style=file --assume-filename=kernel.c | sed -E 's|^// (__kernel __attribute__.*\)\))$|\1|')
    [ "$laid_out" = "$(cat "$file")" ] && continue
    if [ "$mode" = -i ]; then
        printf '%s\n' "$laid_out" >"$file"
    else
        echo "$file is not laid out: sh tests/check_format.sh --fix"
        failed=1
    fi
done
exit $failed
