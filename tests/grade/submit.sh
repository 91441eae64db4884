#!/bin/sh
# `harness submit` as a learner uses it, over the fixture course of one day.
#
#   tests/grade/submit.sh BUILD      after `make all`; the last line is "submit: N passed, N failed"
set -u
build=$(cd "$1" && pwd)
. "$(dirname "$0")/../harness/fixture_course.sh"

cp "$course/days/day01-copy/starter.cu" "$course/work/day01.cu"
chmod 0444 "$course/work/day01.cu"
cp "$course/work/day01.cu" "$course/before.cu"

submitted() { # name, wanted status, pattern, words after `harness submit`...
  name=$1 wanted=$2 pattern=$3
  shift 3
  expect "$name" "$wanted" "$pattern" harness submit "$@"
}

file=$course/work/day01.submission
submitted "no day" 2 "expected one day"
submitted "no sentence" 2 "\-\-note is empty" day01 --device sim
submitted "a blank sentence" 2 "\-\-note is empty" day01 --device sim --note "   "
submitted "two lines" 2 "several lines" day01 --device sim --note "one
two"
submitted "an unknown day" 2 "there is no day" day99 --note "a sentence"
submitted "no such file" 2 "there is no such file" day01 --device sim --note "a sentence" --from "$course/none.cu"
: >"$course/empty.cu"
submitted "an empty file" 2 "holds no code" day01 --device sim --note "a sentence" --from "$course/empty.cu"
submitted "nothing was made so far" 2 "No such file" --check "$file"
submitted "short of a pass: made, with a warning" 0 "warning: the verdict is 'correct, no faster" day01 --device sim --note "The starter, as it is."
submitted "what is inside" 0 "^verdict    correct, no faster" --check "$file"
submitted "a pass: no warning" 0 "^made work/day01.submission" day01 --device sim --note "The solution." --from "$course/solutions/day01-copy.cu"
if grep -q warning "$out"; then failed=$((failed + 1)) && echo "FAIL  a pass: it warned"; fi
submitted "the last one counts" 0 "^note       The solution" --check "$file"
echo "// mine" >"$course/notes.txt"
submitted "another file is not written over" 2 "not written over" day01 --device sim --note "a sentence" --out "$course/notes.txt" --from "$course/solutions/day01-copy.cu"
sed -i 's/solve(/slove(/' "$file"
submitted "a changed file" 2 "checksum does not fit" --check "$file"
submitted "a source is no submission" 2 "no submission" --check "$course/before.cu"
cmp -s "$course/work/day01.cu" "$course/before.cu" && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAIL  the learner's file was changed"; }

summary submit
