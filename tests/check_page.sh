#!/bin/sh
# Runs check_page.py, which says what its arguments are; skipped (77) without Python 3.
if ! command -v python3 >/dev/null; then
    echo 'skipped: python3 is not installed'
    exit 77
fi
exec python3 "$(dirname "$0")/check_page.py" "$@"
