"""What the checks of tests/lint share: tables of kernels, buffers as their specs tell, and runs of clsmem-lint."""

import csv
import json
import os
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77

failures = []


def expect(condition, text):
    if not condition:
        failures.append(text)


def verdict():
    """Prints what failed; the exit code."""
    for text in failures:
        print(text)
    return 1 if failures else 0


def skip_without_source(program):
    """Ends with exit code 77 where clsmem-lint reads no OpenCL C."""
    kernel = os.path.join(FOLDER, "right", "guarded_load.cl")
    done = subprocess.run([program, kernel, "--list-kernels"], capture_output=True, text=True, check=False)
    if done.returncode == 2:
        print(f"skipped: {done.stderr.strip()}")
        sys.exit(SKIPPED)


def rows_of(name):
    """The rows of tests/lint/NAME.tsv, each with the path of its kernel; every kernel of the folder has one."""
    with open(os.path.join(FOLDER, name + ".tsv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        if None in row or None in row.values():
            raise ValueError(f"{name}.tsv: {row['file']} has another number of columns than the head line")
        row["path"] = os.path.join(FOLDER, name, row["file"])
    there = {file for file in os.listdir(os.path.join(FOLDER, name)) if file.endswith(".cl")}
    expect(there == {row["file"] for row in rows}, f"{name}.tsv and the kernels in {name}/ are not the same")
    return rows


def values_of(index, spec):
    """Type and elements of a buffer, by the generator of every clsmem-lint: argument `index`, "u:128:16"."""
    kind, count, *rest = spec.split(":")
    limit = int(rest[0]) if rest else 0
    if kind == "c":
        return "uint", [limit] * int(count)
    x = 1 + index
    values = []
    for _ in range(int(count)):
        x = (x * 1664525 + 1013904223) % 2**32
        r = x >> 8
        values.append({"f": (r & 0xffff) / 65536, "b": r & 255, "u": r % limit if limit else r}[kind])
    return {"f": "float", "b": "uchar", "u": "uint"}[kind], values


def run_lint(program, row):
    """(exit code, findings, what it says on stderr) of one row in the source view."""
    command = [program, row["path"], "--kernel", row["kernel"], "--global", row["global"], "--local", row["local"],
               "--json", "-"]
    if row["arguments"]:
        command += ["--args", row["arguments"]]
    if row["build_options"]:
        command += ["--build-options", row["build_options"]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode not in (0, 1):
        return done.returncode, [], done.stderr.strip()
    return done.returncode, json.loads(done.stdout)["reports"][0]["findings"], done.stderr.strip()


def words(text):
    return text.split(",") if text else []
