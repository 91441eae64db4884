#!/bin/sh
# Runs every benchmark that was built. Fails when there is none.
set -eu
build=$1
ran=0
for program in "$build"/bin/bench_*; do
  [ -x "$program" ] || continue
  "$program"
  ran=$((ran + 1))
done
[ "$ran" -gt 0 ] || { echo "bench: no benchmark was built" >&2 && exit 1; }
