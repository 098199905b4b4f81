# Cases that need no device: none is seen, whichever ICD loader this is. Read by tests/cli.sh.

mkdir "$work/none"
export OCL_ICD_VENDORS="$work/none/"
unset OCL_ICD_FILENAMES

case_is 'the help shows every option of the table'
run --help
exits 0
err_is_empty
out_fits_a_terminal
options=$(sed -n 's/^    { "\([a-z][a-z-]*\)", .*/\1/p' "$top/bench/settings.c")
[ "$(echo "$options" | wc -l)" -ge 15 ] || complain 'the table was not found in bench/settings.c'
for option in $options; do
    out_has " --$option "
done
out_has 'Exit code: '

case_is 'the version has the commit'
run --version
exits 0
grep -qE '^clsmem-bench [0-9.]+ \(commit ([0-9a-f]{7,40}(-dirty)?|unknown)\)$' "$out" || complain 'not in that form'

case_is 'the list of kernels names families, variants and needs'
run --list-kernels
exits 0
out_has 'gemm: '
out_has '  tiled_padded '
out_has '[needs a CPU]'
out_fits_a_terminal

profile=$top/tests/profiles/wonder.json
head -n 20 "$profile" >"$work/torn.json"
sed 's/"verdict": "banks"/"verdict": "not-sure"/' "$profile" >"$work/unsure.json"
echo '{ "name": "mine", "lanes": 32, "banks": 32, "bank_bytes": 4, "rules": [] }' >"$work/mine.json"

case_is 'what makes no sense is refused'
refused <<'LINES'
--nosuch                         | there is no option --nosuch
-x                               | there is no option -x
--quick --nosuch                 | clsmem-bench --help lists the options
--li                             | short for several
--device                         | --device needs a value: WHICH
--list=1                         | --list takes no value
0                                | what is meant by "0"?
--kernel nosuch                  | --kernel: nothing is named "nosuch"
--kernel gemm,nosuch             | --kernel: nothing is named "nosuch"
--kernel 'gemm, no such'         | --kernel: nothing is named " no such"
--kernel ''                      | --kernel: nothing is named ""
--kernel 'trans*.nosuch*'        | --kernel: nothing is named "trans*.nosuch*"
--size 0                         | --size: an extent is not between 1 and
--size -1                        | --size: an extent is not a whole number
--size abc                       | --size: an extent is not a whole number
--size 1x2x                      | --size: an extent is missing in "1x2x"
--size 64,                       | --size: an extent is missing in "64,"
--size 99999999999999999999      | --size: an extent is not between 1 and
--size 2147483647                | --size: an extent is not between 1 and 2147479552
--size gemm=1x2                  | --size: gemm takes m x n x k, or one number for all
--kernel transpose --size 1x2x3  | --size: transpose takes rows x cols
--kernel copy --size 64          | --size: no selected family takes a size without its name
--type f8                        | --type is all, or of f32, f64, f16, u8, i32, u32, u64, not "f8"
--mode nosuch                    | --mode: no family has a mode "nosuch"
--explain nosuch                 | --explain: there is no family "nosuch"
--timer sundial                  | --timer is auto, event or host, not "sundial"
--bank-class nosuch              | --bank-class: there is no class "nosuch"
--bank-class nosuch.json         | --bank-class: cannot read nosuch.json: No such file or directory
--profile nosuch.json            | --profile: cannot read nosuch.json: No such file or directory
--profile "$top"                 | Is a directory
--profile "$work/mine.json"      | mine.json: "format" is not "clsmem profile"
--profile "$work/torn.json"      | torn.json, line 21: 
--bank-class "$work/torn.json"   | torn.json, line 21: 
--bank-class "$work/unsure.json" | unsure.json: probed 2026-11-30 on Wonder 9 (TM), but not sure
--seed -1                        | --seed is not a whole number
--min-time 0                     | --min-time is not between
--max-time 1s                    | --max-time is not a number
--alpha nan                      | --alpha is not a number
--json - --csv -                 | only one of --json, --csv, --markdown and --report can be -
--report - --csv -               | only one of --json, --csv, --markdown and --report can be -
--report x --markdown x          | two reports cannot go to the same file: x
--csv x --markdown x             | two reports cannot go to the same file: x
--kernel-dir ''                  | --kernel-dir: the folder's name is empty
LINES

case_is 'a kernel folder that cannot be used is refused before anything runs'
mkdir "$work/kernels" "$work/kernels/copy.cl"
: >"$work/kernels/null.cl"
refused <<'LINES'
--kernel-dir "$work/nowhere"                | nowhere: No such file or directory
--kernel-dir "$program"                     | is not a folder
--kernel-dir "$work/none" --kernel gemm     | none/gemm.cl, which gemm needs: No such file or directory
--kernel-dir "$work/kernels" --kernel copy  | kernels/copy.cl, which copy needs: Is a directory
--kernel-dir "$work/kernels" --kernel null  | kernels/null.cl, which null needs: it is empty
LINES

case_is 'without any platform the way to one is shown'
run
exits 3
out_is_empty
err_has 'there is no device'
err_has 'PoCL'
run --json "$work/never.json"
exits 3
[ ! -e "$work/never.json" ] || complain 'a file was written'

case_is 'without any platform the list says so'
run --list
exits 0
out_has 'no OpenCL platform'
run --list --json -
exits 0
out_has '"devices": []'
is_json "$out"

case_is 'a list that cannot be written says why'
run --list --json "$work/missing/x"
exits 2
err_has "cannot write $work/missing/x: No such file or directory"
run --list --json /dev/full
exits 4
err_has 'cannot write /dev/full: No space left on device'

case_is 'a stdout that takes nothing is no success'
for words in --help --version --list-kernels --list; do
    command="clsmem-bench $words >/dev/full"
    "$program" $words >/dev/full 2>"$err"
    code=$?
    exits 4
    err_has 'cannot write to stdout'
    command="clsmem-bench $words >&-"
    "$program" $words >&- 2>"$err"
    code=$?
    exits 4
done
