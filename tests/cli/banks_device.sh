# --index, which needs an OpenCL CPU device. Read by tests/cli.sh.

run --index t
if [ "$code" = 3 ] && [ -z "${CLSMEM_TEST_DEVICE:-}" ]; then
    echo 'skipped: no CPU device'
    exit 77
fi

case_is 'an expression says where each lane goes'
run --index 't * 33'
exits 0
row_is passes 1
run --index 't * 32'
row_is passes 32
run --tile 32x32 --index 'tile_index(COLS, x, y)'
row_is passes 32
run --tile 32x32 --swizzle 4 --index 'tile_index(COLS, x, y)'
row_is passes 1
run --tile 32x32 --pad 1 --index 'x * (COLS + PAD) + y'
row_is passes 1
run --index 't < 16 ? t : 0' --class nv_cc5plus,cdna3,intel_gen9
exits 0
row_is passes '1 2 1'
run --index 't / 2' --width 8
row_is passes 1

case_is 'what is no expression is refused, with the words of the compiler'
run --index 't + nosuch'
exits 2
out_is_empty
err_has nosuch
err_has 'the compiler says'
run --index 't +'
exits 2
run --index 't; }'
exits 2

case_is 'indices that make no sense are refused'
run --index '-t'
exits 2
err_has 'lane 1 has the negative index -1'
run --index '(long)t << 40'
exits 2
err_has 'beyond 4 GiB'
run --index 't' --width 8 --element 4
exits 2
err_has 'lane 1: address 4 is no multiple'

case_is 'whatever stands in an expression, reports stay text'
run --index "$(printf 't /* \377\n\303 <&> */')" --json "$work/x.json" --svg "$work/x.svg"
exits 0
out_fits_a_terminal
python 'import json, sys, xml.etree.ElementTree as E
json.load(open(sys.argv[1], encoding="utf-8"))
E.parse(sys.argv[2])' "$work/x.json" "$work/x.svg"

case_is 'an expression that crashes ends with a message'
run --index '((__global int *)8)[t]'
exits 2
err_has 'crashed'
