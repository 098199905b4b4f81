# clsmem-compare --html: when there is a page, and what is refused.
one=$top/bench/results/nvidia-h200.json
two=$top/bench/results/pocl-cpu.json
profile=$top/tests/profiles/figures.json
page=$work/page.html

case_is 'one run is enough for a page'
run "$one" --html "$page"
exits 0
out_is_empty
err_is_empty
file_has "$page" '<script type="application/json" id="data">{"results":[{"format":"clsmem-results"'
file_has "$page" '"comparison":null'
file_has "$page" '"class":"nv_cc5plus","layout":"swizzled"'

case_is 'but not for any other report beside it'
run "$one" --html "$page" --csv -
exits 2
out_is_empty

case_is 'two runs are compared as well'
run "$one" "$two" --view layout --html "$page"
exits 0
out_has 'ratio: slowdown against'
file_has "$page" '"comparison":{"format":"clsmem-compare"'

case_is 'the page may go to stdout, which is pure then'
run "$one" "$two" --html -
exits 0
ok [ "$(head -c 15 "$out")" = '<!doctype html>' ]
ok [ "$(tail -c 8 "$out")" = '</html>' ]

case_is 'rows that are not selected are not on the page'
run "$one" -k transpose --html "$page"
exits 0
file_has "$page" '"kernel":"transpose"'
ok sh -c '! grep -q "\"kernel\":\"gemm\"" "$1"' - "$page"

case_is 'a profile comes along'
run "$one" --profile "$profile" --html "$page"
exits 0
file_has "$page" '"profiles":[{"format":"clsmem profile"'

case_is 'a pipe is read but once'
cat "$one" | "$program" /dev/stdin --html "$page" >"$out" 2>"$err"
code=$?
exits 0
file_has "$page" '"files":["stdin"]'

case_is 'where its maker keeps files is not in a page'
mkdir -p "$work/a secret/b"
sed -e 's|"nvidia-h200.json"$|"/home/secret/one.json", "--profile=/home/secret/two.json", "--folder", "C:\\\\secret\\\\three.json"|' \
    -e 's|, profile nvidia-h200|, profile /home/secret/nvidia-h200|' -e 's|"CUDA_VERSION"|"POCL_CACHE_DIR": "/home/secret/cache", "CUDA_VERSION"|' "$one" >"$work/a secret/one.json"
ok grep -q '/home/secret/cache' "$work/a secret/one.json"
ok grep -q 'profile /home/secret' "$work/a secret/one.json"
ok grep -q '/home/secret/two' "$work/a secret/one.json"
cp "$profile" "$work/a secret/b/profile.json"
run "$work/a secret/one.json" "$two" --profile "$work/a secret/b/profile.json" --html "$page"
exits 0
file_has "$page" '"one.json","--profile=two.json","--folder","three.json"]'
file_has "$page" '"environment":{"CUDA_VERSION"'
file_has "$page" ', profile nvidia-h200.json"'
file_has "$page" '"files":["one.json","pocl-cpu.json"]'
file_has "$page" '"profile_files":["profile.json"]'
file_has "$page" '"file":"one.json"'
ok sh -c '! grep -q secret "$1"' - "$page"

case_is 'what makes no page is refused, and leaves what was there'
echo before >"$page"
cp "$profile" "$work/profile.json"
refused <<'END'
"$one" --html "$page" --profile "$one"         | nvidia-h200.json
"$one" --html "$page" --profile /not/there     | /not/there
"$one" --profile "$profile"                    | --profile goes with --html
"$one" "$two" --profile "$profile"             | --profile goes with --html
"$one" --html /not/there/page.html             | /not/there/page.html
"$one" --html "$one"                           | would be written over
"$one" --html "$work/profile.json" --profile "$work/profile.json" | would be written over
"$profile" --html "$page"                      | figures.json
"$one" --html "$page" -k nothing               | nothing
END
ok grep -qx before "$page"
ok cmp "$profile" "$work/profile.json"
