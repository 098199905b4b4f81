"""Whether the engine gives the buffers that an OpenCL device gives, for the kernels of breadth/ and right/.

check_values.py LINT_DUMP CL_DUMP    tests/lint_dump.c and tests/cl_dump.c, compiled

Real numbers may differ by what the functions of OpenCL C may be off; all else has to be equal. The column `pocl` of
both tables is "runs" where PoCL 3.1 can tell the right values, else it says what is in the way.

Exit code 77: there is no device, or the engine reads no OpenCL C here.
"""

import concurrent.futures
import math
import os
import struct
import subprocess
import sys
import tempfile

from check_common import SKIPPED, expect, rows_of, verdict

# By the letter of the argument's spec: format, relative tolerance (0: all bits).
FORMATS = {"f": ("f", 2e-4), "d": ("d", 1e-10), "h": ("H", 0), "b": ("B", 0), "s": ("H", 0), "u": ("I", 0),
           "c": ("I", 0), "U": ("Q", 0), "z": ("B", 0)}
LEAST_SIZE = 1e-2  # tolerances of smaller numbers are those of this one


def is_near(a, b, tolerance):
    return a == b or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= tolerance * max(abs(a), abs(b), LEAST_SIZE)


def differences(spec, own, device):
    """(index, ours, the device's) of elements that differ."""
    letter, tolerance = FORMATS[spec[0]]
    count = len(own) // struct.calcsize(letter)
    pairs = list(zip(struct.unpack(f"<{count}{letter}", own), struct.unpack(f"<{count}{letter}", device)))
    return [(i, a, b) for i, (a, b) in enumerate(pairs)
            if not (is_near(a, b, tolerance) if tolerance else a == b)]


def compare(dumps, row):
    """(number of buffers, what is wrong); a number below 0: skipped."""
    launch = [row["path"], row["kernel"], row["build_options"], row["global"], row["local"]]
    with tempfile.TemporaryDirectory() as folder:
        for command in ([dumps[0], folder, *launch, row["arguments"]], [dumps[1], folder, *launch]):
            done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
            if done.returncode == SKIPPED:
                return -1, done.stderr.strip()
            if done.returncode != 0:
                return 0, f"{os.path.basename(command[0])}: exit code {done.returncode}: {done.stderr.strip()[:400]}"
        buffers, wrong = 0, []
        for index, spec in enumerate(row["arguments"].split()):
            path = os.path.join(folder, str(index))
            if not os.path.exists(path + ".lint"):
                continue
            with open(path + ".lint", "rb") as own, open(path + ".device", "rb") as device:
                off = differences(spec, own.read(), device.read())
            buffers += 1
            if off:
                wrong.append(f"argument {index} ({spec}): {len(off)} elements differ, first {off[0][0]}: "
                             f"{off[0][1]}, the device has {off[0][2]}")
        return buffers, "; ".join(wrong)


def main():
    rows = [row for row in rows_of("breadth") + rows_of("right") if row["pocl"] == "runs"]
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = list(pool.map(lambda row: compare(sys.argv[1:3], row), rows))
    for row, (count, wrong) in zip(rows, results):
        if count < 0:
            print(f"skipped: {wrong}")
            return verdict() or SKIPPED
        expect(not wrong, f"{row['file']}, {row['kernel']} {row['build_options']}: {wrong}")
    buffers = sum(count for count, _ in results)
    expect(buffers > len(rows), f"only {buffers} buffers were compared")
    print(f"{buffers} buffers of {len(rows)} launches compared")
    return verdict()


sys.exit(main())
