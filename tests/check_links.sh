#!/bin/sh
# Whether clsmem-lint alone links the lint's library, and LLVM with it: LLVM and an OpenCL runtime that brings its own do
# not go together in one process.
#   sh tests/check_links.sh LINT PROGRAM...
set -eu

failed=0

# has_lint PROGRAM: whether the lint's library is in it.
has_lint()
{
    nm "$1" | grep -q ' [Tt] clsmem_lint_load$'
}

lint=$1
shift
has_lint "$lint" || {
    echo "nm finds no clsmem_lint_load in $lint, so it would find it nowhere"
    exit 1
}
for program in "$@"; do
    if has_lint "$program"; then
        echo "$program links the lint's library"
        failed=1
    fi
    if ldd "$program" | grep -i 'libllvm'; then
        echo "$program links LLVM"
        failed=1
    fi
done
exit $failed
