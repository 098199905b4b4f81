# Cases that run on a device: CLSMEM_TEST_DEVICE, or the first CPU. Read by tests/cli.sh.
# `null` measures no roof, so a run of it takes little more than the opening of the device.

device=${CLSMEM_TEST_DEVICE:-cpu}

# quick ARGUMENTS: the shortest run on the test's device.
quick()
{
    run --device "$device" --quick --min-time 1 --max-time 1 "$@"
}

case_is 'the device is there'
run --list
exits 0
out_fits_a_terminal
run --device "$device" --csv "$work/missing/x"
if [ "$code" = 3 ] && [ -z "${CLSMEM_TEST_DEVICE:-}" ]; then
    echo 'skipped: no CPU device'
    exit 77
fi

case_is 'a file that cannot be written is said before anything runs, and no other is touched'
echo kept >"$work/kept"
for option in --json --csv --markdown --report; do
    quick --kernel null $option "$work/missing/x" --csv "$work/kept" $option "$work/missing/x"
    exits 2
    out_is_empty
    err_has "cannot write $work/missing/x"
    file_has "$work/kept" kept
done

case_is 'a device that is not there is told'
run --device 99
exits 3
out_is_empty
err_has 'no device 99'
run --device nosuch
exits 3
err_has 'no device fits "nosuch"'
run --device -1
exits 2
err_has 'is no device number'
run --device 99:0
exits 3
run --device "$device,"
exits 2

case_is 'CLSMEM_DEVICE counts, and the option beats it'
export CLSMEM_DEVICE=99
run --kernel null
exits 3
err_has 'no device 99'
quick --kernel null --quiet
exits 0
unset CLSMEM_DEVICE

case_is 'a profile of the device tells its banks, and one of another device is refused'
profile=$top/tests/profiles/wonder.json
quick --kernel null --profile "$profile" --json "$work/refused.json"
exits 2
out_is_empty
err_has 'wonder.json is of Wonder 9 (TM) (Makers, Inc.), but device'
[ ! -e "$work/refused.json" ] || complain 'a file was written'
quick --kernel null --json "$work/who.json"
out_lacks profile
# member KEY: of the device, as text that sed can put into a file.
member()
{
    sed -n "s/^ *\"$1\": \"\(.*\)\",*\$/\1/p" "$work/who.json" | sed -n "$2p" | sed 's/[\\\\/&]/\\\\&/g'
}
sed -e "s/Wonder 9 (TM)/$(member name 2)/" -e "s/Makers, Inc\./$(member vendor 1)/" "$profile" >"$work/profile.json"
quick --kernel null --profile "$work/profile.json" --json "$work/profiled.json"
exits 0
out_has 'banks  : cdna3 (probed 2026-11-30 on '
out_has 'profile.json)'
file_has "$work/profiled.json" 'profile.json"'
quick --kernel null --profile "$work/profile.json" --bank-class rdna4
out_has 'banks  : rdna4 (chosen by the user)'
quick --kernel null --bank-class "$profile"
exits 0
out_has 'banks  : cdna3 (chosen by the user: probed 2026-11-30 on Wonder 9 (TM) (cdna3, 412 ahead of rdna4)'
sed 's/"verdict": "banks"/"verdict": "not-sure"/' "$work/profile.json" >"$work/unsure.json"
quick --kernel null --profile "$work/unsure.json"
exits 0
err_has 'unsure.json says nothing of banks: probed 2026-11-30'
out_has 'banks  : '
out_lacks probed

case_is 'one run: the table, and all three files with the same rows'
quick --kernel 'null, transpose.tile*' --size 2147479552 --json "$work/a.json" --csv "$work/a.csv" \
    --markdown "$work/a.md"
exits 0
err_is_empty
out_fits_a_terminal
out_has 'null.one '
out_has 'null.many '
out_has 'transpose.tile '
out_has 'skipped: needs a buffer of 16384 PiB; the device'
out_lacks 'null.one ...'
file_has "$work/a.json" '"complete": true'
file_has "$work/a.md" '| null.one | - |'
for word in null,one null,many transpose,tile,; do
    file_has "$work/a.csv" ",$word"
done
[ "$(grep -c ^device, "$work/a.csv")" = 1 ] || complain 'the CSV has not one header'
[ "$(grep '^|' "$work/a.md" | sed 's/[^|]//g' | sort -u | wc -l)" = 1 ] || complain 'the Markdown has ragged tables'
python '
import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1], newline=""), restkey="more", restval=None))
kept = json.load(open(sys.argv[2]))["runs"][0]["rows"]
assert len(rows) == len(kept) > 2, (len(rows), len(kept))
for row, other in zip(rows, kept):
    assert "more" not in row and None not in row.values(), row
    assert (row["kernel"], row["variant"], row["status"]) == (other["kernel"], other["variant"], other["status"])
    if row["status"] == "ok":
        assert abs(float(row["median_ns"]) / other["time"]["median_ns"] - 1) < 1e-6, row
' "$work/a.csv" "$work/a.json"

