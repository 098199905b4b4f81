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
