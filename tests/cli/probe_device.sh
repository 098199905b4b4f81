# Cases of clsmem-probe on a device: CLSMEM_TEST_DEVICE, or the first CPU. Read by tests/cli.sh.

device=${CLSMEM_TEST_DEVICE:-cpu}
export XDG_CACHE_HOME="$work/cache"

# probe ARGUMENTS: on the test's device.
probe()
{
    run --device "$device" --quick "$@"
}

# altered SED [EDITS]: a kernel folder, whose probe.cl is ours after so many edits.
altered()
{
    mkdir -p "$work/kernels"
    sed "$1" "$top/host/probe.cl" >"$work/kernels/probe.cl"
    [ "$(grep -c 'while (spin\|broken on purpose' "$work/kernels/probe.cl")" -ge "${2:-1}" ] || complain 'the edit changed nothing'
}

# Two edits after which no kernel of barriers ends.
hangs='/^__kernel void barriers/{
n
s/^{/{ volatile uint spin = 1; while (spin != 2) { }/
}'

case_is 'the device is there'
run --list
exits 0
out_fits_a_terminal
probe --probes clock
if [ "$code" = 3 ] && [ -z "${CLSMEM_TEST_DEVICE:-}" ]; then
    echo 'skipped: no CPU device'
    exit 77
fi
exits 0
err_is_empty
out_has 'event clock'
out_has 'not kept: some probes only'

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
export CLSMEM_DEVICE=99
run --probes clock
exits 3
err_has 'no device 99'
probe --probes clock
exits 0
unset CLSMEM_DEVICE

case_is 'on a terminal the progress counts the probes that were asked for'
python '
import os, pty, sys
said = []
def read(terminal):
    said.append(os.read(terminal, 65536))
    return said[-1]
pty.spawn(sys.argv[1:], read)
said = b"".join(said)
assert b"probe 1 of 2: " in said and b"probe 2 of 2: " in said, said
assert b" 0 of " not in said and b" 3 of " not in said and b" of 10: " not in said, said
' "$program" --device "$device" --quick --probes barrier,staging </dev/null

case_is 'a quick run of everything is kept, and says where'
probe --deadline 300 --json "$work/a.json" --csv "$work/a.csv" --timings "$work/t.json"
exits 0
err_is_empty
kept=$(sed -n 's/^profile: .*, kept as //p' "$out")
[ -s "$kept" ] || complain 'nothing was kept'
case $kept in
    "$work/cache/clsmem/profiles/"*) ;;
    *) complain "kept in $kept" ;;
esac
ok cmp "$kept" "$work/a.json"
python '
import json, sys
profile = json.load(open(sys.argv[1]))
assert profile["quick"] and profile["made"] and profile["tool"]
for probe, state in profile["probes"].items():
    assert state["end"] in ("ok", "skipped"), (probe, state)
if profile["device"]["is_cpu"]:
    assert profile["geometry"]["verdict"] != "banks", profile["geometry"]
    assert profile["bank_class"] is None
rows = json.load(open(sys.argv[2]))["timings"]["rows"]
assert len(rows) > 100 and profile["timings"]["rows"] is None
' "$work/a.json" "$work/t.json"
grep -v '^profile: ' "$out" >"$work/report"
run --from "$work/t.json"
exits 0
grep -v '^profile: ' "$out" >"$work/again"
ok diff "$work/report" "$work/again"

case_is 'a kernel that hangs is ended at its deadline, and the others stand'
altered "$hangs" 2
begun=$(date +%s)
probe --probes clock,barrier,cache,staging --deadline 8 --kernel-dir "$work/kernels" --json "$work/hang.json"
ended=$(date +%s)
exits 1
out_has 'barrier   : deadline: did not end within 8 s'
out_has 'Global memory to local memory'
[ $((ended - begun)) -lt 60 ] || complain "it took $((ended - begun)) s"
python '
import json, sys
profile = json.load(open(sys.argv[1]))
ends = {probe: state["end"] for probe, state in profile["probes"].items()}
assert ends["barrier"] == "deadline" and ends["clock"] == ends["staging"] == "ok", ends
assert ends["cache"] in ("ok", "skipped") and ends["banks"] == "not-run", ends
probes = {figure["probe"] for figure in profile["figures"]}
assert "barrier" not in probes and "staging" in probes, probes
' "$work/hang.json"

