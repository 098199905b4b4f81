#!/bin/sh
# Feeds the reader of result files what libFuzzer makes of our own, under ASan and UBSan:
#   sh tests/fuzz_result.sh SECONDS [FOLDER]
# What goes wrong is printed, and kept in FOLDER with the corpus where one is named. Skipped (77) without a clang that
# has libFuzzer.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
if [ $# -ge 2 ]; then
    folder=$2
    mkdir -p "$folder"
else
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi
mkdir -p "$folder/corpus"

clang=''
for name in clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 clang; do
    if echo 'int LLVMFuzzerTestOneInput(const char *d, long n); int LLVMFuzzerTestOneInput(const char *d, long n)
        { return d && n < 0; }' | $name -x c - -fsanitize=fuzzer,address,undefined -o "$folder/try" 2>/dev/null; then
        clang=$name
        break
    fi
done
if [ -z "$clang" ]; then
    echo 'skipped: no clang with libFuzzer'
    exit 77
fi

cd "$top/host"
$clang -std=gnu17 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -I "$top/include" -I . \
    "$top/tests/fuzz_result.c" result_read*.c compare*.c json_file.c fields.c statistics.c status.c type.c \
    $(pkg-config --cflags --libs jansson) -lm -o "$folder/fuzz_result"

# A small file, or there would be few tries in a second; and the words of ours as a dictionary.
cp "$top/tests/results/small.json" "$folder/corpus/"
sed -n 's/^ *\("[a-z_0-9]*"\):.*/\1/p' "$top/bench/results.schema.json" | sort -u >"$folder/words"

ASAN_OPTIONS=allocator_may_return_null=1 "$folder/fuzz_result" -max_total_time="$1" -timeout=20 -rss_limit_mb=2048 \
    -max_len=20000 -dict="$folder/words" -artifact_prefix="$folder/" -print_final_stats=1 "$folder/corpus" \
    >"$folder/log" 2>&1 || {
    tail -n 60 "$folder/log"
    exit 1
}
grep -E '^stat::number_of_executed_units' "$folder/log"
