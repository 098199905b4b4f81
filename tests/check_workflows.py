"""The workflows for GitHub, as far as they can be tried without it: check_workflows.py FOLDER_OF_THE_PROGRAMS."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

programs = os.path.abspath(sys.argv[1])
top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
failed = []


def check(fact, *about):
    if not fact:
        failed.append(" ".join(map(str, about)))


def read(name):
    with open(os.path.join(top, ".github", "workflows", name), encoding="utf-8") as file:
        return yaml.safe_load(file)


def steps_of(workflow):
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def bash(script, folder, **variables):
    """As GitHub runs a step; returns its exit code and what it said."""
    environment = dict(os.environ, PATH=programs + os.pathsep + os.environ["PATH"], **variables)
    done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=folder,
                          env=environment, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def check_scripts(name, workflow):
    for step in steps_of(workflow):
        check("run" in step or "uses" in step, name, "has a step that does nothing")
        script = re.sub(r"\$\{\{.*?\}\}", "x", step.get("run", ""))
        done = subprocess.run(["bash", "-n"], input=script, text=True, stderr=subprocess.PIPE)
        check(done.returncode == 0, name, step.get("name"), done.stderr)


def check_inputs(workflow):
    """What is used is declared; and no input is put into a script's text, where it could end a word."""
    declared = set(workflow[True]["workflow_call"]["inputs"])  # YAML takes `on` for a truth value
    used = set(re.findall(r"inputs\.([a-z-]+)", json.dumps(workflow["jobs"])))
    check(declared == used, "kernels.yml declares", declared, "and uses", used)
    for step in steps_of(workflow):
        check("${{" not in step.get("run", ""), "kernels.yml puts an input into a script:", step.get("name"))
    return declared


def check_conditions(steps):
    """A step that goes on after a failure (a finding, a wrong row) needs the programs all the same."""
    names = [step.get("name") for step in steps]
    build = names.index("Build clsmem")
    check(steps[build].get("id") == "build", "no step can ask how the build ended")
    asked = 0
    for step in steps[build + 1:]:
        condition = str(step.get("if", ""))
        # Without a word on failures GitHub takes success() for said.
        if "clsmem-" in step.get("run", "") and re.search(r"cancelled\(\)|always\(\)|failure\(\)", condition):
            asked += 1
            check("&& steps.build.outcome == 'success' &&" in condition and "||" not in condition,
                  step["name"], "runs after a failed build:", condition)
    check(asked >= 3, "only", asked, "steps go on after a failure")


def check_example(declared):
    with open(os.path.join(top, "README.md"), encoding="utf-8") as file:
        blocks = [block for block in re.findall(r"```yaml\n(.*?)```", file.read(), re.S) if "kernels.yml" in block]
    check(len(blocks) == 1, "README.md has", len(blocks), "examples of kernels.yml")
    for block in blocks:
        check(len(block.strip().split("\n")) <= 10, "the example has more than ten lines")
        job = next(iter(yaml.safe_load(block)["jobs"].values()))
        check(set(job["with"]) <= declared, "the example gives", set(job["with"]))
        check(job["permissions"]["security-events"] == "write", "the example cannot upload findings")


