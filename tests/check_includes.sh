#!/bin/sh
# Whether the dependencies between our folders and modules point one way: sh tests/check_includes.sh [top folder].
# Each rule prints the lines that break it, under the rule.
set -eu

cd "${1:-$(dirname "$0")/..}"
broken=0

# rule TEXT LINES
rule()
{
    [ -n "$2" ] || return 0
    printf '%s:\n%s\n' "$1" "$2"
    broken=1
}

# includes PATH...: every include line below the paths, as file:line:text.
includes()
{
    grep -rnE --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include' "$@" || true
}

# Names of the headers below a folder, as one alternative of a regular expression.
headers()
{
    find "$1" -name '*.h' | sed 's|.*/||; s|\.|\\.|' | paste -sd '|' -
}

private=$(headers host)
lint=$(headers host/lint)
bench=$(headers bench)

rule 'a kernel family includes only clsmem/kernel.h, clsmem/layout.h and the C library' \
    "$(includes host/kernels | grep -vE '"clsmem/(kernel|layout)\.h"|<[a-z_]+\.h>' || true)"
rule 'a kernel family makes no OpenCL call' \
    "$(grep -rnE --include='*.c' '\b(cl|CLBlast)[A-Z][A-Za-z0-9]*\(' host/kernels || true)"
rule 'a public header includes only public headers' \
    "$(includes include | grep -vE '"clsmem/[a-z_]+\.h"|<[A-Za-z_]+(/[a-z_]+)?\.h>' || true)"
rule 'the library knows nothing of bench/ and tests/' \
    "$(includes include host | grep -E "\"[^\"]*(bench|tests)/${bench:+|\"($bench)\"}" || true)"
rule 'CLBlast is called in host/clblast.c alone' \
    "$(includes include host bench | grep 'clblast_c\.h' | grep -v '^host/clblast\.c:' || true)"
rule 'bench/ includes no OpenCL header' "$(includes bench | grep -E '<(CL|OpenCL)/' || true)"
rule 'bench/ makes no OpenCL call' \
    "$(grep -rnE --include='*.[ch]' '\b(cl|CLBlast)[A-Z][A-Za-z0-9]*\(' bench || true)"
rule 'bench/ sees public headers only' "$(includes bench | grep -v '"clsmem/' | grep -E "\"(.*/)?($private)\"|\"[^\"]*host/" || true)"
rule 'the headers of host/lint/ are for host/lint/ and its tests alone' \
    "$(includes include host bench | grep -v '^host/lint/' | grep -E "\"(lint/|.*/lint/)?($lint)\"" || true)"
rule 'LLVM is included in host/lint/llvm*.[ch] alone' \
    "$(includes include host bench tests | grep -E '[<"]llvm(-c)?/' | grep -v '^host/lint/llvm[a-z_]*\.[ch]:' || true)"
rule 'every test file has its line in tests/suites.h' \
    "$(for file in tests/test_*.c; do
        suite=${file#tests/test_}
        grep -q "^    X(${suite%.c}, " tests/suites.h || echo "$file"
    done)"

# A file belongs to the module of the public header whose name it begins with: device_info.c to device. The jumps and
# the names of OpenCL's errors are parts of device. All of host/lint/ is one module, lint_suite.h included.
modules=$(find include/clsmem -name '*.h' | sed 's|.*/||; s|\.h$||' | sort -r | paste -sd ' ' -)
cycles=$(includes include host | grep -v '^host/kernels/' | awk -v modules="$modules" \
    -v lint="$(find host/lint -name '*.h' | sed 's|.*/||' | paste -sd ' ' -)" '
    function module(path, name, i)
    {
        if (path ~ /^host\/lint\//)
            return "lint"
        name = path
        sub(/.*\//, "", name)
        sub(/\.[ch]$/, "", name)
        for (i = 1; i in list; i++)
            if (name == list[i] || index(name, list[i] "_") == 1)
                return list[i] == "lint_suite" ? "lint" : list[i]
        return name == "jump" ? "status" : name == "jump_cl" || name == "cl_error" ? "device" : name
    }
    BEGIN {
        split(modules, list, " ")
        count = split(lint, headers, " ")
        for (i = 1; i <= count; i++)
            is_lint[headers[i]] = 1
    }
    match($0, /"[^"]*"/) {
        from = module(substr($0, 1, index($0, ":") - 1))
        to = substr($0, RSTART + 1, RLENGTH - 2)
        to = from == "lint" && to in is_lint ? "lint" : module(to)
        if (from != to)
            print from, to
    }' | sort -u | tsort 2>&1 >/dev/null || true)
rule 'modules do not depend on each other in a circle' "$cycles"

exit $broken
