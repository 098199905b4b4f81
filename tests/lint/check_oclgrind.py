"""Whether clsmem-lint finds the fault of every kernel in wrong/ and none in right/, and what Oclgrind says of them.

check_oclgrind.py PROGRAM [alone]    PROGRAM: clsmem-lint; "alone": without Oclgrind

wrong.tsv: `finding` and `line` are what clsmem-lint has to say (`also`: what it may say besides, which follows from
the same fault); `oclgrind` what Oclgrind 21.10 does with each of the settings below; the last column says, where the
two differ, who is right and why. right.tsv: `advice` has the lines of barriers that order nothing.

Exit code 77: Oclgrind 21.10 is not installed (clsmem-lint was still checked), or clsmem-lint reads no OpenCL C.
"""

import re
import shutil
import subprocess
import sys
import tempfile

from check_common import SKIPPED, expect, rows_of, run_lint, skip_without_source, values_of, verdict, words

VERSION = "21.10"
CHECKS = ["--data-races", "--uninitialized", "--uniform-writes"]
SETTINGS = {
    "default": ([], ""),
    "checks": (CHECKS, ""),
    "unoptimised": (CHECKS, "-cl-opt-disable"),
}
RACES = ("write-write-race", "read-write-race", "lock-step-race", "same-value-race")
BARRIERS = ("divergent-barrier", "different-barriers")
LEAST_MISSED = 8

# What Oclgrind calls it.
MESSAGES = {
    **dict.fromkeys(RACES, r"data race|without waiting for events"),
    **dict.fromkeys(BARRIERS, r"Work-group divergence"),
    **dict.fromkeys(("out-of-bounds", "null-pointer"), r"Invalid (read|write) of size"),
    "uninitialised-read": r"Uninitialized value",
    "misaligned": r"not aligned",
    "divergent-sub-group": r"divergence",
    "write-to-constant": r"constant",
    "trap": r"trap instruction",
}
ANY_MESSAGE = r"^(Invalid|Uninitialized|Work-|.*data race|Index )"


def simulation_of(row):
    """The row as Oclgrind's .sim file."""
    lines = [row["path"], row["kernel"]]
    lines += [" ".join((row[key].split(",") + ["1", "1"])[:3]) for key in ("global", "local")] + [""]
    for index, spec in enumerate(row["arguments"].split()):
        kind, _, rest = spec.partition(":")
        if kind == "0":
            lines.append("<null>")
        elif kind == "l":
            lines.append(f"<size={rest}>")
        elif kind == "i":
            lines += ["<size=4 int>", rest]
        else:
            name, values = values_of(index, spec)
            size = {"float": 4, "uint": 4, "uchar": 1}[name] * len(values)
            lines += [f"<size={size} {name}>", " ".join(map(repr, values))]
    return "\n".join(lines) + "\n"


def run_oclgrind(row, setting):
    """What Oclgrind prints, and whether it comes to the kernel's end."""
    switches, options = SETTINGS[setting]
    options = " ".join(filter(None, (options, row["build_options"])))
    with tempfile.NamedTemporaryFile("w", suffix=".sim") as file:
        file.write(simulation_of(row))
        file.flush()
        command = ["oclgrind-kernel", "--num-threads", "1", "--max-errors", "2500", *switches]
        if options:
            command += ["--build-options", options]
        done = subprocess.run([*command, file.name], capture_output=True, text=True, timeout=120, check=False)
    text = done.stdout + done.stderr
    return text, done.returncode == 0 and "FATAL" not in text


def word_of(row, setting, message, when_there, when_not):
    text, is_complete = run_oclgrind(row, setting)
    if re.search(message, text, re.MULTILINE):
        return when_there
    return when_not if is_complete else "fails"


def check_oclgrind(wrong, right):
    missed = 0
    for row in wrong:
        found = [word_of(row, setting, MESSAGES[row["finding"]], "finds", "misses") for setting in SETTINGS]
        expect(" ".join(found) == row["oclgrind"],
               f"Oclgrind on wrong/{row['file']}: {' '.join(found)}, but the table has {row['oclgrind']}")
        missed += row["finding"] in RACES + BARRIERS and found[0] != "finds"
    for row in right:
        found = [word_of(row, setting, ANY_MESSAGE, "accuses", "silent") for setting in SETTINGS]
        expect(" ".join(found) == row["oclgrind"],
               f"Oclgrind on right/{row['file']}: {' '.join(found)}, but the table has {row['oclgrind']}")
    for row in wrong + right:
        differs = any(word in row["oclgrind"] for word in ("misses", "fails", "accuses"))
        expect(bool(row["who_is_right"]) == differs, f"{row['file']}: the table's last column is for differences")
    expect(missed >= LEAST_MISSED, f"Oclgrind's default settings miss only {missed} races and barriers")
    print(f"Oclgrind's default settings miss {missed} races and barriers of {len(wrong)} faults")


def lines_of(finding):
    """The lines of both ends: which of two accesses comes second is the engine's order, not the kernel's."""
    return {finding["place"]["line"], finding.get("other", finding["place"])["line"]}


def check_wrong(program, row):
    code, findings, text = run_lint(program, row)
    told = [(finding["kind"], sorted(lines_of(finding))) for finding in findings]
    name = f"wrong/{row['file']}"
    expect(any(finding["kind"] == row["finding"] and int(row["line"]) in lines_of(finding) for finding in findings),
           f"{name}: no {row['finding']} in line {row['line']}: {text or told}")
    for finding in findings:
        expect(not finding["error"] or finding["kind"] in [row["finding"], *words(row["also"])],
               f"{name}: {finding['kind']} besides in lines {sorted(lines_of(finding))}")
    expect(code == (1 if any(finding["error"] for finding in findings) else 0), f"{name}: exit code {code}")


def check_right(program, row):
    code, findings, text = run_lint(program, row)
    told = [(finding["kind"], sorted(lines_of(finding))) for finding in findings]
    advice = sorted(finding["place"]["line"] for finding in findings if finding["kind"] == "redundant-barrier")
    name = f"right/{row['file']}"
    expect(code == 0 and not any(finding["error"] for finding in findings), f"{name}: exit code {code}, {text or told}")
    expect(advice == list(map(int, words(row["advice"]))), f"{name}: redundant barriers in lines {advice}")


def check_marks(wrong):
    """The table's line is the one that the kernel says is wrong."""
    for row in wrong:
        with open(row["path"], encoding="utf-8") as file:
            marked = [number for number, line in enumerate(file, 1) if "/* wrong */" in line]
        expect(marked == [int(row["line"])], f"wrong/{row['file']}: marked in {marked}, not in {row['line']}")


def has_oclgrind():
    if not shutil.which("oclgrind-kernel"):
        return False
    done = subprocess.run(["oclgrind-kernel", "--version"], capture_output=True, text=True, check=False)
    return VERSION in done.stdout


def main():
    program, *how = sys.argv[1:]
    wrong, right = rows_of("wrong"), rows_of("right")
    skip_without_source(program)
    check_marks(wrong)
    for row in wrong:
        check_wrong(program, row)
    for row in right:
        check_right(program, row)
    if how == ["alone"]:
        print(f"{len(wrong)} wrong kernels and {len(right)} right ones")
        return verdict()
    if has_oclgrind():
        check_oclgrind(wrong, right)
        return verdict()
    print(f"Oclgrind {VERSION} is not installed")
    return verdict() or SKIPPED


sys.exit(main())
