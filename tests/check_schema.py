"""Whether files keep to the schemas of bench/, and the schemas are strict and know the library's words.

check_schema.py words TOP           without a device: the schemas themselves, their words, and the files that are kept
check_schema.py compare TOP PROGRAM what clsmem-compare writes, and that any damage to it is refused
check_schema.py files SCHEMA FILE.. these result files
check_schema.py bench TOP PROGRAM   with a device: what clsmem-bench writes, and that any damage to it is refused

Exit code 77: the module jsonschema is missing.
"""

import copy
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: python3-jsonschema is not installed, or too old")
    sys.exit(77)

failures = []

FIRST, LAST = 0, -1
# Where the schemas have words that stand in X-macro lists of the headers.
WORD_LISTS = {
    ("row", "status"): ("status.h", "CLSMEM_STATUSES"),
    ("row", "type"): ("kernel.h", "CLSMEM_TYPES"),
    ("row", "unit"): ("kernel.h", "CLSMEM_UNITS"),
    ("time", "clock"): ("measure.h", "CLSMEM_CLOCKS"),
    ("time", "verdict"): ("measure.h", "CLSMEM_VERDICTS"),
    ("run", "clock", "verdict"): ("measure.h", "CLSMEM_CLOCK_VERDICTS"),
}
PROFILE_WORD_LISTS = {
    ("state", "end"): ("profile.h", "CLSMEM_PROBE_ENDS"),
    ("figure", "probe"): ("profile.h", "CLSMEM_PROBES"),
    ("geometry", "verdict"): ("geometry.h", "CLSMEM_GEOMETRY_VERDICTS"),
    ("timing", "pattern"): ("timing.h", "CLSMEM_PATTERNS"),
}
COMPARE_WORD_LISTS = {
    ("row", "type"): ("kernel.h", "CLSMEM_TYPES"),
    ("cell", "change"): ("compare.h", "CLSMEM_CHANGES"),
    ("cell", "obstacle"): ("compare.h", "CLSMEM_OBSTACLES"),
}
# Objects that may hold any key, and keys that may be absent.
OPEN_OBJECTS = ("environment", "shape")
OPTIONAL_KEYS = ("versus", "merged", "share", "joined", "extra", "turns")


def expect(condition, text):
    if not condition:
        failures.append(text)


def load(path):
    def refuse(word):
        raise ValueError(f"{path}: {word} is not JSON")

    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_constant=refuse)


def schema_of(top):
    return load(os.path.join(top, "bench", "results.schema.json"))


def expect_valid(validator, document, name):
    for error in validator.iter_errors(document):
        failures.append(f"{name}: {error.json_path}: {error.message[:300]}")


def words_of(top, header, macro, which):
    """The words of an X-macro list: the first text in each X(...), or the last."""
    with open(os.path.join(top, "include", "clsmem", header), encoding="utf-8") as file:
        text = file.read()
    body = re.search(rf"#define {macro}\(X\)((?:.*\\\n)*.*)", text).group(1)
    return [re.findall(r'"([^"]*)"', entry)[which] for entry in re.findall(r"X\(([^)]*)\)", body)]


def expect_words(top, schema, lists, which):
    Draft202012Validator.check_schema(schema)
    for place, (header, macro) in lists.items():
        node = schema["$defs"][place[0]]
        for key in place[1:]:
            node = node["properties"][key]
        words = words_of(top, header, macro, which)
        expect(words, f"{header}: {macro} has no words")
        expect(node["enum"] == words, f"{'.'.join(place)} is {node['enum']}, but {macro} in {header} is {words}")


def check_words(top):
    expect_words(top, schema_of(top), WORD_LISTS, LAST)
    check_files(os.path.join(top, "bench", "results.schema.json"),
                sorted(glob.glob(os.path.join(top, "bench", "results", "*.json"))))
    check_profiles(top)


def check_profiles(top):
    path = os.path.join(top, "bench", "profile.schema.json")
    schema = load(path)
    kept = sorted(name for folder in ("tests", "bench")
                  for name in glob.glob(os.path.join(top, folder, "profiles", "*.json")))
    expect_words(top, schema, PROFILE_WORD_LISTS, FIRST)
    expect(list(schema["properties"]["probes"]["properties"]) == words_of(top, "profile.h", "CLSMEM_PROBES", FIRST),
           "the probes of the schema are not those of CLSMEM_PROBES")
    expect(len(kept) >= 2, "there are no profiles to look at")
    check_files(path, kept)
    validator = Draft202012Validator(schema)
    for name in kept:
        count = 0
        for what, damaged in damages(load(name)):
            count += 1
            expect(not validator.is_valid(damaged), f"the schema of profiles accepts {what}")
        expect(count > 100, f"only {count} damages of {name} were tried")


def check_files(schema_path, paths):
    validator = Draft202012Validator(load(schema_path))
    for path in paths:
        expect_valid(validator, load(path), path)


