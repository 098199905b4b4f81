# Cases of clsmem-compare, which needs no device. Read by tests/cli.sh.

gpu=$top/bench/results/nvidia-h200.json
large=$top/bench/results/nvidia-h200-large.json
cpu=$top/bench/results/pocl-cpu.json
small=$top/tests/results/small.json

# changed NAME SED...: a copy of the small file with something changed, as $work/NAME.json.
changed()
{
    name=$1
    shift
    sed "$@" "$small" >"$work/$name.json"
    ! cmp -s "$small" "$work/$name.json" || complain "nothing was changed for $name"
}

# slowed FACTOR FILE: a copy with the times of gemm.tiled multiplied, as $work/slow.json.
slowed()
{
    python 'import json, sys
document = json.load(open(sys.argv[1]))
for row in document["runs"][0]["rows"]:
    if row["variant"] == "tiled":
        time = row["time"]
        for key in ("median_ns", "low_ns", "high_ns", "least_ns"):
            time[key] *= float(sys.argv[2])
        for key in ("samples_ns", "other_clock_ns"):
            time[key] = [value * float(sys.argv[2]) for value in time[key]]
json.dump(document, open(sys.argv[3], "w"))' "$2" "$1" "$work/slow.json"
}

case_is 'the help shows every option, and the files'
run --help
exits 0
err_is_empty
out_fits_a_terminal
out_has 'usage: clsmem-compare [options] FILE...'
for option in view kernels filter fail-above gate allow-missing markdown csv json junit colour help version; do
    out_has " --$option"
done
out_has 'Exit code: '

case_is 'the version has the commit'
run --version
exits 0
grep -qE '^clsmem-compare [0-9.]+ \(commit ([0-9a-f]{7,40}(-dirty)?|unknown)\)$' "$out" || complain 'not in that form'

case_is 'what makes no sense is refused'
printf '%s' '{"format": "clsmem-results", "format_version": 2}' >"$work/old.json"
head -c 5000 "$small" >"$work/cut.json"
changed version -e 's/"format_version": 3/"format_version": 4/'
changed twice -e 's/"variant": "tiled_column"/"variant": "tiled"/'
refused <<'LINES'
                                             | which result files?
