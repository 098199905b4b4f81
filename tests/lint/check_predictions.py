"""Whether nothing is wrong with the suite's kernels, and whether host/predictions.tsv is what clsmem-lint predicts of it.

check_predictions.py PROGRAM TABLE [KERNELS]

With KERNELS ("gemm.tiled*,transpose.*") only those are looked at, and the table is not compared. Exit code 77:
clsmem-lint reads no OpenCL C here.
"""

import concurrent.futures
import os
import subprocess
import sys
import tempfile

from check_common import FOLDER, expect, skip_without_source, verdict

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


def families_of(table):
    """In the table's order, which is the suite's; all that have a kernel file."""
    families = list(dict.fromkeys(line.split(".")[0] for line in lines_of(table) if not line.startswith("#")))
    kernels = os.path.join(FOLDER, "..", "..", "cl")
    there = {name[:-3] for name in os.listdir(kernels) if name.endswith(".cl")}
    expect(there == set(families), f"the table has {sorted(families)}, and there are {sorted(there)}")
    return families


def predict(program, selection, made):
    """Lines that are written of a part of the suite; None where none were."""
    done = subprocess.run([program, "--suite", selection, "--predictions", made], capture_output=True, text=True,
                          check=False)
    expect(done.returncode == 0, f"--suite {selection}: exit code {done.returncode}: {done.stderr}{done.stdout}")
    return lines_of(made) if os.path.exists(made) else None


def main():
    program, table, *kernels = sys.argv[1:]
    skip_without_source(program)
    with tempfile.TemporaryDirectory() as folder:
        if kernels:
            made = predict(program, kernels[0], os.path.join(folder, "some.tsv"))
            expect(made and len(made) > 1, "nothing was predicted")
            print(f"{kernels[0]} alone; {os.path.basename(table)} is not compared")
            return verdict()
        families = families_of(table)
        # A compiler's child process leaves a core idle, and a run of one family the others.
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            parts = list(pool.map(lambda name: predict(program, name, os.path.join(folder, name)), families))
        head = next((part[:1] for part in parts if part), [])
        made = os.path.join(folder, "predictions.tsv")
        with open(made, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in head + [line for part in parts for line in (part or [])[1:]])
        compare(table, made)
    return verdict()


sys.exit(main())
