"""Colour and width of what the programs write: check_terminal.py FOLDER_OF_THE_PROGRAMS. See check_terminal.sh."""

import os
import pty
import re
import subprocess
import sys

folder = os.path.abspath(sys.argv[1])
top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.chdir(top)  # where paths are short
environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
failed = []

# Each writes text that has colour; the programs' exit codes do not matter here.
COLOURED = [
    ["clsmem-banks", "--tile", "32x32", "--column"],
    ["clsmem-lint", "--ptx", "tests/oracles/ptx/row00_transpose_tile.ptx", "-g", "64,16", "-l", "32,8", "--args",
     "f:4096 f:4096 i:64"],
    ["clsmem-probe", "--from", "tests/profiles/figures.json"],
]
COMPARED = ["clsmem-compare", "bench/results/pocl-cpu.json", "bench/results/nvidia-h200.json"]
if os.path.exists(os.path.join(folder, COMPARED[0])):
    COLOURED.append(COMPARED)
PLAIN = [["clsmem-bench", "--list-kernels"], ["clsmem-bench", "--explain", "gemm"],
         ["clsmem-banks", "--list-classes"], ["clsmem-banks", "--lesson"], ["clsmem-lint", "--list-views"]]


def on_terminal(words, **variables):
    """What a program writes when its stdout is a terminal."""
    master, slave = pty.openpty()
    process = subprocess.Popen([os.path.join(folder, words[0])] + words[1:], stdout=slave, stderr=subprocess.DEVNULL,
                               stdin=subprocess.DEVNULL, env=dict(environment, TERM="xterm", **variables))
    os.close(slave)
    text = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        text += part
    process.wait()
    os.close(master)
    return text.decode().replace("\r\n", "\n")


def piped(words):
    return subprocess.run([os.path.join(folder, words[0])] + words[1:], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, env=environment).stdout


def check(fact, words, *about):
    if not fact:
        failed.append(" ".join(words) + ": " + " ".join(about))


def check_width(words, text):
    for line in re.sub("\033\\[[0-9;]*m", "", text).split("\n"):
        check(len(line) <= 120, words, "a line is wider than 120 columns:", line)


for words in COLOURED:
    shown = on_terminal(words)
    check("\033[" in shown, words, "has no colour on a terminal")
    check("\033" not in on_terminal(words, NO_COLOR="1"), words, "has colour in spite of NO_COLOR")
    check("\033[" in on_terminal(words, NO_COLOR=""), words, "takes an empty NO_COLOR for one")
    check("\033[" in on_terminal(words + ["--colour", "always"], NO_COLOR="1"), words, "has no colour though told to")
    check("\033" not in on_terminal(words + ["--colour", "never"]), words, "has colour though told not to")
    check("\033" not in piped(words), words, "has colour in a pipe")
    check_width(words, shown)
for words in PLAIN + [[name, "--help"] for name in sorted(os.listdir(folder)) if re.fullmatch("clsmem-[a-z]+", name)]:
    shown = on_terminal(words)
    check(shown.strip(), words, "says nothing")
    check("\033" not in shown, words, "has colour")
    check_width(words, shown)
print("\n".join(failed))
sys.exit(bool(failed))
