"""Whether clsmem-lint runs the kernels of breadth/ to their end, or refuses by name what it has to refuse.

check_breadth.py PROGRAM    PROGRAM: clsmem-lint

breadth.tsv: `expected` is "runs" or "refused: WORD"; `findings` has the words of what is wrong with a kernel that is
as it is met in the wild; `pocl` is "runs" where PoCL 3.1 can tell the right values, else what it lacks.
"""

import sys

from check_common import expect, rows_of, run_lint, skip_without_source, verdict, words


def check(program, row):
    code, findings, text = run_lint(program, row)
    name = f"breadth/{row['file']}, {row['kernel']} {row['build_options']}".rstrip()
    if row["expected"].startswith("refused: "):
        expect(code == 2 and row["expected"][len("refused: "):] in text and text.count("\n") == 0,
               f"{name}: exit code {code}, not refused in one line: {text}")
        return
    errors = sorted({finding["kind"] for finding in findings if finding["error"]})
    expect(code in (0, 1), f"{name}: exit code {code}: {text}")
    expect(errors == sorted(words(row["findings"])), f"{name}: {errors}")


def main():
    skip_without_source(sys.argv[1])
    rows = rows_of("breadth")
    for row in rows:
        check(sys.argv[1], row)
    print(f"{len(rows)} kernels, {sum(row['expected'] == 'runs' for row in rows)} of them to run")
    return verdict()


sys.exit(main())
