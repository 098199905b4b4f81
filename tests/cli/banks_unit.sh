# Cases that need no device: none is seen, whichever ICD loader this is. Read by tests/cli.sh.

mkdir "$work/none"
export OCL_ICD_VENDORS="$work/none/"
unset OCL_ICD_FILENAMES

wavefronts=$top/tests/oracles/nvidia_cc90_wavefronts.tsv

case_is 'the help shows every option of the table'
run --help
exits 0
err_is_empty
out_fits_a_terminal
options=$(sed -n 's/^    { "\([a-z][a-z-]*\)", .*/\1/p' "$top/bench/banks_settings.c")
[ "$(echo "$options" | wc -l)" -ge 25 ] || complain 'the table was not found in bench/banks_settings.c'
for option in $options; do
    out_has " --$option"
done

case_is 'the version has the commit'
run --version
exits 0
out_has 'clsmem-banks '

case_is 'every class is listed with its confidence and source'
run --list-classes
exits 0
out_fits_a_terminal
for class in none nv_cc1 nv_cc2 nv_cc3_4b nv_cc3_8b nv_cc5plus gcn cdna3 cdna4 rdna3 rdna4 intel_gen9 intel_xe_hpc; do
    out_has "$class ["
done
[ "$(grep -c '^    from ' "$out")" = 13 ] || complain 'not every class has a source'

case_is 'the counters of compute capability 9.0 agree to the last row'
run --oracle "$wavefronts" --class nv_cc5plus
exits 0
out_has '636 of 636 rows agree'
err_is_empty

case_is 'an oracle row that does not agree is shown, and the exit code is 1'
sed '3s/\t1\t0\t/\t2\t1\t/' "$wavefronts" >"$work/altered.tsv"
run --oracle "$work/altered.tsv" --class nv_cc5plus
exits 1
out_has '635 of 636 rows agree'
out_has 'line 3, load of 1 bytes, stride2: counted 2 passes and 1 conflicts, but nv_cc5plus says 1 and 0'
sed '3s/\t1\t0\t/\t1\t1\t/' "$wavefronts" >"$work/altered.tsv"
run --oracle "$work/altered.tsv"
exits 1
out_has '635 of 636 rows agree'
run --oracle "$wavefronts" --class rdna4
exits 1

case_is 'an oracle file without conflicts and labels is one too'
cut -f 1,2,3,5 "$wavefronts" >"$work/short.tsv"
run --oracle "$work/short.tsv"
exits 0
out_has '636 of 636 rows agree'

case_is 'files that are no oracle are refused'
printf 'op\twidth_bytes\twavefronts\tlane_byte_addresses\n' >"$work/head"
{ cat "$work/head"; printf 'load\t4\t1\t0,4,-2\n'; } >"$work/negative.tsv"
{ cat "$work/head"; printf 'load\t4\t1\t0,4,2\n'; } >"$work/odd.tsv"
{ cat "$work/head"; printf 'load\t3\t1\t0,3\n'; } >"$work/width.tsv"
{ cat "$work/head"; printf 'load\t4\t1\n'; } >"$work/missing.tsv"
{ cat "$work/head"; printf 'fetch\t4\t1\t0\n'; } >"$work/op.tsv"
{ cat "$work/head"; printf 'load\t4\t1\t%s\n' "$(seq -s, 0 4 128)"; } >"$work/lanes.tsv"
{ cat "$work/head"; printf 'load\t4\t1\t%s\n' "$(seq -s, 0 4 400)"; } >"$work/lanes101.tsv"
printf 'op\twavefronts\n' >"$work/columns.tsv"
: >"$work/empty.tsv"
{ cat "$work/head"; echo; } >"$work/blank.tsv"
head -c 4000 /dev/urandom >"$work/noise.tsv"
while IFS='|' read -r file text; do
    run --oracle "$work/$file"
    exits 2
    err_has "$text"
    out_lacks 'rows agree'
