#!/bin/sh
# Grades generated submissions twice: undisturbed, and with the grader killed (-9) every few seconds. Both tables must be
# the same, nothing may be judged twice, and no jailed process may outlive its grader.
#
#   tests/grade/storm.sh BUILD COUNT [SECONDS [TEXTS]]     `make grade-storm` takes 500
#
# TEXTS: how many of the files are different; what is the same is compiled once. The last line is "storm: N passed, N failed".
set -u
build=$(cd "$1" && pwd)
count=$2
every=${3:-5}
texts=${4:-$count}
. "$(dirname "$0")/../harness/fixture_course.sh"
use_own_temporary
mkdir "$course/in"

# Every second file is wrong, slow or broken in its own way.
number=0
while [ "$number" -lt "$count" ]; do
  file=$course/in/learner-$number.cu
  case $((number % texts % 8)) in
    1) sed 's/i < n/i + 1 < n/' "$course/solutions/day01-copy.cu" >"$file" ;;
    3) cp "$course/days/day01-copy/starter.cu" "$file" ;;
    5) sed 's/out\[i\]/out(i)/' "$course/solutions/day01-copy.cu" >"$file" ;;
    7) echo 'void solve(const float*, float*, unsigned long) { __builtin_trap(); }' >"$file" ;;
    *) cp "$course/solutions/day01-copy.cu" "$file" ;;
  esac
  echo "// text $((number % texts))" >>"$file"
  number=$((number + 1))
done

# folder of results. In a subshell of its own, which becomes the grader: its id is the one to kill.
grade() {
  exec "$build/bin/harness-cli" --root "$course" grade "$course/in" --day day01 --seed 11 --out "$1" --time-limit 60
}

same_records() { # the records that were there before are untouched
  while read -r inode name; do
    [ "$(ls -i "$course/stormy/records/$name" | cut -d' ' -f1)" = "$inode" ] || { echo "$name was judged again"; return 1; }
  done <"$course/kept"
}

(grade "$course/calm") >"$course/calm.out" 2>&1
check "the undisturbed run" test $? -eq 0
kills=0
: >"$course/kept"
while :; do
  grade "$course/stormy" >"$course/stormy.out" 2>&1 &
  grader=$!
  waited=0
  while [ "$waited" -lt $((every * 10)) ] && kill -0 "$grader" 2>/dev/null; do
    sleep 0.1
    waited=$((waited + 1))
  done
  if ! kill -9 "$grader" 2>/dev/null; then
    wait "$grader"
    check "the last run ends well" test $? -eq 0
    break
  fi
  wait "$grader" 2>/dev/null
  kills=$((kills + 1))
  check "kill $kills: nothing runs on" nothing_runs
  check "kill $kills: what was judged is not judged again" same_records
  (cd "$course/stormy/records" 2>/dev/null && ls -i -- *.json 2>/dev/null | sed 's/^ *//') >"$course/kept" || :
  # A machine so slow that nothing is finished between two kills gets more time.
  [ $((kills % 4)) -ne 0 ] || every=$((every + every / 2 + 1))
done
check "it was killed at all" test "$kills" -gt 0
check "what was judged is not judged again" same_records
check "one line each" test "$(wc -l <"$course/stormy/grades.csv")" -eq $((count + 1))
check "the tables are the same" cmp "$course/calm/grades.csv" "$course/stormy/grades.csv"
echo "$kills kills"
summary storm
