# clsmem-lint from outside. Read by tests/cli.sh. Without LLVM only what needs no OpenCL C is checked.

schema=$top/bench/lint.schema.json
sarif_schema=$top/tests/sarif/sarif-2.1.0.schema.json
cd "$work" || exit 1

# valid FILE SCHEMA: the JSON keeps to the schema; left out without jsonschema.
valid()
{
    ! python3 -c 'import jsonschema' 2>/dev/null || python 'import json, sys, jsonschema
document, schema = (json.load(open(path)) for path in sys.argv[1:])
jsonschema.validators.validator_for(schema)(schema).validate(document)' "$1" "$2"
}

cat >transpose.cl <<'LINES'
#ifndef PAD
#define PAD 0
#endif

kernel __attribute__((reqd_work_group_size(32, 8, 1))) void transpose(global const float *in, global float *out, int n)
{
    local float tile[32][32 + PAD];
    const int x = get_local_id(0), y = get_local_id(1);
    const int column = get_group_id(0) * 32, row = get_group_id(1) * 32;

    for (int j = 0; j < 32; j += 8)
        tile[y + j][x] = in[(row + y + j) * n + column + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 32; j += 8)
        out[(column + y + j) * n + row + x] = tile[x][y + j];
}
LINES
cat >several.cl <<'LINES'
void put(local int *tile, int at) { tile[at] = at; }

kernel void race(global int *out)
{
    local int tile[64];
    int l = get_local_id(0);

    put(tile, l);
    out[get_global_id(0)] = tile[63 - l];
}

kernel void lock_step(global int *out)
{
    local int tile[32];
    int l = get_local_id(0);

    tile[l] = l;
    out[get_global_id(0)] = tile[31 - l];
}

kernel void divergent(global int *out)
{
    if (get_local_id(0) < 32)
        barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}

kernel void endless(global volatile int *out)
{
    while (out[0] != 77777)
        out[1] = 3;
}

kernel void of_three(local float *tile, global float *out, float scale)
{
    tile[get_local_id(0)] = scale;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[get_local_id(0)];
}

kernel void strided(global float *out, global const float *in)
{
    out[get_global_id(0)] = in[get_global_id(0) * 32];
}
LINES
printf 'kernel void broken(global float *a)\n{\n    a[0] = nosuch;\n}\n' >broken.cl

case_is 'the help shows every option of the table, and examples'
run --help
exits 0
err_is_empty
out_fits_a_terminal
options=$(sed -n 's/^    { "\([a-z][a-z-]*\)", .*/\1/p' "$top/bench/lint_settings.c")
[ "$(echo "$options" | wc -l)" -ge 25 ] || complain 'the table was not found in bench/lint_settings.c'
for option in $options; do
    out_has " --$option"
done
out_has 'usage: clsmem-lint FILE.cl [options]'
out_has '  clsmem-lint transpose.cl --global 64,16 --local 32,8'

case_is 'the version has the commit'
run --version
exits 0
out_has 'clsmem-lint '

case_is 'every view is listed with its banks'
run --list-views
exits 0
out_fits_a_terminal
for view in source nvidia gfx942 gfx90a gfx1100 ptx; do
    grep -q "^$view .*banks of [a-z]" "$out" || complain "no view $view, or without banks"
done

case_is 'what makes no sense is refused'
refused <<'LINES'
                                              | which kernel? Give a FILE.cl
