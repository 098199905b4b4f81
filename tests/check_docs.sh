#!/bin/sh
# Whether Doxygen makes the API page without a warning, and every function, struct and enum of the public headers has
# its words:
#   sh tests/check_docs.sh DOXYFILE
set -eu

command -v doxygen >/dev/null || {
    echo 'docs: skipped: there is no doxygen'
    exit 77
}
doxyfile=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# make NAME SETTINGS...: the page, in a folder of that name; what doxygen warns of is in NAME.said.
make()
{
    name=$1
    shift
    mkdir "$work/$name"
    {
        cat "$doxyfile"
        printf '%s\n' "OUTPUT_DIRECTORY=$work/$name" "$@"
    } >"$work/$name.doxyfile"
    cmake -D DOXYGEN=doxygen -D DOXYFILE="$work/$name.doxyfile" -P "$here/../cmake/doxygen.cmake" \
        >"$work/$name.said" 2>&1
}

failed=0
make page || {
    cat "$work/page.said"
    failed=1
}
# A function, a struct, a field without words, a word of a list.
for word in clsmem_bank_cost clsmem_result_file_add_row most_lanes CLSMEM_BY_COLUMN; do
    grep -rq "$word" "$work/page/html" || {
        echo "docs: the page lacks $word"
        failed=1
    }
done

# What is without words is said, each kind of it; a field is not.
mkdir "$work/include"
cat >"$work/include/bare.h" <<'HEADER'
/* A header. */
#define CLSMEM_BARE_NUMBER 1
struct clsmem_bare_struct {
    int bare_field;
};

enum clsmem_bare_enum { CLSMEM_BARE_WORD };

int clsmem_bare_function(int number);

/* A function. */
int clsmem_clothed_function(int number);
HEADER
if make bare "INPUT=$work/include"; then
    echo 'docs: what is not documented passes'
    failed=1
fi
found=$(sed -n 's/.* warning: [MC][a-z]* \([a-zA-Z_]*\).* is not documented\.$/\1/p' "$work/bare.said" |
    sort | tr '\n' ' ')
[ "$found" = 'clsmem_bare_enum clsmem_bare_function clsmem_bare_struct ' ] || {
    echo "docs: not documented are '$found'"
    cat "$work/bare.said"
    failed=1
}
exit $failed