--nosuch                                     | there is no option --nosuch
--nosuch                                     | clsmem-compare --help lists the options
"$small"                                     | there is nothing to compare: 1 run in 1 file
"$small" "$work/nowhere.json"                | cannot read
"$small" "$work/nowhere.json"                | nowhere.json: No such file
"$small" "$work"                             | Is a directory
"$small" "$top/README.md"                    | README.md, line 1: 
"$small" "$top/tests/profiles/figures.json"  | figures.json: no result file: "format" is not
"$small" "$work/old.json"                    | old.json: "format_version" is 2, but this program reads 3 alone
"$small" "$work/version.json"                | version.json: "format_version" is 4
"$small" "$work/cut.json"                    | cut.json, line
"$small" "$work/twice.json"                  | is there before, as [
"$small" "$small" --view nosuch              | --view: "nosuch" is none of absolute, roof, layout
"$small" "$small" --colour blue              | --colour is auto, always or never, not "blue"
"$small" "$small" --gate time                | --gate: "time" is none of degree
"$small" "$small" --fail-above 5             | --fail-above takes a percentage, such as 5%: "5"
"$small" "$small" --fail-above -5%           | --fail-above is not between 0 and 1000: -5
"$small" "$small" --fail-above 0x5%          | --fail-above is not a number: "0x5"
"$small" "$small" --kernels gemm --filter copy | is there twice: one list takes all, as in gemm,copy
"$small" "$small" --fail-above x%            | --fail-above is not a number: "x"
"$small" "$small" --allow-missing            | --allow-missing goes with a gate
"$small" "$small" --junit -                  | --junit goes with a gate
"$small" "$small" --json - --csv -           | two reports cannot go to the same file: -
"$small" "$small" --json ''                  | an output file has no name
"$small" "$small" --json "$small"            | a result file would be written over
"$small" "$small" --json "$work/missing/x"   | missing/x: No such file or directory
"$small" "$small" --kernels nosuch           | no row of these files fits nosuch
LINES
[ -s "$small" ] || complain 'a result file is gone'

case_is 'no report replaces what it is made from, by whatever name'
mkdir "$work/own"
cp "$small" "$work/own/p.json"
ln -s p.json "$work/own/soft.json"
ln "$work/own/p.json" "$work/own/hard.json"
ln -s made.json "$work/own/dangling.json"
refused <<'LINES'
"$work/own/p.json" "$small" --json "$work/own/./p.json"    | a result file would be written over
"$work/own/./p.json" "$small" --csv "$work/own/p.json"     | a result file would be written over
"$work/own/p.json" "$small" --json "$work/own/soft.json"   | a result file would be written over
"$work/own/soft.json" "$small" --json "$work/own/p.json"   | a result file would be written over
"$work/own/p.json" "$small" --json "$work/own/hard.json"   | a result file would be written over
"$small" "$small" --html "$work/h" --profile "$work/own/p.json" --json "$work/own/soft.json" | a profile would be written over
"$small" "$small" --json "$work/own/a" --csv "$work/own/./a"                      | two reports cannot go to the same file
"$small" "$small" --json "$work/own/made.json" --csv "$work/own/dangling.json"    | two reports cannot go to the same file
LINES
cmp -s "$small" "$work/own/p.json" || complain 'a result file was written over'
(cd "$work/own" && exec "$program" p.json "$small" --json ./p.json) >"$out" 2>"$err" </dev/null
code=$?
exits 2
err_has 'a result file would be written over: ./p.json'
run "$small" "$small" --json /dev/null --csv "$work/own/-"
exits 0

case_is 'commands to a terminal in a broken file are shown, not sent'
printf '{"format": "clsmem-results"\033[2J' >"$work/escape.json"
run "$small" "$work/escape.json"
exits 2
! grep -q "$(printf '\033')" "$err" || complain 'an escape came through'

case_is 'no memory is no usage'
dd if=/dev/zero of="$work/large.json" bs=1 count=0 seek=200000000 2>"$err"
# A sanitizer needs more room than that for itself.
if (ulimit -v 100000 && "$program" --version) >"$out" 2>&1; then
    command="clsmem-compare $small $work/large.json"
    (ulimit -v 100000 && exec "$program" "$small" "$work/large.json") >"$out" 2>"$err" </dev/null
    code=$?
    exits 3
    err_has 'no memory'
fi
rm -f "$work/large.json"

case_is 'a name in UTF-8 stays what it is, and commands in a name do not'
name=$work/$(printf 'n\303\266')
cp "$small" "$name.json"
run "$small" "$name.json"
exits 0
out_has "$(printf 'n\303\266.json')"
run "$small" "$name.nowhere"
exits 2
err_has "$(printf 'n\303\266.nowhere')"
cp "$small" "$work/$(printf 'c\033[2J').json"
run "$small" "$work/$(printf 'c\033[2J').json"
exits 0
out_has 'c?[2J.json'

case_is 'a file against itself is the same'
run "$gpu" "$gpu" --fail-above 5% --gate degree
exits 0
err_is_empty
out_fits_a_terminal
out_has 'gate passed: no row may take more than 5 % longer'
out_has 'transpose.tile            4096x4096        80.2 us    0.1 %   80.2 us    0.1 %   x1.00  0.97..1.03  same'
row_is 'all, a family counts once' '[1] 0 139 0 31 x1.00 0.95..1.06'

case_is 'a tool that sorts the keys of a file changes nothing'
python 'import json, sys; json.dump(json.load(open(sys.argv[1])), open(sys.argv[2], "w"), sort_keys=True)' \
    "$gpu" "$work/sorted.json"
if command -v python3 >/dev/null; then
    run "$gpu" "$work/sorted.json" --fail-above 5%
    exits 0
    row_is 'all, a family counts once' '[1] 0 139 0 31 x1.00 0.95..1.06'
    run "$work/sorted.json" "$gpu" --kernels gemm.tiled
    out_has 'gemm.tiled                1024x1024x1024'
fi

case_is 'devices of different sizes are told so, and compared by roofs and layouts'
run "$gpu" "$cpu"
exits 0
out_fits_a_terminal
out_has 'other shape'
out_has '336 rows have the variant at another shape. --view roof and --view layout'
run "$gpu" "$cpu" --view layout --kernels 'transpose.*'
exits 0
out_fits_a_terminal
row_is 'transpose.padded ' '4096x4096 0.49 1.00 1.07 - x2.21 tile'
out_lacks 'geometric mean'
out_lacks 'counts once'
run "$gpu" "$cpu" --view layout --kernels 'transpose.*' --markdown -
exits 0
out_lacks 'Families'
out_has 'baseline skipped: needs a CPU'
run "$gpu" "$cpu" --view roof --filter transpose.tile,fft
exits 0
out_fits_a_terminal
row_is 'transpose.tile ' '4096x4096 1673 GB/s 41 % 4276 MB/s 7 % x0.17'
out_lacks 'padded_dynamic'
out_lacks 'faster'
row_is 'transpose  ' '[1] x0.17'
run "$gpu" "$cpu" --view roof --filter transpose.tile,fft --markdown -
exits 0
out_has '| transpose | 1 | x0.17 |'

case_is 'what cannot be trusted is marked in every view, at whatever sizes'
python 'import json, sys
document = json.load(open(sys.argv[1]))
for row in document["runs"][0]["rows"]:
    if row["variant"] in ("tile", "padded"):
        row["time"].update(verdict="suspect" if row["variant"] == "tile" else "too-short", reason="faster than light")
json.dump(document, open(sys.argv[2], "w"))' "$cpu" "$work/suspect.json"
if command -v python3 >/dev/null; then
    for view in roof layout; do
        run "$gpu" "$work/suspect.json" --view $view --kernels transpose.tile,transpose.padded
        exits 0
        out_fits_a_terminal
        grep -q '^transpose.tile .* suspect$' "$out" || complain 'tile is not marked'
        grep -q '^transpose.padded .* too short$' "$out" || complain 'padded is not marked'
        out_has '    faster than light'
        out_lacks 'other shape'
    done
    run "$work/suspect.json" "$gpu" --view roof --kernels transpose.tile --markdown -
    out_has '| suspect: baseline: faster than light |'
    slowed 1.10 "$small"
    run "$small" "$work/slow.json" --view roof --markdown -
    out_lacks 'slower'
fi

case_is 'three runs stand below each other'
run "$gpu" "$gpu" "$large" --kernels null,copy
exits 0
out_fits_a_terminal
out_has '[1]    4.53 us'
out_has '[2]'

case_is 'the predicted degree stands beside the slowdown'
run "$small" "$small" --view layout --kernels gemm.tiled_column
exits 0
row_is 'gemm.tiled_column ' "$(python3 -c 'import json, sys
row = [r for r in json.load(open(sys.argv[1]))["runs"][0]["rows"] if r["variant"] == "tiled_column"][0]
print("4096x4096x4096", 2 * ("%.2f %.2f " % (1 / row["factor"], row["degree"])), end="")' "$small" |
    sed 's/  */ /g')x1.00 tiled"