done <<'LINES'
negative.tsv|line 2: no address: "-2"
odd.tsv|line 2: lane 2: address 2 is no multiple
width.tsv|line 2: a width of 3 bytes
missing.tsv|line 2: no field for the column: "lane_byte_addresses"
op.tsv|line 2: no operation: "fetch"
lanes.tsv|line 2: 33 lanes
lanes101.tsv|line 2: more than 64 lanes
columns.tsv|no such column: "width_bytes"
empty.tsv|holds no accesses
blank.tsv|holds no accesses
noise.tsv|the first line names no such column
nowhere.tsv|cannot read
LINES
run --oracle "$work"
exits 2
err_has 'Is a directory'

case_is 'the lesson grades the five patterns and has the table of strides'
run --lesson
exits 0
out_fits_a_terminal
for line in 'row access      tile[t]              1              1       1' \
    'column access   tile[t * 32]        32              1      32' \
    'padded column   tile[t * 33]         1              1       1' \
    'stride 2        tile[t * 2]          2              1       2' \
    'broadcast       tile[0]              1              1       1'; do
    out_has "$line"
done
awk '/^ *[0-9]+ +[0-9]+ +[0-9]+/ { rows++; if ($2 != $3 || (NF == 6 && $5 != $6)) wrong = 1 }
    END { exit wrong || rows != 17 }' "$out" || complain 'a degree of the table of strides is not its divisor'
run --lesson --class cdna3,intel_gen9,none
exits 0
out_has 'no rule for loads of 4 bytes'

case_is 'patterns cost what they should'
run --tile 32x32 --column
exits 0
err_is_empty
out_fits_a_terminal
row_is passes 32
row_is degree 32
run --tile 32x32 --column --pad 1
row_is passes 1
run --tile 32x32 --column --swizzle 4
row_is passes 1
run --tile 32x32 --row
row_is passes 1
run --tile 16x16 --column
row_is passes 8
run --tile 32x32 --column --element 8 --width 8
row_is passes 32
run --tile 32x33 --column --element 8 --width 8
row_is passes 2
run --tile 32x64 --column --width 1
row_is passes 16
run --stride 0
row_is passes 1
run --stride 0 --op atomic
row_is passes 32
run --stride 4 --width 2
row_is passes 2
run --stride 1 --width 16
row_is passes 4
run --stride 1 --width 12 --class cdna4
row_is passes 8
run --addresses 0,128,256
row_is passes 3
row_is 'active lanes' '3 of 3'
run --stride 32 --active 0x11
row_is passes 2
row_is 'active lanes' '2 of 32'
run --stride 32 --lanes 4
row_is passes 4
run --stride 1 --width 8 --active 0xffff
row_is passes 1

case_is 'several classes are a column each'
run --stride 2 --class nv_cc5plus,cdna3,intel_gen9,none
exits 0
row_is class 'nv_cc5plus cdna3 intel_gen9 none'
row_is passes '2 4 2 -'
row_is degree '2 2 2 -'
run --stride 2 --class all
exits 0
out_fits_a_terminal
run --stride 1 --width 16 --class intel_gen9
exits 0
row_is passes '-'
out_has 'nothing is known of a load of 16 bytes'

case_is 'the map has colours on a terminal or when told, and none in a pipe'
run --stride 2
! grep -q "$(printf '\033')" "$out" || complain 'colour in a pipe'
out_has '  16  2....... ........ ........ ........     128'
run --stride 2 --colour always
grep -q "$(printf '\033')\[30;43m2" "$out" || complain 'no colour'

case_is 'what makes no sense is refused'
refused <<'LINES'
                                     | what is to be counted?
