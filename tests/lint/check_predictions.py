"""Whether nothing is wrong with the suite's kernels, and whether host/predictions.tsv is what clsmem-lint predicts of it.

check_predictions.py PROGRAM TABLE [KERNELS]

With KERNELS ("gemm.tiled*,transpose.*") only those are looked at, and the table is not compared. Exit code 77:
clsmem-lint reads no OpenCL C here.
"""

import os
import subprocess
import sys
import tempfile

from check_common import expect, skip_without_source, verdict

MOST_SHOWN = 10


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def compare(table, made):
    """Says which rows differ; a row is known by its first four columns."""
    own, other = ({"\t".join(line.split("\t")[:4]): line for line in lines_of(path)} for path in (table, made))
    off = [key for key in sorted(own.keys() | other.keys()) if own.get(key) != other.get(key)]
    expect(not off, f"{len(off)} rows of {os.path.basename(table)} are not what clsmem-lint --suite all --predictions "
                    "writes today:")
    for key in off[:MOST_SHOWN]:
        expect(False, f"  table: {own.get(key, 'nothing')}\n  today: {other.get(key, 'nothing')}")
    expect(off or lines_of(table) == lines_of(made), "the rows stand in another order")


def main():
    program, table, *kernels = sys.argv[1:]
    skip_without_source(program)
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "predictions.tsv")
        command = [program, "--suite", kernels[0] if kernels else "all", "--predictions", made]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        expect(done.returncode == 0, f"exit code {done.returncode}: {done.stderr}{done.stdout}")
        if not os.path.exists(made):
            expect(False, "nothing was written")
        elif not kernels:
            compare(table, made)
        else:
            expect(len(lines_of(made)) > 1, "nothing was predicted")
            print(f"{kernels[0]} alone; {os.path.basename(table)} is not compared")
    return verdict()


sys.exit(main())
