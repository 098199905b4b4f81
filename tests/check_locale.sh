#!/bin/sh
# Whether our programs write the same under any locale: sh tests/check_locale.sh FOLDER_OF_THE_PROGRAMS [alone]
# German has a comma in numbers. A library that is loaded first, and takes the user's locale for the whole process as a
# driver may do, must change nothing either; with "alone", for programs that no library can be loaded into, that part is
# left out.
set -eu

programs=$(cd "$1" && pwd)
alone=${2:-}
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

mkdir locale
if ! command -v localedef >/dev/null ||
    ! localedef -i de_DE -f UTF-8 locale/de_DE.UTF-8 >log 2>&1 && [ ! -e locale/de_DE.UTF-8/LC_NUMERIC ]; then
    echo 'locale: skipped: no German locale can be made here'
    exit 77
fi
export LOCPATH="$work/locale"
cat >comma.c <<'C'
#include <locale.h>
#include <stdio.h>
__attribute__((constructor)) static void take_locale(void) { setlocale(LC_ALL, ""); }
#ifdef SHOW
int main(void) { return printf("%.1f\n", 1.5) != 4; }
#endif
C
cc -D SHOW comma.c -o comma
[ "$(LC_ALL=de_DE.UTF-8 ./comma)" = 1,5 ] || {
    echo 'locale: skipped: the German locale is made, but not used'
    exit 77
}
cc -shared -fPIC comma.c -o comma.so

# write FOLDER: what the programs write, with what the caller set.
write()
{
    mkdir "$1"
    for path in "$programs"/clsmem-*; do
        [ -f "$path" ] && [ -x "$path" ] || continue
        "$path" --help >"$1/${path##*/}.help"
        "$path" --help=man >"$1/${path##*/}.man"
    done
    "$programs/clsmem-bench" --list-kernels >"$1/kernels"
    "$programs/clsmem-probe" --from "$top/tests/profiles/figures.json" --json "$1/profile.json" --csv "$1/profile.csv" \
        >"$1/probe"
    "$programs/clsmem-banks" --search --tile 64x64 --access column:4,row:16 --class nv_cc5plus,cdna3 >"$1/search"
    "$programs/clsmem-banks" --tile 32x32 --column --svg "$1/banks.svg" --json "$1/banks.json" >"$1/banks"
    "$programs/clsmem-lint" --ptx "$top/tests/oracles/ptx/row03_transpose_swizzle.ptx" -g 64,64 -l 32,8 --max-degree 1.5 \
        --args 'f:4096 f:4096 i:64' --json "$1/lint.json" --sarif "$1/lint.sarif" >"$1/lint" 2>&1 || true
    "$programs/clsmem-bench" --alpha 0.5 --alpha 0,5 >"$1/refused" 2>&1 || true
    # How long something took is another time another one.
    sed -i 's/ in [0-9.,]* s$/ in TIME s/; s/"seconds": .*/"seconds": TIME/' "$1"/*
}

LC_ALL=C write plain
LC_ALL=de_DE.UTF-8 write german
[ "$alone" = alone ] || LC_ALL=de_DE.UTF-8 LD_PRELOAD="$work/comma.so" write forced
grep -q '[0-9]\.[0-9]' plain/search plain/banks.svg plain/lint plain/probe # or nothing would be shown by all this
failed=0
for other in german forced; do
    [ ! -d $other ] || diff -r plain $other >log || {
        echo "locale: differs ($other):"
        head -n 20 log
        failed=1
    }
done
exit $failed
