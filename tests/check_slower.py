"""Whether every variant that is slower than its family's first one says so in its line.

check_slower.py CLSMEM_BENCH RESULT_FILE...: the program is asked for the lines, the files for the times.
"""

import json
import re
import subprocess
import sys

# A wound names its conflict, and rows of the family barrier say what they cost over the row without one.
WORDS = ("slower", "wound", "collide", "rival", "barrier", "sub-group waits")
TOLERANCE = 0.95


def lines_of(program):
    """What each family.variant shows."""
    said = subprocess.run([program, "--list-kernels"], capture_output=True, text=True, check=True).stdout
    lines, family, name = {}, None, None
    for line in said.splitlines():
        if re.match(r"[a-z]", line):
            family, name = line.split(":")[0], None
        elif (found := re.match(r"  ([a-z0-9_]+) +(\S.*)", line)) and family:
            name = f"{family}.{found[1]}"
            lines[name] = found[2]
        elif name and line.startswith("   "):
            lines[name] += " " + line.strip()
    return lines


def slower_rows(path):
    """(family.variant, speed over the first variant's) of rows that are slower than that at the same problem. A row whose
    time is noisy shows nothing: launches of an empty kernel take 10 % more or less from one run to the next."""
    with open(path, encoding="utf-8") as file:
        runs = json.load(file)["runs"]
    for run in runs:
        first = {}
        for row in run["rows"]:
            key = (row["kernel"], row["type"], row["mode"], json.dumps(row["shape"]))
            if row["status"] != "ok":
                continue
            time = first.setdefault(key, row["time"]["median_ns"]) / max(row["time"]["median_ns"], 1e-9)
            if time < TOLERANCE and row["time"]["verdict"] == "stable":
                yield f"{row['kernel']}.{row['variant']}", time


def main():
    lines = lines_of(sys.argv[1])
    silent = {}
    for path in sys.argv[2:]:
        for name, factor in slower_rows(path):
            if not any(word in lines.get(name, "") for word in WORDS):
                silent[name] = min(factor, silent.get(name, 1))
    for name, factor in sorted(silent.items()):
        print(f"{name} takes x{factor:.2f} of its family's first variant, and does not say so: {lines.get(name)}")
    return 1 if silent else 0


sys.exit(main())