def damages(document):
    """Each way to lose a key, to add one, or to give a value another type, as (what, damaged document)."""

    def walk(node, path):
        if isinstance(node, dict):
            name = path[-1] if path else ""
            for key in node:
                if name not in OPEN_OBJECTS and key not in OPTIONAL_KEYS:
                    yield f"{path} without {key}", path, lambda parent, key=key: parent.pop(key)
                yield f"{path} with a list as {key}", path, lambda parent, key=key: parent.__setitem__(key, [{}])
                yield from walk(node[key], path + [key])
            if name != "environment":
                yield f"{path} with a key of its own", path, lambda parent: parent.__setitem__("surprise", "x")
        elif isinstance(node, list):
            for index, item in enumerate(node[:4]):
                yield from walk(item, path + [index])

    for what, path, damage in walk(document, []):
        damaged = copy.deepcopy(document)
        parent = damaged
        for step in path:
            parent = parent[step]
        damage(parent)
        yield what, damaged


def set_in(document, path, value):
    changed = copy.deepcopy(document)
    node = changed
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = value
    return changed


def check_damage(validator, document):
    rows = document["runs"][0]["rows"]
    timed = next(i for i, row in enumerate(rows) if row["status"] == "ok")
    skipped = next(i for i, row in enumerate(rows) if row["status"] == "skipped")
    row = ["runs", 0, "rows", timed]
    lies = [
        (["format_version"], 1),
        (["started"], "yesterday"),
        (row + ["status"], "okay"),
        (row + ["status"], "wrong"),  # with a time, and without a reason
        (row + ["reason"], "but"),
        (row + ["time"], None),
        (row + ["time", "verdict"], "fine"),
        (row + ["time", "samples_ns"], []),
        (row + ["time", "median_ns"], None),
        (row + ["check", "wrong"], 1),
        (row + ["check", "worst_error_over_bound"], 1.5),
        (row + ["source_hash"], "0x12"),
        (["runs", 0, "rows", skipped, "reason"], ""),
        (["runs", 0, "rows", skipped, "status"], "ok"),
        (["runs", 0, "device", "max_work_item_sizes"], [1, 2]),
        (["runs", 0, "device", "usable"], False),
        (["runs", 0, "clock", "verdict"], "great"),
        (["runs", 0, "seed"], -1),
    ]
    count = 0
    for what, damaged in damages(document):
        count += 1
        expect(not validator.is_valid(damaged), f"the schema accepts {what}")
    for path, value in lies:
        expect(not validator.is_valid(set_in(document, path, value)), f"the schema accepts {value!r} at {path}")
    expect(count > 100, f"only {count} damages were tried")
    print(f"{count + len(lies)} damaged files refused")


def output_of(command):
    """What a program writes to stdout; None after any exit code but 0."""
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    expect(done.returncode == 0, f"exit code {done.returncode} of {' '.join(command)}")
    return done.stdout if done.returncode == 0 else None


def check_bench(top, program):
    schema = schema_of(top)
    validator = Draft202012Validator(schema)
    device = os.environ.get("CLSMEM_TEST_DEVICE", "cpu")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "results.json")
        # Rows with and without rates, with and without a variant to compare with, timed and skipped.
        output_of([program, "--device", device, "--quick", "--min-time", "1", "--max-time", "1", "--quiet",
                   "--kernel", "null,fma,gemm.tiled", "--size", "gemm=2000000000", "--json", path])
        document = load(path)
    expect_valid(validator, document, "clsmem-bench --json")
    expect(document["complete"] is True, "a whole run is not complete")
    if not failures:
        check_damage(validator, document)

    listed = output_of([program, "--list", "--json", "-"])
    device_schema = {"$ref": "#/$defs/device", "$defs": schema["$defs"]}
    for info in json.loads(listed)["devices"] if listed else []:
        expect_valid(Draft202012Validator(device_schema), info, "clsmem-bench --list --json")


def check_compare(top, program):
    schema = load(os.path.join(top, "bench", "compare.schema.json"))
    expect_words(top, schema, COMPARE_WORD_LISTS, LAST)
    gate_ends = schema["$defs"]["cell"]["properties"]["gate"]["oneOf"][1]["properties"]["end"]["enum"]
    expect(gate_ends == words_of(top, "compare.h", "CLSMEM_GATE_ENDS", LAST), f"the gate's ends are {gate_ends}")
    validator = Draft202012Validator(schema)
    results = [os.path.join(top, "bench", "results", name) for name in ("nvidia-h200.json", "pocl-cpu.json")]
    views = [["--view", "absolute"], ["--view", "layout"],
             ["--fail-above", "5%", "--gate", "degree", "--allow-missing", "--kernels", "null"]]
    for view in views:
        done = subprocess.run([program, *view, "--json", "-", *results], stdout=subprocess.PIPE, check=False)
        expect(done.returncode in (0, 1), f"exit code {done.returncode} with {view}")
        document = json.loads(done.stdout)
        expect_valid(validator, document, f"clsmem-compare --json with {view}")
        expect(len(document["rows"]) > 1, "there are no rows")
        count = 0
        for what, damaged in damages(document) if len(document["rows"]) < 10 else ():
            count += 1
            expect(not validator.is_valid(damaged), f"the schema of comparisons accepts {what}")
        expect(count == 0 or count > 100, f"only {count} damages were tried")
    expect(count > 0, "no damages were tried")


def main():
    modes = {"words": check_words, "bench": check_bench, "compare": check_compare,
             "files": lambda schema, *paths: check_files(schema, paths)}
    modes[sys.argv[1]](*sys.argv[2:])
    for text in failures[:20]:
        print(text)
    if len(failures) > 20:
        print(f"and {len(failures) - 20} more")
    sys.exit(1 if failures else 0)


main()