--nosuch                             | there is no option --nosuch
5                                    | what is meant by "5"?
--stride -1                          | --stride is not a whole number
--stride 1e9                         | --stride is not a whole number
--stride 4294967295                  | lane 31 would be beyond 4 GiB
--stride 99999999999999999999        | --stride is not between
--stride 1 --width 3                 | --width: 3 bytes is no power of two
--stride 1 --width 0                 | --width is not between 1 and 16
--stride 1 --width 32                | --width is not between 1 and 16
--stride 1 --width 12                | nv_cc5plus has no such load
--stride 1 --width 2 --op atomic     | atomics are of 4 or 8
--stride 1 --op fetch                | load, store or atomic, not "fetch"
--stride 1 --lanes 0                 | --lanes is not between 1 and 64
--stride 1 --lanes 33                | 33 lanes, but a sub-group of nv_cc5plus has 1 to 32
--stride 1 --lanes 65 --class cdna3  | --lanes is not between 1 and 64
--stride 1 --active 0                | no lane is left
--stride 1 --active 0x1ffffffff      | --active has lanes beyond the 32
--stride 1 --active 0x               | is a mask
--stride 1 --active -1               | is a mask
--stride 1 --active 0x1ffffffffffffffff | is a mask
--stride 1 --class nosuch            | there is no class "nosuch"
--stride 1 --class ''                | there is no class ""
--stride 1 --class nv_cc5plus,       | there is no class ""
--stride 1 --addresses 0             | give one
--addresses 0,-4                     | lane 1: -4 is negative
--addresses 0,6                      | lane 1: address 6 is no multiple
--addresses 0,,4                     | lane 1 is not a whole number
--addresses ''                       | lane 0 is not a whole number
--addresses 0,4294967296             | lane 1 is not between
--addresses 0x10                     | is not a whole number
--addresses 0,4 --lanes 3            | --lanes 3, but --addresses has 2
--addresses $(seq -s, 0 4 256)       | no sub-group has more than 64 lanes
--addresses $(seq -s, 0 4 128)       | 33 lanes, but
--tile 32x32                         | by --row or by --column?
--tile 32 --row                      | two numbers with a x between them
--tile 0x32 --row                    | --tile is not between 1 and
--tile 32x --row                     | --tile is not a whole number
--tile 99999x99999 --row             | --tile is not between 1 and
--tile 32x32 --row --column          | not both
--tile 32x31 --row --width 16        | no whole number of accesses
--tile 32x31 --row --swizzle 4       | a power of two, not 31
--tile 32x32 --row --swizzle 3       | --swizzle moves 1, 2, 4, 8 or 16
--tile 32x32 --row --swizzle 2       | --swizzle moves whole elements
--tile 32x32 --row --swizzle 4 --pad 1 | padded or swizzled, not both
--tile 32x32 --row --pad -1          | --pad is not a whole number
--tile 32x32 --column --pad 1 --width 16 | lane 1: address 132 is no multiple of the access's 16 bytes
--tile 32x32 --row --element 3       | elements of 3 bytes
--tile 32x32 --stride 1              | --tile belongs to
--column --stride 1                  | need a --tile
--index ' '                          | the expression is empty
--index t --stride 1                 | give one
--search --access row:4              | --search needs a --tile
--search --tile 32x32                | --search needs the accesses
--search --tile 64x64 --access row:4 --op store | --op, --width, --lanes and --active go with a pattern; a search takes
--lesson --width 8                   | --op, --width, --lanes and --active go with a pattern
--search --tile 32x32 --access row   | --access: a width is not a whole number
--search --tile 32x32 --access diag:4 | is not of the form
--search --tile 32x32 --access row:3 | no power of two
--search --tile 32x32 --access row:4:fetch | load, store or atomic
--search --tile 32x32 --access row:4, | is not of the form
--search --tile 32x32 --access row:4 --pad 1 | tries layouts itself
--search --tile 32x30 --access row:16 | no whole number of accesses
--search --tile 32x32 --access row:16 --class intel_gen9 | intel_gen9: nothing is known of a load of 16 bytes
--search --lesson                    | one at a time
--access row:4 --stride 1            | belong to --search
--lesson --stride 1                  | takes no pattern
--lesson --svg x                     | --svg draws one access
--stride 1 --svg x --json x          | cannot go to the same place
--stride 1 --svg "$work/missing/x"   | cannot write
--stride 1 --json "$work/missing/x"  | cannot write
--stride 1 --colour red              | auto, always or never
--oracle "$wavefronts" --class cdna3,rdna3 | one class against the file
LINES