case_is 'a kernel that is 10 % slower is found, and fails the gate'
if command -v python3 >/dev/null; then
    slowed 1.10 "$small"
    run "$small" "$work/slow.json" --fail-above 5%
    exits 1
    out_has 'gate FAILED'
    out_has 'slower [1] gemm.tiled 4096x4096x4096, f32: takes 10.0 % longer, for certain '
    grep -q '^gemm.tiled .* slower$' "$out" || complain 'the row is not slower'
    run "$work/slow.json" "$small" --fail-above 5%
    exits 0
    slowed 1.02 "$small"
    run "$small" "$work/slow.json" --fail-above 0%
    exits 0
    grep -q '^gemm.tiled .* same$' "$out" || complain 'the row is not the same'
fi

case_is 'rows that are missing fail the gate, unless they may'
changed renamed -e 's/"variant": "tiled",/"variant": "retiled",/'
run "$small" "$work/renamed.json" --fail-above 5%
exits 1
out_has 'missing [1] gemm.tiled 4096x4096x4096, f32: missing'
out_has 'note: [1] gemm.retiled 4096x4096x4096, f32: new'
run "$small" "$work/renamed.json" --fail-above 5% --allow-missing
exits 0
out_has 'gate passed'
tr -s '\n ' ' ' <"$out" | grep -qF '2 passed, 0 failed, 0 undecided, 1 new, 1 missing but allowed, 1 with nothing' ||
    complain 'counts are wrong'
