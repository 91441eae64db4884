#!/bin/sh
# Fuzzes the readers of untrusted bytes: PTX text to a tree, PTX text to decoded kernels, fatbinaries. With
# -runs=0 (`tools/fuzz.sh BUILD 0`) the kept corpus is only replayed. Anything found stops it with an exit status.
#
#   tools/fuzz.sh BUILD [SECONDS each, default 600] [target ...]
set -eu
build=$1
seconds=${2:-600}
[ $# -gt 2 ] && shift 2 || set -- ptx_parser fatbin ptx_loader
compiler=$(command -v clang++-14 || command -v clang++) || { echo "fuzz: clang++ is missing" >&2; exit 1; }
flags="-std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -DFMT_HEADER_ONLY -Isrc"
folder=$build/fuzz
mkdir -p "$folder"

# Files compile once, and again when a source or any header is newer: two ideas of one structure look like a crash.
objects() {
  for source in "$@"; do
    object=$folder/$(echo "$source" | tr / _).o
    if [ ! -e "$object" ] || [ "$source" -nt "$object" ] || [ -n "$(find src -name '*.h' -newer "$object")" ]; then
      "$compiler" $flags -c "$source" -o "$object"
    fi
    echo "$object"
  done
}

for target in "$@"; do
  corpus=tests/fuzz/corpus/$target
  case $target in
    ptx_parser) sources=$(echo src/sim/parse/*.cpp) corpus=tests/fuzz/corpus/ptx libraries= ;;
    fatbin) sources=src/cudart/fatbin.cpp libraries="-lzstd -llz4" ;;
    ptx_loader) sources="$(find src/sim -name '*.cpp' | sort) $build/src/sim/embedded_cards.cpp" libraries="-lyaml-cpp -lpthread"
      corpus=tests/fuzz/corpus/ptx ;;
    *) echo "fuzz: no target $target" >&2; exit 1 ;;
  esac
  [ -n "$(ls "$corpus" 2>/dev/null)" ] || { echo "fuzz: $corpus holds nothing" >&2; exit 1; }
  "$compiler" $flags $(objects tests/fuzz/$target.cpp $sources) $libraries -o "$folder/$target"
  mkdir -p "$folder/found-$target"
  if [ "$seconds" = 0 ]; then
    "$folder/$target" -runs=0 "$corpus"
  else
    "$folder/$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -artifact_prefix="$folder/" \
      "$folder/found-$target" "$corpus"
  fi
done
echo "fuzz: nothing found"