transpose.cl                                  | how many work-items? --global
transpose.cl several.cl -g 64                 | One kernel file at a time: "transpose.cl" is it
transpose.cl --nosuch                         | there is no option --nosuch
transpose.cl -g                               | --global needs a value
transpose.cl -g 0                             | --global is not between 1 and
transpose.cl -g -1                            | --global is not a whole number
transpose.cl -g 64,                           | --global is not a whole number
transpose.cl -g 64x64                         | --global is not a whole number
transpose.cl -g 1,2,3,4                       | --global has at most 3 dimensions
transpose.cl -g 99999999999999999999          | --global is not between 1 and
transpose.cl -g 64,16 -l 32                   | --global has 2 dimensions, --local 1
transpose.cl -g 64,16 --offset 32             | --global has 2 dimensions, --offset 1
transpose.cl -g 64 --view nosuch              | there is no view "nosuch"
transpose.cl -g 64 --view source,             | there is no view ""
transpose.cl -g 64 --view ptx                 | the PTX comes from --ptx FILE
--ptx x.ptx -g 64 --view nvidia               | needs the OpenCL C
transpose.cl -g 64 --class nosuch             | there is no class "nosuch"
transpose.cl -g 64 --class ./nosuch.json      | cannot read ./nosuch.json
transpose.cl -g 64 --profile nosuch.json      | cannot read nosuch.json
transpose.cl -g 64 --profile x.json --class gcn | --class or --profile, not both
--suite all --profile x.json                  | no --view, --class, --profile
transpose.cl -g 64 --lanes 65                 | --lanes is not between 1 and 64
transpose.cl -g 64 --groups some              | --groups is all, sample or a number
transpose.cl -g 64 --groups 0                 | --groups is not between 1 and
transpose.cl -g 64 --threads x                | --threads is not a whole number
transpose.cl -g 64 --deadline soon            | --deadline is not a number
transpose.cl -g 64 --deadline -1              | --deadline is not between 0 and
transpose.cl -g 64 --max-degree 0.5           | --max-degree is not between 1 and
transpose.cl -g 64 --colour red               | auto, always or never
transpose.cl -g 64 --json x --sarif x         | cannot go to the same place
transpose.cl -g 64 --kernel-dir .             | belong to --expect
--expect x.tsv                                | --kernel-dir DIR or --ptx-dir DIR
--expect x.tsv --kernel-dir . -g 64           | no --global beside it
--expect x.tsv --kernel-dir . transpose.cl    | no transpose.cl beside it
--expect x.tsv --kernel-dir . --json x        | no --json beside it
--ptx nowhere.ptx -g 64 -l 64                 | nowhere.ptx
LINES

run transpose.cl --list-kernels
if [ "$code" != 0 ]; then
    err_has 'LLVM'
    exit $failed
fi

case_is 'with one kernel and a required work-group size the file and --global are enough'
run transpose.cl --global 64,16
exits 0
err_is_empty
out_fits_a_terminal
out_has 'kernel transpose of transpose.cl, view source'
out_has 'global 64 x 16, local 32 x 8; 4 work-groups'
out_has "argument 2 'n' (int): assumed 64, the global size"

case_is 'the worst line comes first, with its text and its numbers in words'
grep -n '^   1[25]  ' "$out" | head -n 1 | grep -q 'tile\[x\]\[y + j\];' || complain 'line 15 is not the first'
out_has 'load of 4 bytes from tile: 32 passes where 1 suffices (32-way conflict), 128 executions, all lanes'
out_has 'store of 4 bytes to tile: 1 pass, no conflict, 128 executions, all lanes'
out_has 'load of 4 bytes from in: 16.0 KiB in 128 executions, 512 sectors of 32 bytes, none in vain'
row_is '  passes' 4096

case_is 'operands and options come in any order, and options may be cut short'
cp "$out" first
for words in '--global 64,16 transpose.cl' '--glob=64,16 transpose.cl' '--loca 32,8 -g 64,16 -- transpose.cl' \
    '-g64,16 --kernel transpose transpose.cl --local 32,8'; do
    run $words
    exits 0
    sed 's/ in [0-9.]* s$//' "$out" >second
    sed 's/ in [0-9.]* s$//' first | cmp -s - second || complain 'another report'
done

case_is 'a degree above --max-degree ends with exit code 1'
run transpose.cl -g 64,16 --max-degree 31
exits 1
out_has 'above --max-degree 31'
run transpose.cl -g 64,16 --max-degree 32
exits 0
run transpose.cl -g 64,16 --max-degree 1 --build-options -DPAD=1
exits 0

case_is 'the class, its lanes and a class file change what is counted'
run transpose.cl -g 64,16 --class none
exits 0
out_has 'this bank class has no banks'
out_lacks 'no lane ever gets there'
run transpose.cl -g 64,16 --lanes 16
out_has 'all lanes'
out_has '16 passes where 1 suffices'
cat >mine.json <<'LINES'
{ "name": "mine", "summary": "half of it", "lanes": 32, "banks": 16, "bank_bytes": 4,
  "rules": [ { "ops": ["load", "store"], "bytes": [1, 4], "groups": ["0-15", "16-31"] } ] }