out_lacks 'incomplete'
changed half -e 's/"complete": true/"complete": false/'
run "$small" "$work/half.json" --fail-above 5% --markdown "$work/m"
exits 0
out_fits_a_terminal
tr -s '\n ' ' ' <"$out" | grep -qF "note: [1] $work/half.json is incomplete: the gate did not see" || complain 'not said'
file_has "$work/m" 'is incomplete: the gate did not see'
changed seed -e 's/"seed": 1,/"seed": 2,/'
run "$small" "$work/seed.json" --fail-above 5%
exits 1
out_has 'other seed: seed 2, baseline 1'
run "$small" "$work/seed.json" --fail-above 5% --allow-missing
exits 1
tr -s '\n ' ' ' <"$out" | grep -qF 'a gate that nothing passes does not pass' || complain 'not said'

case_is 'degrees and local bytes that rise fail their gate, without noise'
changed degree -e 's/"degree": 1\.0,/"degree": 1.5,/'
run "$small" "$work/degree.json" --gate degree
exits 1
out_has 'degree rose [1] gemm.tiled '
out_has 'conflict degree rose from 1 to 1.5'
run "$work/degree.json" "$small" --gate degree
exits 0
python 'import json, sys
document = json.load(open(sys.argv[1]))
for row in document["runs"][0]["rows"]:
    if row["predicted"] and row["predicted"]["worst_degree"]:
        row["predicted"]["worst_degree"] *= 2
json.dump(document, open(sys.argv[2], "w"))' "$gpu" "$work/worst.json"
if command -v python3 >/dev/null; then
    run "$gpu" "$work/worst.json" --gate degree
    exits 1
    tr -s '\n ' ' ' <"$out" | grep -qF 'conflict degree of the worst line rose from' || complain 'not said'
fi
changed bytes -e 's/"local_bytes": 2048/"local_bytes": 2052/' -e 's/"local_bytes": 8192/"local_bytes": 8196/'
run "$small" "$work/bytes.json" --gate degree
exits 1
out_has 'local bytes rose'

case_is 'reports go to files, all at once and whole'
run "$gpu" "$cpu" --kernels null,transpose --fail-above 5% --markdown "$work/m" --csv "$work/c" --json "$work/j" \
    --junit "$work/x"
