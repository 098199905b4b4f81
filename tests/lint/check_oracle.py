"""Whether clsmem-lint predicts what an NVIDIA H200 counted: `clsmem-lint --expect`, and how many rows have to be right.

check_oracle.py PROGRAM ptx|nvidia FOLDER TABLE EXACT AMONG [LLVM]

FOLDER/TABLE has the measured numbers, FOLDER/ptx and FOLDER/kernels what was measured. EXACT rows at least have to come
out exactly, in AMONG the measured value has to be among the candidates: "34" rows, or "85%" of them. With LLVM, the
version of the compiler, the rows that are off must be those of oracle_exceptions.tsv, whose last column says what the
driver's compiler did.
"""

import csv
import math
import os
import re
import subprocess
import sys

from check_common import FOLDER, expect, skip_without_source, verdict

LINE = re.compile(r"(line \d+: .*?): (exact|off)(, the accesses were not joined|, it does not run: .*)?"
                  r"(; sectors and operations (?:agree|are off))?$")
JOINED = {None: "off", ", the accesses were not joined": "not joined"}


def rows_of_output(text):
    """{row: "exact", "not joined", "off" or why it does not run}"""
    rows = {}
    for line in text.splitlines():
        match = LINE.match(line)
        if match:
            row, word, how, _ = match.groups()
            rows[row] = word if word == "exact" else JOINED.get(how, how)
    return rows


def least_of(word, count):
    return math.ceil(int(word[:-1]) * count / 100) if word.endswith("%") else int(word)


def exceptions_of(table, view, version):
    with open(os.path.join(FOLDER, "oracle_exceptions.tsv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        expect(row["why"], f"oracle_exceptions.tsv: {row['row']} has no explanation")
    return {f"line {row['line']}: {row['row']}": row["outcome"] for row in rows
            if row["table"] == table and row["view"] == view and version in row["llvm"].split(",")}


def check_exceptions(rows, listed):
    for row, outcome in rows.items():
        expect(outcome == listed.get(row, "exact"),
               f"{row}: {outcome}, but oracle_exceptions.tsv has {listed.get(row, 'nothing of it')}")
    for row in listed.keys() - rows.keys():
        expect(False, f"{row}: stands in oracle_exceptions.tsv, but not in the table")


def main():
    program, view, folder, table, exact_word, among_word, *version = sys.argv[1:]
    command = [program, "--expect", os.path.join(folder, table)]
    if view == "ptx":
        command += ["--ptx-dir", os.path.join(folder, "ptx")]
    else:
        skip_without_source(program)
        command += ["--kernel-dir", os.path.join(folder, "kernels"), "--view", view]
    done = subprocess.run(command, capture_output=True, text=True, timeout=800, check=False)
    rows = rows_of_output(done.stdout)
    exact = sum(outcome == "exact" for outcome in rows.values())
    among = sum(outcome in ("exact", "not joined") for outcome in rows.values())
    expect(rows, f"no rows: {done.stdout[-400:]}{done.stderr}")
    expect(f"\n{exact} of {len(rows)} rows exact\n" in done.stdout, f"{exact} of {len(rows)} is not what it says itself")
    expect(done.returncode == (0 if exact == len(rows) else 1), f"exit code {done.returncode}: {done.stderr}")
    expect(exact >= least_of(exact_word, len(rows)), f"{exact} of {len(rows)} rows exact, not {exact_word}")
    expect(among >= least_of(among_word, len(rows)),
           f"{among} of {len(rows)} with the measured value among the candidates, not {among_word}")
    if version:
        check_exceptions(rows, exceptions_of(table, view, version[0]))
    print(f"{exact} of {len(rows)} rows exact, {among} with the measured value among the candidates")
    if verdict():
        print("\n".join(f"    {row}: {outcome}" for row, outcome in rows.items() if outcome != "exact"))
        return 1
    return 0


sys.exit(main())