LINES
run transpose.cl -g 64,16 --class ./mine.json
exits 0
out_has 'banks of mine'

case_is 'a profile changes what is counted'
profiles=$top/tests/profiles
run transpose.cl -g 64,16 --profile "$profiles/unknown.json"
exits 0
out_has 'banks of probed'
run transpose.cl -g 64,16 --class "$profiles/wonder.json,nv_cc5plus,$profiles/unknown.json"
exits 0
out_has 'cdna3'
out_has 'probed'
run transpose.cl -g 64,16 --profile ./mine.json
exits 2
err_has 'mine.json is a bank class, which --class takes'
sed 's/"verdict": "banks"/"verdict": "not-sure"/' "$profiles/wonder.json" >unsure.json
run transpose.cl -g 64,16 --profile unsure.json
exits 2
err_has 'but not sure'

case_is 'a part of the work-groups is said to be one'
run transpose.cl -g 256,64 --groups sample
exits 0
out_has '; 3 of 64 work-groups'
out_has '(of the work-groups that ran)'
run transpose.cl -g 256,64 --groups 5
out_has '; 5 of 64 work-groups'
run transpose.cl -g 64,16 --offset 32,0
exits 0

case_is 'a race names both places and work-items, and ends with exit code 1'
run several.cl --kernel race -g 64 -l 64
exits 1
out_fits_a_terminal
out_has '[read-write-race]'
out_has 'several.cl:9:29  out[get_global_id(0)] = tile[63 - l];'
out_has 'several.cl:1:46 in put  void put('
out_has 'of work-group 0'

case_is 'a race within a sub-group is an error unless it is meant'
run several.cl --kernel lock_step -g 32 -l 32
exits 1
out_has 'error: '
out_has '[lock-step-race]'
run several.cl --kernel lock_step -g 32 -l 32 --lock-step
exits 0
out_lacks 'error: '
out_has '[lock-step-race]'

case_is 'a barrier that not all reach ends with exit code 1'
run several.cl -k divergent -g 64 -l 64
exits 1
grep -q 'divergent-barrier\|different-barriers' "$out" || complain 'no such finding'

case_is 'sectors in vain are told'
run several.cl -k strided -g 64 -l 64
exits 0
out_has '64 sectors of 32 bytes, 87.5 % in vain (8 suffice)'

case_is 'views stand side by side, and a line that a compiler changes is marked'
run transpose.cl -g 64,16 --view source,nvidia,amd
exits 0
out_fits_a_terminal
out_has 'source'
out_has 'gfx942'
row_is totals 'source nvidia gfx942'
grep -q '^   15  .*tile\[x\]\[y + j\]; *4096 (32.00)  ' "$out" || complain 'line 15 has no cell of the source view'
run transpose.cl -g 64,16 --view all
exits 0
out_fits_a_terminal
row_is totals 'source nvidia gfx942 gfx90a gfx1100'

case_is 'colour comes on a terminal or when told, and not in a pipe'
run several.cl -k race -g 64 -l 64
! grep -q "$(printf '\033')" "$out" || complain 'colour in a pipe'
run several.cl -k race -g 64 -l 64 --colour always
grep -q "$(printf '\033')\[1;31merror" "$out" || complain 'no colour'

