#!/bin/sh
# Whether check_includes.sh finds what it looks for: each violation is planted in a copy of the tree and must be named.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
failed=0

fresh_copy()
{
    rm -rf "$copy/tree"
    mkdir "$copy/tree"
    cp -R "$top/include" "$top/host" "$top/bench" "$top/tests" "$copy/tree"
}

# plant FILE LINE RULE: with the line at the end of the file, the check must fail and name the rule.
plant()
{
    fresh_copy
    echo "$2" >>"$copy/tree/$1"
    if sh "$top/tests/check_includes.sh" "$copy/tree" >"$copy/said" || ! grep -q "^$3" "$copy/said"; then
        echo "not found: '$2' in $1, which breaks: $3"
        failed=1
    fi
}

fresh_copy
touch "$copy/tree/bench/planted.h" # so that the name of a header of bench/ is known
sh "$top/tests/check_includes.sh" "$copy/tree"

plant host/kernels/copy.c '#include "clsmem/run.h"' 'a kernel family includes only'
plant host/kernels/copy.c '#include <CL/cl.h>' 'a kernel family includes only'
plant host/kernels/copy.c 'int x(void) { return clFinish(0); }' 'a kernel family makes no'
plant include/clsmem/status.h '#include "jump.h"' 'a public header includes'
plant host/status.c '#include "../bench/planted.h"' 'the library knows nothing'
plant host/status.c '  #  include "tests/expect.h"' 'the library knows nothing'
plant host/registry.c '#include <clblast_c.h>' 'CLBlast is called in'
plant bench/main.c '#include <CL/cl.h>' 'bench/ includes no'
plant bench/main.c 'int x(void) { return clFinish(0); }' 'bench/ makes no'
plant bench/main.c '#include "jump.h"' 'bench/ sees public'
plant bench/main.c '#include "../host/embedded.h"' 'bench/ sees public'
plant host/device.c '#include "lint/memory.h"' 'the headers of host/lint/'
plant bench/lint_main.c '#include "engine.h"' 'the headers of host/lint/'
plant host/lint/engine.c '#include <llvm-c/Core.h>' 'LLVM is included in'
plant bench/main.c '#include <llvm-c/Core.h>' 'LLVM is included in'
plant tests/test_planted.c '' 'every test file has'
plant host/status.c '#include "clsmem/run.h"' 'modules do not depend'
plant host/bank.c '#include "clsmem/lint.h"' 'modules do not depend'
plant include/clsmem/measure.h '#include "clsmem/run.h"' 'modules do not depend'

exit $failed
