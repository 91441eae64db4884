#!/bin/sh
# Runs every test of the project and adds up what they say.
#
#   tools/test.sh BUILD      after `make all`
#
# The last line is "N passed, N failed". Exits 0 only if something ran and nothing failed. A program that crashes, or
# that runs no test, is a failure.
set -u
cd "$(dirname "$0")/.." || exit 1
build=$1
passed=0
failed=0

add() { # name, output file, passed, failed
  if [ "$3" -eq 0 ] && [ "$4" -eq 0 ]; then
    echo "FAIL  $1: ran nothing"
    cat "$2"
    failed=$((failed + 1))
    return
  fi
  passed=$((passed + $3))
  failed=$((failed + $4))
  if [ "$4" -ne 0 ]; then
    cat "$2"
    echo "FAIL  $1: $3 passed, $4 failed"
  else
    echo "ok    $1: $3 passed"
  fi
}

# The two numbers of the last line that sed's expression finds, "0 0" when there is none.
numbers() {
  found=$(sed -n "$1" "$2" | tail -n 1)
  echo "${found:-0 0}"
}

run() { # name, sed expression for the two numbers, command...
  name=$1 expression=$2
  shift 2
  "$@" >"$log" 2>&1
  status=$?
  # shellcheck disable=SC2046
  set -- $(numbers "$expression" "$log")
  good=$1 bad=$2
  if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi # a crash after the last test
  add "$name" "$log" "$good" "$bad"
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT

doctest='s/^\[doctest\] test cases: *[0-9]* *| *\([0-9]*\) passed *| *\([0-9]*\) failed.*/\1 \2/p'
summary='s/^.*: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p'

# What uses one core runs two at a time; what each said is told in order.
jobs=$(mktemp -d)
names=
job() { # name, sed expression for the two numbers, command
  printf '%s\n' "$3" >"$jobs/$1.sh"
  printf '%s\n' "$2" >"$jobs/$1.expression"
  names="$names $1"
}

# Every folder of tests/ with C++ in it has its program: a test that was not built was not run.
for folder in tests/*/; do
  name=$(basename "$folder")
  case $name in ptx | fuzz | data | corpus | card_forms | exploits) continue ;; esac
  if [ -x "$build/bin/test_$name" ]; then
    job "test_$name" "$doctest" "exec $build/bin/test_$name --no-colors"
  elif ls "$folder"*.cpp >/dev/null 2>&1; then
    echo "FAIL  $folder: has no program $build/bin/test_$name"
    failed=$((failed + 1))
  fi
done
job command-line "$summary" "exec tests/harness/cli.sh $build"
job submit "$summary" "exec tests/grade/submit.sh $build"
job hostile "$summary" "exec tests/grade/hostile.sh $build"
job host-days "$summary" "exec tests/grade/host_days.sh $build"
job watch "$summary" "exec tests/learn/watch.sh $build"
job session "$summary" "exec tests/learn/session.sh $build"
job programs "$summary" "exec tests/control/run.sh $build"
job without-toolkit "$summary" "exec tests/toolchain/run.sh $build"

# shellcheck disable=SC2086 # a list of names, one word each
printf '%s\n' $names | xargs -P 2 -I NAME sh -c \
  'sh "$1/NAME.sh" >"$1/NAME.log" 2>&1; echo $? >"$1/NAME.status"' sh "$jobs"
for name in $names; do
  run "$name" "$(cat "$jobs/$name.expression")" sh -c 'cat "$1.log"; exit "$(cat "$1.status")"' sh "$jobs/$name"
done
rm -rf "$jobs"
run "diagnosis" "$summary" "$build/bin/score_corpus" . "$build" --seeds 1
# What uses all cores by itself.
run "exploits" "$summary" tests/exploits/run.sh "$build"
run "grade-slurm" "$summary" tests/grade/slurm.sh "$build" 60 5
run "course" "$summary" "$build/bin/harness-cli" --root . check --device sim --seed 13

if tools/lint.sh >"$log" 2>&1; then add lint "$log" 1 0; else add lint "$log" 0 1; fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