case_is 'kernels and sources that cannot be run are refused'
refused <<'LINES'
several.cl -g 64 -l 64                              | race, lock_step, divergent, endless, of_three, strided
several.cl -k nosuch -g 64 -l 64                    | race, lock_step, divergent, endless, of_three, strided
several.cl -k race -g 64                            | work-group size
several.cl -k race -g 64 -l 48                      | no multiple
transpose.cl -g 64,16 -l 16,16                      | 32
broken.cl -g 64 -l 64                               | use of undeclared identifier 'nosuch'
nowhere.cl -g 64 -l 64                              | nowhere.cl
. -g 64 -l 64                                       | clsmem-lint: 
several.cl -k race -g 64 -l 64 -a f:64 -a i:3       | too many arguments: 2, but race takes 1: out (int*)
several.cl -k of_three -g 64 -l 64 --args 'l:256'   | too few arguments: 1, but of_three takes 3
several.cl -k of_three -g 64 -l 64 --args 'f:64 - -' | l:BYTES
several.cl -k of_three -g 64 -l 64 --args 'l:10240M - -' | 10737418240 bytes of local memory
several.cl -k of_three -g 64 -l 64 --args '- f:64 i:1' | argument 2 'scale' (float): "i:1": the argument is real
several.cl -k of_three -g 64 -l 64 --args '- @nowhere -' | cannot read nowhere
several.cl -k of_three -g 64 -l 64 --args '- f:0 -' | not of the form f:COUNT
several.cl -k race -g 64 -l 64 -b --nosuch          | nosuch
several.cl -k race -g 64 -l 64 --json missing/x     | cannot write missing/x
several.cl -k race -g 64 -l 64 --sarif missing/x    | cannot write missing/x
several.cl -k endless -g 64 -l 64 --deadline 0.3    | several.cl:
LINES

case_is 'clang says where a source does not compile'
run broken.cl -g 64 -l 64
exits 2
err_has 'broken.cl:3:12: error:'

case_is 'arguments are taken as they are given'
printf 'abcd%0252d' 0 >raw
run several.cl -k of_three -g 64 -l 64 -a l:256 -a @raw -a r:2.5
exits 0
out_lacks assumed
run several.cl -k of_three -g 64 -l 64 --args '- z:252 -'
exits 1
out_has '[out-of-bounds]'
run several.cl -k of_three -g 64 -l 64 --args '- 0 -'
exits 1
out_has '[null-pointer]'

case_is 'the JSON has the whole report and keeps to its schema'
run several.cl -k race -g 64 -l 64 --json race.json
exits 1
valid race.json "$schema"
python 'import json, sys
d = json.load(open(sys.argv[1]))
r = d["reports"][0]
assert d["right"] is False and r["kernel"] == "race" and r["global"] == [64] and r["class"] == "nv_cc5plus"
f, = (f for f in r["findings"] if f["kind"] == "read-write-race" and f["other"]["line"] == 9)
assert f["error"] and f["place"]["function"] == "put" and f["place"]["line"] == 1
assert f["item"]["local"] != f["other_item"]["local"]' race.json
run transpose.cl -g 64,16 --view all --json -
exits 0
is_json "$out"
valid "$out" "$schema"
python 'import json, sys
d = json.load(open(sys.argv[1]))
assert d["right"] and [r["view"] for r in d["reports"]] == ["source", "nvidia", "gfx942", "gfx90a", "gfx1100"]
source = d["reports"][0]
assert source["totals"]["local"]["load"]["degree"] == 32 and source["totals"]["operations"]["single"]["additions"] == 0
worst = max(a["worst"]["degree"] for a in source["accesses"] if a["space"] == "local")
assert worst == 32 and len(source["assumptions"]) == 3' "$out"

case_is 'the SARIF is valid, has levels, places and rules, and says the same of two views once'
run several.cl -k race -g 64 -l 64 --sarif race.sarif --view source,nvidia
exits 1
valid race.sarif "$sarif_schema"
python 'import json, sys
run = json.load(open(sys.argv[1]))["runs"][0]
rules = [r["id"] for r in run["tool"]["driver"]["rules"]]
def line(result):
    return result["locations"][0]["physicalLocation"]["region"]["startLine"]
races = [r for r in run["results"] if r["ruleId"] == "read-write-race" and line(r) == 1]
assert len(races) == 1 and races[0]["level"] == "error" and rules[races[0]["ruleIndex"]] == "read-write-race"
place = races[0]["locations"][0]["physicalLocation"]
assert place["artifactLocation"]["uri"] == "several.cl" and place["region"]["startLine"] == 1
assert races[0]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 9
prints = [r["partialFingerprints"]["primaryLocationLineHash"] for r in run["results"]]
assert len(prints) == len(set(prints))' race.sarif
mkdir -p 'a folder'
cp transpose.cl 'a folder/100%.cl'
run "$work/a folder/100%.cl" -g 64,16 --sarif -
exits 0
valid "$out" "$sarif_schema"
python 'import json, sys
result, = json.load(open(sys.argv[1]))["runs"][0]["results"]
assert result["ruleId"] == "bank-conflict" and result["level"] == "warning", result
assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20folder/100%25.cl"' "$out"
run transpose.cl -g 64,16 --sarif - --max-degree 32
python 'import json, sys
assert json.load(open(sys.argv[1]))["runs"][0]["results"] == []' "$out"

