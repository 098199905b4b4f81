#!/bin/sh
# Whether the programs colour their text on a terminal alone, and not even there with NO_COLOR, and keep to 120 columns:
#   sh tests/check_terminal.sh FOLDER_OF_THE_PROGRAMS
set -eu

command -v python3 >/dev/null || {
    echo 'terminal: skipped: there is no python3'
    exit 77
}
exec python3 "$(dirname "$0")/check_terminal.py" "$1"
