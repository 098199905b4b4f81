#!/bin/sh
# Whether the workflows for GitHub parse, their shell steps do what they should, and README.md's example fits them:
#   sh tests/check_workflows.sh FOLDER_OF_THE_PROGRAMS
set -eu

if ! command -v python3 >/dev/null || ! python3 -c 'import yaml' 2>/dev/null || ! command -v bash >/dev/null; then
    echo 'workflows: skipped: there is no python3 with yaml, or no bash'
    exit 77
fi
exec python3 "$(dirname "$0")/check_workflows.py" "$1"
