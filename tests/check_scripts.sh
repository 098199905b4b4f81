#!/bin/sh
# Whether every shell script parses.
set -eu

cd "$(dirname "$0")/.."
failed=0
for script in .ci/run $(find bench tests -name '*.sh'); do
    sh -n "$script" || failed=1
done
exit $failed