def try_lint(steps, folder):
    wrong = os.path.join(top, "tests", "lint", "wrong", "missing_second_barrier.cl")
    right = os.path.join(top, "tests", "oracles", "ptx", "row00_transpose_tile.ptx")
    # The second is PTX, so that something runs without a compiler, too; a line may be empty, and have quotes.
    lines = ["'%s' --global 128 --local 64 --args 'f:192 f:128 i:3'" % wrong, "",
             "--ptx '%s' -g 64,16 -l 32,8 --args \"f:4096 f:4096 i:64\"" % right]
    code, said = bash(steps["Lint"]["run"], folder, CLSMEM_OUT="out", LINT="\n".join(lines))
    if "is built without" in said or code == 2:
        print("workflows: clsmem-lint has no compiler: its step is left out")
        return
    check(code == 1, "the lint step ends with", code, said)
    check(len(os.listdir(os.path.join(folder, "out", "sarif"))) == 2, "not every line was linted")
    code, _ = bash(steps["Lint"]["run"], folder, CLSMEM_OUT="right", LINT=lines[2])
    check(code == 0, "the lint step fails for what is right:", code)
    if not shutil.which("jq"):
        return
    output = os.path.join(folder, "output")
    code, said = bash(steps["Join the findings"]["run"], folder, CLSMEM_OUT="out", GITHUB_OUTPUT=output)
    check(code == 0, "the findings cannot be joined:", said)
    with open(os.path.join(folder, "out", "lint.sarif"), encoding="utf-8") as file:
        runs = json.load(file)["runs"]
    rules = [result["ruleId"] for result in runs[0]["results"]]
    check(len(runs) == 1 and "read-write-race" in rules and "bank-conflict" in rules, "joined:", len(runs), rules)
    with open(output, encoding="utf-8") as file:
        check(file.read() == "there=1\n", "the next step would not know of the findings")
    code, _ = bash(steps["Join the findings"]["run"], folder, CLSMEM_OUT="none", GITHUB_OUTPUT=output)
    check(code == 0, "without findings the step fails")


def try_gate(steps, folder):
    recorded = os.path.join(top, "bench", "results", "nvidia-h200-large.json")  # with degrees
    os.makedirs(os.path.join(folder, "gate"))
    shutil.copy(recorded, os.path.join(folder, "gate", "results.json"))
    summary = os.path.join(folder, "summary")
    gate = read("kernels.yml")[True]["workflow_call"]["inputs"]["gate"]["default"]
    code, said = bash(steps["Gate"]["run"], folder, CLSMEM_OUT="gate", BASELINE=recorded, GATE=gate,
                      GITHUB_STEP_SUMMARY=summary)
    check(code == 0, "a run does not pass the gate against itself:", code, said[-400:])
    for name in ("report.html", "junit.xml", "compare.md"):
        check(os.path.exists(os.path.join(folder, "gate", name)), "the gate makes no", name)
    check(os.path.getsize(summary) > 0, "the summary is empty")
    results = os.path.join(folder, "gate", "results.json")
    with open(results, encoding="utf-8") as file:
        worse = json.load(file)
    next(row for row in worse["runs"][0]["rows"] if row["degree"])["degree"] *= 2
    with open(results, "w", encoding="utf-8") as file:
        json.dump(worse, file)
    code, said = bash(steps["Gate"]["run"], folder, CLSMEM_OUT="gate", BASELINE=recorded, GATE=gate,
                      GITHUB_STEP_SUMMARY=summary)
    check(code == 1, "a degree that rose passes the gate:", code, said[-400:])
    os.makedirs(os.path.join(folder, "page"))
    shutil.copy(recorded, os.path.join(folder, "page", "results.json"))
    code, said = bash(steps["Report page"]["run"], folder, CLSMEM_OUT="page")
    check(code == 0 and os.path.exists(os.path.join(folder, "page", "report.html")), "no page of one run:", said)
    code, _ = bash(steps["Gate"]["run"], folder, CLSMEM_OUT="gate", BASELINE="nosuch.json", GATE=gate,
                   GITHUB_STEP_SUMMARY=summary)
    check(code == 2, "without its baseline the gate ends with", code)


for name in sorted(os.listdir(os.path.join(top, ".github", "workflows"))):
    check_scripts(name, read(name))
kernels = read("kernels.yml")
check_example(check_inputs(kernels))
check_conditions(steps_of(kernels))
named = {step["name"]: step for step in steps_of(kernels) if "name" in step}
with tempfile.TemporaryDirectory() as work:
    try_lint(named, work)
    try_gate(named, work)
print("\n".join(failed))
sys.exit(bool(failed))
