#!/bin/sh
# Runs a check of this folder, which says what its arguments are; skipped (77) without Python 3:
#   sh tests/lint/check.sh NAME ARGUMENTS...
if ! command -v python3 >/dev/null; then
    echo 'skipped: python3 is not installed'
    exit 77
fi
name=$1
shift
exec python3 -B "$(dirname "$0")/check_$name.py" "$@"
