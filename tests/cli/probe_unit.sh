# Cases of clsmem-probe that need no device: none is seen, whichever ICD loader this is. Read by tests/cli.sh.

mkdir "$work/none"
export OCL_ICD_VENDORS="$work/none/" XDG_CACHE_HOME="$work/cache"
unset OCL_ICD_FILENAMES

figures=$top/tests/profiles/figures.json

case_is 'the help shows every option of the table, and every probe'
run --help
exits 0
err_is_empty
out_fits_a_terminal
options=$(sed -n 's/^    { "\([a-z][a-z-]*\)", .*/\1/p' "$top/bench/probe_settings.c")
[ "$(echo "$options" | wc -l)" -ge 15 ] || complain 'the table was not found in bench/probe_settings.c'
for option in $options; do
    out_has " --$option"
done
for probe in $(sed -n '/CLSMEM_PROBES(X)/,/CACHE/s/^ *X([A-Z_]*, "\([a-z-]*\)".*/\1/p' "$top/include/clsmem/profile.h"); do
    tr -s ' \n' ' ' <"$out" | grep -qE " $probe[,;] " || complain "the help lacks the probe $probe"
done
out_has 'Exit code: '

case_is 'the version has the commit'
run --version
exits 0
grep -qE '^clsmem-probe [0-9.]+ \(commit ([0-9a-f]{7,40}(-dirty)?|unknown)\)$' "$out" || complain 'not in that form'

case_is 'what makes no sense is refused'
echo kept >"$work/kept"
ln "$work/kept" "$work/hard"
refused <<'LINES'
--nosuch                                   | there is no option --nosuch
--quick --nosuch                           | clsmem-probe --help lists the options
0                                          | what is meant by "0"?
--probes                                   | --probes needs a value: LIST
--probes nosuch                            | --probes: there is no probe "nosuch", only clock, sub-group, banks
--probes ''                                | --probes: there is no probe ""
--probes banks,                            | --probes: there is no probe ""
--probes 'banks, bank'                     | --probes: there is no probe "bank"
--deadline 0                               | --deadline is not between 0.1 and
--deadline -1                              | --deadline is not between
--deadline 30s                             | --deadline is not a number: "30s"
--deadline nan                             | --deadline is not a number
--timer sundial                            | --timer is auto, event or host, not "sundial"
--from x --timer host                      | --from measures nothing
--colour blue                              | --colour is auto, always or never, not "blue"
--json - --csv -                           | two reports cannot go to the same file: -
--csv x --timings x                        | two reports cannot go to the same file: x
--class-file ''                            | an output file has no name
--kernel-dir ''                            | --kernel-dir: the folder's name is empty
--csv x --timings ./x                      | two reports cannot go to the same file: ./x
--csv "$work/kept" --json "$work/hard"     | two reports cannot go to the same file: 
--json - --csv /dev/stdout                 | two reports cannot go to the same file: /dev/stdout
--from x --json x                          | the file of --from would be written over: x
--from x --timings ./x                     | the file of --from would be written over: ./x
--from x --no-save                         | --from measures nothing
--from x --quick                           | --from measures nothing
--from x --device 0                        | --from measures nothing
--from x --probes banks                    | --from measures nothing
--from x --deadline 3                      | --from measures nothing
--from x --list                            | --from measures nothing
--list --probes banks                      | --list probes nothing
--list --csv x                             | --list probes nothing
--list --no-save                           | --list probes nothing
--list --deadline 3                        | --list probes nothing
--list --timer host                        | --list probes nothing
--list --kernel-dir "$work"                | --list probes nothing
--from "$work/nowhere.json"                | nowhere.json
--from "$top/README.md"                    | README.md
--from "$figures" --json "$work/missing/x" | missing/x: No such file or directory
--from "$figures" --csv "$work"            | Is a directory
LINES

