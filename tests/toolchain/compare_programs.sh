#!/bin/sh
# The programs of days, built by nvcc and by clang and run on the simulator: whether each launch counts the same.
#
#   tests/toolchain/compare_programs.sh BUILD day13 day14...      a table in Markdown; exits 1 when a day differs
set -u
build=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || { echo "compare_programs: which days?" >&2 && exit 2; }
cd "$(dirname "$0")/../.." || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
g++ -shared -fPIC -std=c++20 tests/toolchain/preload/print_launches.cpp -o "$scratch/print.so" || exit 1

# Kinds of launches: a kernel, its grid and block, and all that was counted but instructions and branches. How often a
# program repeats one depends on the clock.
kinds() { # day, compiler
  GPUSIM_CHECKS=none HARNESS_COMPILER=$2 LD_PRELOAD=$scratch/print.so "$build/bin/harness-cli" --root . \
    run "$1" --device sim >"$scratch/out" 2>"$scratch/said" || cat "$scratch/out" "$scratch/said" >&2
  sed -n 's/^launches: //p' "$scratch/said" | sed 's/},{/}\n{/g' |
    sed -e 's/"stream":[^,]*,//' -e 's/"modelled_ms":[^,]*,//' \
      -e 's/"\(warp_instructions\|thread_instructions\|branches\|divergent_branches\)":[0-9]*,*//g' -e 's/^\[//; s/\]$//' |
    grep kernel | sort -u >"$scratch/$2"
}

status=0
echo "| program | kinds of launches | the same by both |"
echo "|---|---|---|"
for day in "$@"; do
  kinds "$day" nvcc
  kinds "$day" clang
  all=$(sort -u "$scratch/nvcc" "$scratch/clang" | wc -l)
  same=$(comm -12 "$scratch/nvcc" "$scratch/clang" | wc -l)
  echo "| $day | $all | $same |"
  if [ "$all" -eq 0 ] || [ "$all" -ne "$same" ]; then
    status=1
    diff "$scratch/nvcc" "$scratch/clang" >&2
  fi
done
exit $status