case_is 'a class of ones own is read from a file'
cat >"$work/mine.json" <<'LINES'
{ "name": "mine", "summary": "half of it", "lanes": 32, "banks": 16, "bank_bytes": 4,
  "rules": [ { "ops": ["load"], "bytes": [1, 4], "groups": ["0-7,16-23", "8-15,24-31"] } ] }
LINES
run --stride 1 --class-file "$work/mine.json"
exits 0
row_is class mine
row_is passes 4 # lanes 0 and 16 are in one group here, and 16 banks apart
run --stride 1 --class-file "$work/mine.json" --class nv_cc5plus,mine
row_is passes '1 4'
run --list-classes --class-file "$work/mine.json"
out_has 'mine [-] half of it'
sed 's/8-15,24/7-15,24/' "$work/mine.json" >"$work/overlap.json"
refused <<'LINES'
--stride 1 --class-file "$work/overlap.json" | rule 1: "groups" has groups that overlap
--stride 1 --class-file "$work/nowhere.json" | nowhere.json: No such file or directory
--stride 1 --class-file "$work"              | Is a directory
--stride 1 --class-file "$work/short.tsv"    | line 1
--stride 1 --class mine                      | there is no class "mine"
LINES

case_is 'a profile brings a class of ours, or one of its own'
profiles=$top/tests/profiles
for option in --class-file --profile; do
    run --stride 4 --width 16 "$option" "$profiles/wonder.json"
    exits 0
    row_is class cdna3
    run --stride 4 --width 16 "$option" "$profiles/unknown.json"
    exits 0
    row_is class probed
    row_is passes 16
done
run --stride 4 --width 16 --profile "$profiles/unknown.json" --class nv_cc5plus,probed
row_is class 'nv_cc5plus probed'
run --list-classes --profile "$profiles/unknown.json"
out_has 'probed [M] Wonder 9 (TM)'
out_has 'load of 4 bytes: 2 x 32 lanes, 32 banks of 4 bytes [M]'
run --list-classes --profile "$profiles/wonder.json"
[ "$(grep -c '^cdna3 ' "$out")" = 1 ] || complain 'a class of ours is listed twice'
sed 's/"verdict": "banks"/"verdict": "none"/' "$profiles/wonder.json" >"$work/none.json"
run --stride 1 --profile "$work/none.json"
row_is class none
sed 's/"verdict": "banks"/"verdict": "not-sure"/' "$profiles/wonder.json" >"$work/unsure.json"
sed 's/"quick"/"quack"/' "$profiles/wonder.json" >"$work/quack.json"
refused <<'LINES'
--stride 1 --profile "$work/unsure.json" | but not sure: times grow with the passes
--stride 1 --profile "$work/quack.json"  | quack.json: "quack" is no key that can stand there
--stride 1 --profile "$work/mine.json"   | mine.json is a bank class, which --class-file takes
--stride 1 --profile "$profiles/wonder.json" --class-file "$work/mine.json" | not both
LINES
python 'import json, sys
json.dump(json.load(open(sys.argv[1]))["bank_class"], open(sys.argv[2], "w"))' "$profiles/unknown.json" "$work/part.json"
if [ -e "$work/part.json" ]; then
    run --stride 4 --width 16 --class-file "$work/part.json"
    row_is class probed
    row_is passes 16
fi

case_is 'the search names the best for each class and for all, in under a second'
before=$(date +%s)
run --search --tile 128x128 --access column:4,row:16 --class nv_cc5plus,cdna3
after=$(date +%s)
exits 0
out_fits_a_terminal
[ $((after - before)) -le 2 ] || complain "took $((after - before)) s"
out_has 'best for all of them: '
out_has 'best for nv_cc5plus: '
out_has 'best for cdna3: '
run --search --tile 32x32 --access column:4,row:4 --class all
exits 0
out_fits_a_terminal
out_has 'best for all of them: --swizzle 4 (0 extra bytes)'