case_is 'a kernel folder that cannot be used is refused before anything runs'
mkdir "$work/kernels"
: >"$work/kernels/probe.cl"
refused <<'LINES'
--kernel-dir "$work/nowhere" | nowhere: No such file or directory
--kernel-dir "$program"      | is not a folder
--kernel-dir "$work/none"    | none/probe.cl, which clsmem-probe needs: No such file or directory
--kernel-dir "$work/kernels" | kernels/probe.cl, which clsmem-probe needs: it is empty
--csv "$work/missing/x"      | cannot write
LINES
for folder in nowhere none; do # set for other programs, it refuses nothing
    export CLSMEM_KERNEL_DIR="$work/$folder"
    run
    exits 3
    err_has 'there is no device'
done
export CLSMEM_KERNEL_DIR="$work/kernels"
run
exits 2
err_has "CLSMEM_KERNEL_DIR: cannot read $work/kernels/probe.cl, which clsmem-probe needs: it is empty"
run --kernel-dir "$work/kernels"
exits 2
err_has "--kernel-dir: cannot read $work/kernels/probe.cl"
run --from "$figures"
exits 0
unset CLSMEM_KERNEL_DIR

case_is 'without any platform the way to one is shown, and no file is written'
run --json "$work/never.json"
exits 3
out_is_empty
err_has 'there is no device'
err_has 'PoCL'
[ ! -e "$work/never.json" ] || complain 'a file was written'
ln -s "$work/never.json" "$work/dangling"
run --json "$work/dangling"
exits 3
[ -L "$work/dangling" ] || complain 'a link was lost'
[ ! -e "$work/never.json" ] || complain 'a file was written'
command='clsmem-probe >&-'
"$program" >&- 2>"$err"
code=$?
exits 4 # told before anything is looked for
echo kept >"$work/kept"
run --csv "$work/kept"
exits 3
file_has "$work/kept" kept
run --list
exits 0
out_has 'no OpenCL platform'
run --list --json -
exits 0
is_json "$out"
out_has '"devices": []'
run --list --json "$work/missing/x"
exits 2
err_has "cannot write $work/missing/x: No such file or directory"
run --list --json /dev/full
exits 4
err_has 'cannot write /dev/full: No space left on device'

case_is 'a profile is reported without a device'
run --from "$figures"
exits 0
err_is_empty
out_fits_a_terminal
out_has ' on Synthetic GPU'
out_has '132 compute units, 48 KiB of local memory a work-group'
out_has 'cycles by %clock64, 1.980 GHz while measuring; event clock coarse'
out_has 'made   : 2026-11-30T09:10:35Z'
out_has 'class  : nv_cc5plus'
out_has ' x32   |                               #                               #'
out_has ' x1    |################################################################'
row_is 'load16 ' '33.00 15.14 - -'
row_is 'add_same_bank ' '- ~64.00'
out_has 'latency curiosity of load4 at 7, ratio'
out_has 'barrier   : deadline: did not end within 30 s'
out_has 'staging   : failed: its process crashed: Aborted'
out_has 'cache     : skipped: local memory is no cached memory'
out_lacks 'capacity'
out_lacks 'GB/s of a compute unit'
out_has "measured in 36.1 s, read from $figures"
[ ! -e "$work/cache" ] || complain 'what was read was kept in the cache'
awk 'length > 100 && !/^profile: / { exit 1 }' "$out" || complain 'wider than 100 columns'

case_is 'colour is for terminals, or for those who ask'
run --from "$figures" --colour always
grep -q "$(printf '\033')" "$out" || complain 'no colour'
sed "s/$(printf '\033')\[[0-9;]*m//g" "$out" >"$work/plain"
run --from "$figures"
ok cmp "$out" "$work/plain"

case_is 'without cycles the ns are shown'
sed 's/"cost"/"cost_ns"/; s/"latency_at"/"latency_at_ns"/; s/"rate"/"nothing"/' "$figures" >"$work/ns.json"
run --from "$work/ns.json"
exits 0
out_has 'ns of one access of a sub-group'
out_has 'Latency in ns, by degree'
out_has 'GB/s of a compute unit'

