#!/bin/sh
# How long a learner waits: from a changed file to its verdict on the simulator, and where that time goes.
#
#   tools/save_to_verdict.sh [DAY] [TIMES]     after `make`; day13, 10 times. Nothing else should run meanwhile.
#
# Each time the day's solution has one more line, so that the compiler has to run. "build" and "run" are the harness's
# own figures (--json); what is left is its start, the reading of events and the report.
set -eu
cd "$(dirname "$0")/.."
day=${1:-day13} times=${2:-10}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp solutions/"$day"-*.cu "$scratch/mine.cu"
echo "save   seconds   build   run   verdict"
for save in $(seq "$times"); do
  echo "// $save $$" >>"$scratch/mine.cu"
  began=$(date +%s%N)
  ./harness "$day" --from "$scratch/mine.cu" --device sim --json >"$scratch/run.json" || true
  ended=$(date +%s%N)
  field() { sed -n "s/^ *\"$1\": *\"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" "$scratch/run.json"; }
  awk -v save="$save" -v took="$((ended - began))" -v build="$(field build_seconds)" -v run="$(field run_seconds)" \
    -v verdict="$(field verdict)" 'BEGIN { printf "%4d %9.2f %7.2f %5.2f   %s\n", save, took / 1e9, build, run, verdict }'
done | tee "$scratch/rows"
sort -n -k 2 "$scratch/rows" | awk '{ all[NR] = $2 } END { printf "median %.2f s of %d\n", NR % 2 ? all[(NR + 1) / 2] : (all[NR / 2] + all[NR / 2 + 1]) / 2, NR }'