case_is 'JSON has costs, addresses and who is served when'
run --tile 32x32 --column --class nv_cc5plus,none --json -
exits 0
python 'import json, sys
d = json.load(open(sys.argv[1]))
one, none = d["classes"]
assert d["op"] == "load" and d["width_bytes"] == 4
assert one["passes"] == 32 and one["conflict_free"] == 1 and one["conflicts"] == 31 and one["degree"] == 32
assert one["addresses"] == [128 * t for t in range(32)]
assert sorted(s["pass"] for s in one["served"]) == list(range(32))
assert all(s["bank"] == 0 and s["lanes"] == [s["pass"]] for s in one["served"])
assert none == {"class": "none", "known": False, "addresses": one["addresses"]}' "$out"
run --search --tile 32x32 --access column:4,row:4 --class nv_cc5plus,cdna3 --json "$work/search.json"
exits 0
out_is_empty
python 'import json, sys
d = json.load(open(sys.argv[1]))
assert d["best"]["nv_cc5plus"]["layout"] == "swizzled" and d["ranking"][0]["passes"] == {"nv_cc5plus": 64, "cdna3": 64}
assert d["ranking"][1]["pad"] == 1 and d["ranking"][1]["extra_bytes"] == 128' "$work/search.json"
if python3 -c 'import jsonschema' 2>/dev/null; then
    for words in '--stride 2 --class all' '--stride 1 --width 8 --active 3' \
        '--search --tile 32x32 --access row:4 --class cdna3'; do
        run $words --json "$work/x.json"
        python 'import json, sys, jsonschema
jsonschema.validate(json.load(open(sys.argv[1])), json.load(open(sys.argv[2])))' "$work/x.json" "$top/bench/banks.schema.json"
    done
fi

case_is 'the picture is XML with one panel a pass, the words of each lit'
run --tile 32x32 --column --svg "$work/column.svg"
exits 0
out_has 'passes'
python 'import sys, xml.etree.ElementTree as E
t = E.parse(sys.argv[1]).getroot()
n = "{http://www.w3.org/2000/svg}"
text = [e.text or "" for e in t.iter(n + "text")]
assert sum(x.startswith("pass ") for x in text) == 32, text[:5]
assert sum(e.get("class") == "lit" for e in t.iter(n + "rect")) == 32' "$work/column.svg"
run --stride 2 --active 0xffff --class nv_cc5plus,cdna3,none --svg - --panels 1
exits 0
python 'import sys, xml.etree.ElementTree as E
t = E.parse(sys.argv[1]).getroot()
n = "{http://www.w3.org/2000/svg}"
assert sum(e.get("class") == "lit" for e in t.iter(n + "rect")) == 32' "$out"
for words in '--stride 4096' '--tile 64x200 --row' '--tile 3x5 --row --width 1 --lanes 9' '--stride 7 --width 8' \
    '--addresses 0,1048576,4 --class cdna4 --op store' '--tile 100x8 --pad 1 --column --width 2'; do
    run $words --svg "$work/x.svg"
    exits 0
    python 'import sys, xml.etree.ElementTree as E
E.parse(sys.argv[1])' "$work/x.svg"
done

case_is 'an output that takes nothing is no success'
for words in --help --version --lesson --list-classes '--stride 1' '--stride 1 --json -' '--stride 1 --svg -' \
    '--search --tile 8x8 --access row:4' "--oracle $wavefronts"; do
    command="clsmem-banks $words >/dev/full"
    "$program" $words >/dev/full 2>"$err"
    code=$?
    exits 4
    err_has 'cannot write'
done
run --stride 1 --svg /dev/full
exits 4
run --stride 1 --json /dev/full
exits 4

case_is 'without a device --index says what to install'
run --index t
exits 3
err_has 'PoCL'