case_is 'headings promise what is there, in the unit of the figures'
run --from "$figures"
out_has 'goes through both, in cycles'
out_has 'Latency of a dependent access, and of each further pass'
sed '/"quantity": "time"/,/"unit"/s/"cycles"/"ns"/; s/"pass\(_ns\)*"/"nothing\1"/' "$figures" >"$work/heads.json"
run --from "$work/heads.json"
exits 0
out_has 'goes through both, in ns'
out_lacks 'both, in cycles'
out_lacks 'and of each further pass'
grep -qx 'Latency of a dependent access' "$out" || complain 'no heading of latencies'

case_is 'a figure whose interval is wide, or not known, is marked'
python '
import json, sys
profile = json.load(open(sys.argv[1]))
figures = [figure for figure in profile["figures"] if figure["probe"] == "latency" and figure["at"] == 0]
profile["figures"] = figures
json.dump(profile, open(sys.argv[2], "w"))
for figure in figures:
    if figure["quantity"] == "latency":
        figure["high" if figure["of"] == "load4" else "low"] = None
json.dump(profile, open(sys.argv[3], "w"))' "$figures" "$work/narrow.json" "$work/unknown.json"
if [ -e "$work/unknown.json" ]; then
    run --from "$work/narrow.json"
    row_is 'load4 ' '28.00 14.14 2.000 1.010'
    out_lacks '~'
    run --from "$work/unknown.json"
    row_is 'load4 ' '~28.00 14.14 2.000 1.010'
    row_is 'load16 ' '~33.00 15.14 - -'
    out_has '~ the 95 % interval is wider than 2 % to either side'
fi

case_is 'a profile without banks has no class, and one without strides no curve'
python '
import json, sys
profile = json.load(open(sys.argv[1]))
profile["geometry"].update(verdict="none", best=[], runner_up=None, rules=[], spread=1.015)
profile["figures"] = [figure for figure in profile["figures"] if figure["quantity"] != "stride"]
profile["bank_class"] = None
json.dump(profile, open(sys.argv[2], "w"))' "$figures" "$work/flat.json"
run --from "$work/flat.json"
exits 0
out_has 'no banks: access cost does not depend on the pattern (within 2 %)'
out_lacks 'class  :'
out_lacks ' x32 '
run --from "$work/flat.json" --class-file "$work/class.json"
exits 1
err_has 'no class, so '
err_has 'class.json was not written: no banks were found, or not for sure'
[ ! -e "$work/class.json" ] || complain 'a class was written'
echo older >"$work/class.json"
run --from "$work/flat.json" --class-file "$work/class.json" --csv "$work/flat.csv"
exits 1
err_has 'class.json was not written, and holds an older one: no banks'
file_has "$work/class.json" older
[ -s "$work/flat.csv" ] || complain 'the CSV was not written'

case_is 'no text of a profile is a command to the terminal'
python '
import json, sys
profile = json.load(open(sys.argv[1]))
bad = "\u001b[2J\u009b1m\u0007\r\n\u00e9"
for key in ("name", "vendor", "driver", "version", "platform"):
    profile["device"][key] += bad
profile["made"] = bad
profile["tool"] += bad
profile["clock"]["counter"] += bad
profile["clock"]["event_reason"] += bad
for state in profile["probes"].values():
    state["reason"] += bad
for figure in profile["figures"]:
    figure["of"] += bad
    if figure["quantity"] == "curiosity":
        figure["quantity"] += bad
        figure["unit"] = "\u001b[1m"
profile["geometry"]["reason"] += bad
for rule in profile["geometry"]["rules"]:
    rule["reason"] += bad
json.dump(profile, open(sys.argv[2], "w"))
profile["geometry"]["verdict"] = "not-sure"
json.dump(profile, open(sys.argv[3], "w"))
profile[bad] = 1
json.dump(profile, open(sys.argv[4], "w"))
' "$figures" "$work/bad.json" "$work/unsure.json" "$work/key.json"
if [ -e "$work/key.json" ]; then
    for name in bad unsure; do
        run --from "$work/$name.json"
        exits 0
        err_is_empty
        out_fits_a_terminal
        out_has ' on Synthetic GPU?[2J'
    done
    run --from "$work/key.json"
    exits 2
    err_has '?[2J'
    ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" "$err" || complain 'stderr has a command'
