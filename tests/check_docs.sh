#!/bin/sh
# Whether Doxygen makes the API page without a warning, and every function of the public headers has its words:
#   sh tests/check_docs.sh DOXYFILE
set -eu

command -v doxygen >/dev/null || {
    echo 'docs: skipped: there is no doxygen'
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# try NAME SETTINGS...: what doxygen warns of.
try()
{
    name=$1
    shift
    mkdir "$work/$name"
    {
        cat "$doxyfile"
        printf '%s\n' "OUTPUT_DIRECTORY=$work/$name" WARN_AS_ERROR=NO "WARN_LOGFILE=$work/$name.warnings" "$@"
    } >"$work/Doxyfile"
    doxygen "$work/Doxyfile" >"$work/said" 2>&1 || cat "$work/said" >>"$work/$name.warnings"
    cat "$work/said" >>"$work/$name.warnings"
}

doxyfile=$1
failed=0
try page
[ ! -s "$work/page.warnings" ] || {
    cat "$work/page.warnings"
    failed=1
}
for word in clsmem_bank_cost clsmem_result_file_add_row; do
    grep -rq "$word" "$work/page/html" || {
        echo "docs: the page lacks $word"
        failed=1
    }
done
# A field or a word of a list may speak for itself; a function says what it does, who owns what, and how it fails.
try words EXTRACT_ALL=NO WARN_IF_UNDOCUMENTED=YES
if grep '(function).*is not documented' "$work/words.warnings"; then
    failed=1
fi
grep -q 'is not documented' "$work/words.warnings" || { # or the search above would find nothing whatever it looks at
    echo 'docs: doxygen no longer says what is not documented'
    failed=1
}
exit $failed