case_is 'measured stands beside predicted, and only a row that is off ends with exit code 1'
tab=$(printf '\t')
head="kernel${tab}build_options${tab}global${tab}local${tab}arguments${tab}load_instructions${tab}load_wavefronts"
head="$head${tab}load_conflicts${tab}global_load_sectors"
launch="64,16${tab}32,8${tab}f:4096 f:4096 i:64"
printf '%s\n' "$head" "transpose${tab}${tab}$launch${tab}128${tab}4096${tab}3968${tab}512" \
    "transpose${tab}-DPAD=1${tab}$launch${tab}128${tab}128${tab}0" >right.tsv
run --expect right.tsv --kernel-dir .
exits 0
err_is_empty
out_fits_a_terminal
out_has '2 of 2 rows exact'
out_has '2 of 2 with the measured value among the candidates'
out_has '2 of 2 in sectors and operations'
grep -q 'measured .*loads 128/4096/3968' "$out" || complain 'no measured numbers'
grep -q 'predicted .*loads 128/4096/3968' "$out" || complain 'no predicted numbers'
sed 's/3968/3969/; s/512$/513/' right.tsv >off.tsv
run --expect off.tsv --kernel-dir . --view source
exits 1
out_has '1 of 2 rows exact'
out_has '1 of 2 in sectors and operations'
out_has 'line 2: transpose, global 64,16, local 32,8: off; sectors and operations are off'

case_is 'a row that cannot be run is off, and the others still run'
printf 'nosuch\t\t64\t64\t\t1\t1\t0\n' >>right.tsv
run --expect right.tsv --kernel-dir .
exits 1
out_has 'line 4: nosuch, global 64, local 64: off, it does not run: '
out_has '2 of 3 rows exact'

case_is 'tables that are none are refused'
: >empty.tsv
printf 'kernel\tglobal\n' >head.tsv
printf 'kernel\tlocal\nx\t64\n' >columns.tsv
printf 'kernel\tglobal\tload_wavefronts\nx\t64\t-5\n' >number.tsv
printf 'kernel\tglobal\tload_wavefronts\n\t64\t5\n' >nameless.tsv
refused <<'LINES'
--expect empty.tsv --kernel-dir .    | holds no kernels
--expect head.tsv --kernel-dir .     | holds no kernels
--expect columns.tsv --kernel-dir .  | names no column "global"
--expect nowhere.tsv --kernel-dir .  | cannot read nowhere.tsv
LINES
for file in number nameless; do
    run --expect $file.tsv --kernel-dir .
    exits 2
    err_has "$file.tsv, line 2: "
done

case_is 'an output that takes nothing is no success'
for words in --help --version --list-views 'transpose.cl --list-kernels' 'transpose.cl -g 64,16' \
    'transpose.cl -g 64,16 --json -' 'transpose.cl -g 64,16 --sarif -' '--expect off.tsv --kernel-dir .'; do
    command="clsmem-lint $words >/dev/full"
    "$program" $words >/dev/full 2>"$err"
    code=$?
    exits 4
    err_has 'cannot write'
done
run transpose.cl -g 64,16 --json /dev/full
exits 4
run transpose.cl -g 64,16 --sarif /dev/full
exits 4
command='clsmem-lint transpose.cl -g 64,16 >&-'
"$program" transpose.cl -g 64,16 >&- 2>"$err"
code=$?
exits 4

case_is 'Ctrl-C ends a run with exit code 130'
"$program" several.cl -k endless -g 64 -l 64 >"$out" 2>"$err" &
child=$!
sleep 1
kill -TERM $child # a shell without job control starts its children deaf to INT
wait $child
code=$?
exits 130
err_has 'stopped'
out_is_empty
