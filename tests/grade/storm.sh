#!/bin/sh
# Grades generated submissions twice: undisturbed, and with the grader killed (-9) every few seconds. Both tables must be
# the same, nothing may be judged twice, and no jailed process may outlive its grader.
#
#   tests/grade/storm.sh BUILD COUNT [SECONDS]     `make grade-storm` takes 500; the last line is "storm: N passed, N failed"
set -u
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
build=$(cd "$1" && pwd)
count=$2
every=${3:-5}
course=$(mktemp -d)
trap 'rm -rf "$course"' EXIT
passed=0
failed=0

check() { # name, command...
  name=$1
  shift
  if "$@" >"$course/said" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL  $name"
    head -n 20 "$course/said"
  fi
}

cp -r "$project/tests/harness/fixture/." "$course"
ln -s "$project/src" "$course/src"
mkdir -p "$course/build" "$course/in"
ln -s "$build/lib" "$course/build/lib"

# Each file is different, and every fourth is wrong, slow or broken in its own way.
number=0
while [ "$number" -lt "$count" ]; do
  file=$course/in/learner-$number.cu
  case $((number % 8)) in
    1) sed 's/i < n/i + 1 < n/' "$course/solutions/day01-copy.cu" >"$file" ;;
    3) cp "$course/days/day01-copy/starter.cu" "$file" ;;
    5) sed 's/out\[i\]/out(i)/' "$course/solutions/day01-copy.cu" >"$file" ;;
    7) echo 'void solve(const float*, float*, unsigned long) { __builtin_trap(); }' >"$file" ;;
    *) cp "$course/solutions/day01-copy.cu" "$file" ;;
  esac
  echo "// learner $number" >>"$file"
  number=$((number + 1))
done

# folder of results. In a subshell of its own, which becomes the grader: its id is the one to kill.
grade() {
  exec "$build/bin/harness-cli" --root "$course" grade "$course/in" --day day01 --seed 11 --out "$1" --time-limit 60
}

jailed() { ps -e -o uid= | awk '$1 >= 58000 && $1 < 58512 { found = 1 } END { exit !found }'; }
nothing_runs() { # as root each jail has an id of its own; the kernel may take a moment
  tries=0
  while jailed && [ "$tries" -lt 20 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  ! jailed
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
echo "storm: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