exits 1
file_has "$work/m" '**Gate FAILED**'
file_has "$work/m" '| transpose.padded\_dynamic |'
file_has "$work/c" 'run,file,device,kernel,variant,type,mode,shape,status'
file_has "$work/c" ',null,one,f32,,-,ok,'
is_json "$work/j"
python 'import csv, sys; rows = list(csv.reader(open(sys.argv[1]))); sys.exit(len({len(r) for r in rows}) != 1)' "$work/c"
python 'import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()[0]
cases = suite.findall("testcase")
assert len(cases) == int(suite.get("tests")) == 22, len(cases)
assert len(suite.findall("testcase/failure")) == int(suite.get("failures")) > 0
assert len(suite.findall("testcase/skipped")) == int(suite.get("skipped")) > 0' "$work/x"
[ ! -e "$work/j.part" ] || complain 'a part of a report was left'

case_is 'stdout is pure when a report goes there'
run "$gpu" "$cpu" --json -
exits 0
is_json "$out"
err_is_empty
run "$gpu" "$gpu" --fail-above 5% --junit -
exits 0
out_has '<?xml version="1.0"'
out_lacks 'gate passed'

case_is 'a report that cannot be written completely is told'
if [ -w /dev/full ]; then
    "$program" "$gpu" "$cpu" >/dev/full 2>"$err"
    code=$?
    exits 4
    err_has 'cannot write to stdout'
    run "$gpu" "$cpu" --json /dev/full
    exits 4
    err_has 'cannot write /dev/full: No space left'
fi

case_is 'texts of a file are shown and not run'
python 'import json, sys
document = json.load(open(sys.argv[1]))
row = document["runs"][0]["rows"][0]
row.update(status="wrong", reason="\u001b[2J<b>\u0007\"&", time=None, rate=None, share_of_roof=None, factor=None)
document["runs"][0]["device"]["name"] = "<img src=x onerror=alert(1)>|`&\"]]>"
json.dump(document, open(sys.argv[2], "w"))' "$small" "$work/evil.json"
if command -v python3 >/dev/null; then
    run "$small" "$work/evil.json" --fail-above 5% --markdown "$work/m" --junit "$work/x" --colour never
    exits 1
    out_fits_a_terminal
    out_has '<b>'
    file_has "$work/m" '\<img src=x'
    python 'import sys, xml.etree.ElementTree as tree; tree.parse(sys.argv[1])' "$work/x"
    ! grep -q '<b>' "$work/x" || complain 'XML has the tag'
fi

case_is 'a text that is cut within a character, and a path of any bytes, leave the JSON whole'
if command -v python3 >/dev/null; then
    odd=$work/$(printf 'odd\377').json
    for blanks in '' ' '; do
        python 'import json, sys
document = json.load(open(sys.argv[1]))
row = document["runs"][0]["rows"][0]
row.update(status="wrong", reason=sys.argv[3] + "\u00e4" * 300, time=None, rate=None, share_of_roof=None, factor=None)
json.dump(document, open(sys.argv[2], "w"))' "$small" "$work/odd.json" "$blanks"
        cp "$work/odd.json" "$odd"
        run "$small" "$odd" --fail-above 5% --json "$work/j" --html "$work/h"
        exits 1
        file_has "$work/h" 'odd?.json"'
        python 'import json, sys
document = json.load(open(sys.argv[1]))
assert len(document["runs"]) == 2 and len(document["rows"]) == 4
assert all(row and len(row["cells"]) == 2 for row in document["rows"])' "$work/j"
    done
fi

case_is 'colour is asked for or not'
run "$gpu" "$cpu" --kernels null --colour always
grep -q "$(printf '\033\\[31m')slower" "$out" || complain 'slower is not red'
run "$gpu" "$cpu" --kernels null
! grep -q "$(printf '\033')" "$out" || complain 'colours go to a file'

case_is 'numbers are the same under another locale'
run "$gpu" "$cpu" --kernels null --csv -
cp "$out" "$work/plain"
LC_ALL=de_DE.UTF-8 run "$gpu" "$cpu" --kernels null --csv -
cmp -s "$out" "$work/plain" || complain 'they differ'

case_is 'a pipe may be a file'
"$program" "$gpu" /dev/stdin <"$gpu" >"$out" 2>"$err"
code=$?
exits 0