fi

case_is 'a profile is read from stdin'
command='clsmem-probe --from -'
"$program" --from - --json "$work/stdin.json" <"$figures" >"$out" 2>"$err"
code=$?
exits 0
out_has 'read from stdin'
run --from "$figures" --json "$work/file.json"
ok cmp "$work/stdin.json" "$work/file.json"
run --from -
exits 2
err_has 'stdin, line '

case_is 'a file that cannot be written whole stays as it was'
for option in --json --csv --timings --class-file; do
    echo older >"$work/older"
    command="clsmem-probe $option in too little room"
    (ulimit -f 0 && trap '' XFSZ && "$program" --from "$figures" $option "$work/older" 2>&1 >/dev/null) |
        cat >"$work/said"
    grep -q 'File too large' "$work/said" || complain 'no complaint'
    [ "$(cat "$work/older")" = older ] || complain 'the file is lost'
done
[ "$(find "$work" -name 'older*' | wc -l)" = 1 ] || complain 'something is left beside it'

case_is 'a profile of a file that is damaged is refused with its place'
sed 's/"deadline",/"late",/' "$figures" >"$work/damaged.json"
run --from "$work/damaged.json"
exits 2
out_is_empty
err_has 'damaged.json'
err_has barrier

case_is 'all outputs, in a folder with a space in its name'
mkdir "$work/two words"
run --from "$figures" --json "$work/two words/a b.json" --csv "$work/two words/a b.csv" \
    --timings "$work/two words/t.json" --class-file "$work/two words/c d.json"
exits 0
err_is_empty
out_has 'Synthetic GPU'
is_json "$work/two words/a b.json"
is_json "$work/two words/c d.json"
cp "$work/two words/a b.json" "$work/first.json"
run --from "$work/first.json" --json "$work/second.json"
exits 0
ok cmp "$work/first.json" "$work/second.json"
[ "$(head -n 1 "$work/two words/a b.csv")" = probe,quantity,of,at,unit,value,low,high ] || complain 'no header'
file_has "$work/two words/a b.csv" 'bandwidth,device_rate,load4,1,GB/s,33330,33163.35,33496.65'
python '
import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
figures = json.load(open(sys.argv[2]))["figures"]
assert len(rows) == len(figures) > 20
for row, figure in zip(rows, figures):
    assert all(row[key] == figure[key] for key in ("probe", "quantity", "of", "unit")), row
    assert int(row["at"]) == figure["at"] and float(row["value"]) == figure["value"], row
' "$work/two words/a b.csv" "$figures"

case_is 'the class that was found is one for clsmem-banks'
banks=${program%-probe}-banks
if [ -x "$banks" ]; then
    ok "$banks" --class-file "$work/two words/c d.json" --class probed --stride 128
fi

case_is '- leaves stdout to one report'
for option in --json --csv --timings --class-file; do
    run --from "$figures" $option -
    exits 0
    err_is_empty
    out_lacks 'driver : '
    [ $option = --csv ] || is_json "$out"
done

case_is 'a stdout or a file that takes nothing is no success'
for words in --help --version --list "--from $figures" "--from $figures --json -" "--from $figures --csv -" \
    "--from $figures --class-file -"; do
    command="clsmem-probe $words >/dev/full"
    "$program" $words >/dev/full 2>"$err"
    code=$?
    exits 4
    command="clsmem-probe $words >&-"
    "$program" $words >&- 2>"$err"
    code=$?
    exits 4
done
for option in --json --csv --timings --class-file; do
    run --from "$figures" $option /dev/full
    exits 4
    err_has /dev/full
done
command="clsmem-probe into a pipe that nobody reads"
{
    "$program" --from "$figures" 2>"$err"
    echo $? >"$work/code"
} | true
code=$(cat "$work/code")
[ "$code" = 4 ] || [ "$code" = 0 ] || complain 'neither written nor 4'