case_is '- leaves stdout to one report'
quick --kernel null.one --json -
exits 0
is_json "$out"
out_lacks 'kernel.variant'
quick --kernel null.one --csv -
exits 0
[ "$(head -c 7 "$out")" = device, ] || complain 'stdout does not begin with the CSV header'
[ "$(wc -l <"$out")" = 2 ] || complain 'not a header and a row'
quick --kernel null.one --markdown - --quiet
exits 0
[ "$(head -c 3 "$out")" = '## ' ] || complain 'stdout does not begin with the heading'

case_is 'an issue gets device, versions, rows, and nothing of the user'
mkdir "$work/jane" && cp "$top"/cl/* "$work/jane" && echo 'nonsense' >>"$work/jane/null.cl"
POCL_EXTRA_BUILD_FLAGS="-I$work/jane" quick --kernel null,copy --kernel-dir "$work/jane" --report "$work/issue.md"
exits 1
out_has 'build-failed'
file_has "$work/issue.md" '### clsmem-bench '
file_has "$work/issue.md" '| **device** |'
file_has "$work/issue.md" '--kernel-dir .../jane'
file_has "$work/issue.md" 'error'
file_has "$work/issue.md" '| copy.'
! grep -qF "$work" "$work/issue.md" || complain "a path is shown: $(grep -F "$work" "$work/issue.md")"
[ "$(wc -c <"$work/issue.md")" -lt 60000 ] || complain 'it is too long for an issue'
quick --kernel null.one --report -
exits 0
[ "$(head -c 4 "$out")" = '### ' ] || complain 'stdout does not begin with the heading'
out_has '| null.one |'
out_lacks 'did not end'

case_is 'progress is for a terminal, and no terminal gets a colour or a line that stays'
python '
import os, pty, subprocess, sys
def err_of(*more):
    master, slave = pty.openpty()
    process = subprocess.Popen(sys.argv[1:] + list(more), stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    text = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:
            break
        if not part:
            break
        text += part
    assert process.wait() == 0
    return text.decode()
text = err_of()
assert "null.one ... 1 of 2" in text and "null.many ... 2 of 2" in text, text
assert text.endswith("\r\033[K"), text
assert err_of("--quiet") == ""
' "$program" --device "$device" --quick --min-time 1 --max-time 1 --kernel null

case_is 'what cannot be rewritten gets the JSON once, at the end'
mkfifo "$work/fifo"
exec 3<>"$work/fifo" # so that no writer waits for a reader; what it holds is read below
quick --kernel null --json "$work/fifo"
exits 0
exec 4<"$work/fifo" 3>&-
cat <&4 >"$work/read.json"
exec 4<&-
is_json "$work/read.json"
file_has "$work/read.json" '"complete": true'
out_has 'null.many '
[ -p "$work/fifo" ] || complain 'the pipe has been replaced'
quick --kernel null --json /dev/stdout
exits 0
is_json "$out"
quick --kernel null --json /dev/full
exits 4
out_has 'null.many '
err_has '/dev/full: cannot write the result file: No space left on device'

case_is 'a link to a JSON file stays one'
: >"$work/linked.json"
ln -s linked.json "$work/link.json"
quick --kernel null.one --json "$work/link.json"
exits 0
[ -L "$work/link.json" ] || complain 'the link has been replaced'
file_has "$work/linked.json" '"complete": true'

case_is '--quiet prints nothing'
quick --kernel null --quiet
exits 0
out_is_empty
err_is_empty

case_is 'a device named twice runs once'
quick --device "$device,$device" --kernel null.one --csv -
exits 0
[ "$(wc -l <"$out")" = 2 ] || complain 'not a header and a row'

case_is 'numbers do not follow the locale'
LC_ALL=de_DE.UTF-8
if command -v localedef >/dev/null && localedef -i de_DE -f UTF-8 "$work/$LC_ALL" 2>/dev/null; then
    export LOCPATH="$work"
fi
export LC_ALL
quick --kernel null.one --csv "$work/de.csv"
exits 0
unset LC_ALL LOCPATH
! grep -q '[0-9],[0-9]' "$out" || complain 'a comma in a number'
grep -qE '^[^,]*,[^,]*,null,one,f32,,-,ok,[0-9]+(\.[0-9]+)?,' "$work/de.csv" || complain 'no point in a number'

case_is 'kernels come from a folder: another working directory, a relative name, blanks in it'
mkdir "$work/my kernels"
cp "$top/cl/null.cl" "$work/my kernels"
cd "$work" || exit 1
quick --kernel null.one --kernel-dir 'my kernels'
exits 0
sed 's/out\[0\] = in\[0\]/out[0] = in[0] + 1/' "$top/cl/null.cl" >'my kernels/null.cl'
quick --kernel null.one --kernel-dir 'my kernels'
exits 1
out_has 'wrong: 1 of 1 elements wrong'

case_is 'a kernel that does not build shows its log, and the other rows go on'
{
    echo '#if GROUPS == 1'
    echo '#error broken on purpose'
    echo '#endif'
    cat "$top/cl/null.cl"
} >'my kernels/null.cl'
CLSMEM_KERNEL_DIR='my kernels'
export CLSMEM_KERNEL_DIR
quick --kernel null --json broken.json
unset CLSMEM_KERNEL_DIR
cd "$top" || exit 1
exits 1
err_has 'null.one, the compiler'
err_has 'broken on purpose'
err_has 'null.cl:2'
out_has 'build-failed: null.one does not build'
grep -qE '^null\.many +- +[0-9]' "$out" || complain 'the next row did not go on'
file_has "$work/broken.json" '"status": "build-failed"'
file_has "$work/broken.json" '"complete": true'

case_is 'a kernel file without the entry point is no failed device'
{
    echo '#define null renamed'
    cat "$top/cl/null.cl"
} >"$work/my kernels/null.cl"
quick --kernel null.one --kernel-dir "$work/my kernels"
exits 1
out_has 'build-failed: null.cl has no kernel null'

case_is 'a full disk ends one report and no other'
quick --kernel null --csv /dev/full --json "$work/full.json"
exits 4
err_has 'cannot write to /dev/full: No space left on device'
[ "$(grep -c 'cannot write' "$err")" = 1 ] || complain 'said more than once'
out_has 'null.many '
file_has "$work/full.json" '"complete": true'
command='clsmem-bench >/dev/full'
: >"$out"
"$program" --device "$device" --quick --min-time 1 --max-time 1 --kernel null --json "$work/full.json" \
    >/dev/full 2>"$err"
code=$?
exits 4
err_has 'cannot write to stdout'
file_has "$work/full.json" '"complete": true'

case_is 'a closed stdout does not let a report into another file'
command='clsmem-bench >&-'
"$program" --device "$device" --quick --min-time 1 --max-time 1 --kernel null.one --json "$work/closed.json" \
    >&- 2>"$err"
code=$?
exits 4
is_json "$work/closed.json"
! grep -q 'kernel.variant' "$work/closed.json" || complain 'the table is in the JSON file'

case_is 'a reader that leaves early costs only the table'
command='clsmem-bench --json FILE | head -n 1'
{
    "$program" --device "$device" --quick --min-time 1 --max-time 1 --kernel null --json "$work/pipe.json" 2>"$err"
    echo $? >"$work/code"
} | head -n 1 >"$out"
code=$(cat "$work/code")
exits 4
file_has "$work/pipe.json" '"complete": true'

case_is 'without any other report the run ends with its reader'
command='clsmem-bench | true'
{
    "$program" --device "$device" --min-time 600000 --kernel null 2>"$err" # would take 20 minutes
    echo $? >"$work/code"
} | true
code=$(cat "$work/code")
exits 4

# interrupt TIMES: Ctrl-C once the first row is there; the second one would take two seconds more.
interrupt()
{
    command="clsmem-bench, then SIGINT times $1"
    : >"$out"
    "$program" --device "$device" --quick --min-time 2000 --max-time 2000 --kernel null --json "$work/stopped.json" \
        >"$out" 2>"$err" &
    started=$!
    waited=0
    while ! grep -q '^null.one' "$out" && kill -0 $started 2>/dev/null && [ $waited -lt 600 ]; do
        sleep 0.1
        waited=$((waited + 1))
    done
    kill -s INT $started
    [ "$1" = 1 ] || kill -s INT $started 2>/dev/null
    wait $started
    code=$?
}

case_is 'Ctrl-C keeps the rows that had ended'
interrupt 1
exits 130
out_has 'null.one '
out_has 'null.many                  -              interrupted: '
file_has "$work/stopped.json" '"complete": false'
python '
import json, sys
rows = json.load(open(sys.argv[1]))["runs"][0]["rows"]
assert [row["status"] for row in rows] == ["ok", "interrupted"], [row["status"] for row in rows]
assert rows[0]["time"]["samples_ns"] and rows[1]["time"] is None
' "$work/stopped.json"
if command -v python3 >/dev/null && python3 -c 'import jsonschema' 2>/dev/null; then
    ok python3 "$top/tests/check_schema.py" files "$top/bench/results.schema.json" "$work/stopped.json" \
        "$work/broken.json" "$work/a.json"
fi

case_is 'Ctrl-C twice ends it too'
interrupt 2
exits 130
file_has "$work/stopped.json" '"complete": false'
is_json "$work/stopped.json"

case_is 'progress goes to a terminal and nowhere else'
quick --kernel null.one
exits 0
err_is_empty
command='clsmem-bench 2>TERMINAL'
python '
import os, pty, subprocess, sys
ours, theirs = pty.openpty()
run = subprocess.run(sys.argv[2:], stdout=open(sys.argv[1], "wb"), stderr=theirs)
os.close(theirs)
shown = os.read(ours, 65536)
assert run.returncode == 0, run
assert b"null.one ..." in shown, shown
assert shown.endswith(b"\r\033[K"), shown  # nothing of it is left
' "$out" "$program" --device "$device" --quick --min-time 1 --max-time 1 --kernel null.one
out_lacks ' ...'
out_fits_a_terminal