# runs PROCESS: nobody may have collected one that has ended.
runs()
{
    ps -o stat= -p "$1" | grep -q '^[^Z]'
}

# start ARGUMENTS: runs the program with the kernels that hang; $running is its process, $child the one that measures.
start()
{
    command="${program##*/} $*"
    "$program" --device "$device" --quick --kernel-dir "$work/kernels" "$@" >"$out" 2>"$err" </dev/null &
    running=$!
    sleep 6
    child=$(ps -o pid= --ppid "$running" | tr -d ' ')
    [ -n "$child" ] || complain 'no process measures'
}

case_is 'Ctrl-C ends a run, with a report of what there is and no process left'
start --probes clock,barrier,cache --deadline 60
kill -INT "$running"
wait "$running"
code=$?
exits 130
err_has 'clsmem-probe: stopping'
out_has 'event clock'
out_has 'barrier   : not-run: stopped by the user'
out_has 'cache     : not-run: stopped by the user'
! runs "$child" || complain "process $child is left"

case_is 'Ctrl-C before any probe ended leaves files as they were'
echo older >"$work/older"
start --probes barrier --deadline 60 --json "$work/older" --csv "$work/new"
kill -INT "$running"
wait "$running"
code=$?
exits 130
err_has 'stopped before any probe had ended: no file was written'
[ "$(cat "$work/older")" = older ] || complain 'a file was replaced by nothing'
[ ! -e "$work/new" ] || complain 'a file of nothing was written'

case_is 'a killed program leaves no process behind'
start --probes barrier --deadline 60
kill -KILL "$running"
wait "$running" 2>/dev/null
sleep 1
! runs "$child" || complain "process $child is left"

case_is 'a process that dies takes its probe along, and no other'
start --probes clock,barrier,staging --deadline 60
kill -KILL "$child"
wait "$running"
code=$?
exits 1
out_has 'barrier   : failed: its process crashed: Killed'
out_has 'Global memory to local memory'
out_has 'event clock'

case_is 'deadlines in a row end the probes that missed them, and no other'
altered "$hangs
/^#define STAGE(NAME/,/^}/s/^    { /    { volatile uint spin = 1; while (spin != 2) { }/" 3
probe --probes barrier,staging,cache --deadline 5 --kernel-dir "$work/kernels" --json "$work/two.json"
exits 1
out_has 'barrier   : deadline: did not end within 5 s'
out_has 'staging   : deadline: did not end within 5 s'
out_lacks 'given up'
python '
import json, sys
assert json.load(open(sys.argv[1]))["probes"]["cache"]["end"] in ("ok", "skipped")' "$work/two.json"

case_is 'a kernel that does not build fails its probes with a reason, and the others stand'
altered 's/^#ifdef ACCESS_BYTES/#ifdef ACCESS_BYTES\
#error broken on purpose/'
probe --probes clock,latency,barrier --kernel-dir "$work/kernels"
exits 1
out_has 'latency   : failed: '
out_has 'A barrier, by the work-items'
out_lacks 'barrier   : '

case_is 'several devices have a report each, but a file takes one'
export POCL_DEVICES='pthread basic' # twins, where the device is PoCL's
count=$("$program" --list | grep -cE '^ *[0-9]+  ')
if [ "$count" -gt 1 ]; then
    run --device all --probes clock --quick
    exits 0
    [ "$(grep -c '^clsmem-probe .* on ' "$out")" = "$count" ] || complain "not $count reports"
    run --device all --probes clock --json "$work/all.json"
    exits 2
    err_has "a file takes the profile of one device, but \"all\" means $count: 0 ("
    [ ! -e "$work/all.json" ] || complain 'a file was written'
fi
unset POCL_DEVICES
