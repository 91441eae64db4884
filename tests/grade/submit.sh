#!/bin/sh
# `harness submit` as a learner uses it, over the fixture course of one day.
#
#   tests/grade/submit.sh BUILD      after `make all`; the last line is "submit: N passed, N failed"
set -u
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
build=$(cd "$1" && pwd)
course=$(mktemp -d)
trap 'rm -rf "$course"' EXIT
out=$course/out
passed=0
failed=0

cp -r "$project/tests/harness/fixture/." "$course"
ln -s "$project/src" "$course/src"
mkdir -p "$course/build" "$course/work"
ln -s "$build/lib" "$course/build/lib"
cp "$course/days/day01-copy/starter.cu" "$course/work/day01.cu"
chmod 0444 "$course/work/day01.cu"
cp "$course/work/day01.cu" "$course/before.cu"

# name, wanted status, a pattern that the output must hold ("" for none), words after `harness submit`...
expect() {
  name=$1 wanted=$2 pattern=$3
  shift 3
  "$build/bin/harness-cli" --root "$course" submit "$@" >"$out" 2>&1
  status=$?
  if [ "$status" -eq "$wanted" ] && { [ -z "$pattern" ] || grep -q -e "$pattern" "$out"; }; then
    passed=$((passed + 1))
    return
  fi
  failed=$((failed + 1))
  echo "FAIL  $name: status $status, wanted $wanted and '$pattern'; it said:"
  sed 's/^/      /' "$out"
}

file=$course/work/day01.submission
expect "no day" 2 "expected one day"
expect "no sentence" 2 "\-\-note is empty" day01 --device sim
expect "a blank sentence" 2 "\-\-note is empty" day01 --device sim --note "   "
expect "two lines" 2 "several lines" day01 --device sim --note "one
two"
expect "an unknown day" 2 "there is no day" day99 --note "a sentence"
expect "no such file" 2 "there is no such file" day01 --device sim --note "a sentence" --from "$course/none.cu"
: >"$course/empty.cu"
expect "an empty file" 2 "holds no code" day01 --device sim --note "a sentence" --from "$course/empty.cu"
expect "nothing was made so far" 2 "No such file" --check "$file"
expect "short of a pass: made, with a warning" 0 "warning: the verdict is 'correct, no faster" day01 --device sim --note "The starter, as it is."
expect "what is inside" 0 "^verdict    correct, no faster" --check "$file"
expect "a pass: no warning" 0 "^made work/day01.submission" day01 --device sim --note "The solution." --from "$course/solutions/day01-copy.cu"
if grep -q warning "$out"; then failed=$((failed + 1)) && echo "FAIL  a pass: it warned"; fi
expect "the last one counts" 0 "^note       The solution" --check "$file"
echo "// mine" >"$course/notes.txt"
expect "another file is not written over" 2 "not written over" day01 --device sim --note "a sentence" --out "$course/notes.txt" --from "$course/solutions/day01-copy.cu"
sed -i 's/solve(/slove(/' "$file"
expect "a changed file" 2 "checksum does not fit" --check "$file"
expect "a source is no submission" 2 "no submission" --check "$course/before.cu"
cmp -s "$course/work/day01.cu" "$course/before.cu" && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAIL  the learner's file was changed"; }

echo "submit: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
