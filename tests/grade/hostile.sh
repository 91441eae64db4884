#!/bin/sh
# Grades a folder that holds everything that a class, or somebody who means ill, may hand in. Each thing gets one line,
# nothing outside the folder is read, and what can be judged is judged.
#
#   tests/grade/hostile.sh BUILD      after `make all`; the last line is "hostile: N passed, N failed"
set -u
build=$(cd "$1" && pwd)
. "$(dirname "$0")/../harness/fixture_course.sh"
use_own_temporary
cd "$course" || exit 1 # where a name that became a command would leave its mark
in=$course/in
mkdir -p "$in/bob" "$in/a folder.cu" "$in/1/2/3/4/5/6/7"
good=$course/solutions/day01-copy.cu
lines=0 # as many as there must be
judged=0

put() { # name: a file that can be judged
  cp "$good" "$in/$1"
  lines=$((lines + 1))
  judged=$((judged + 1))
}
hold() { # name, what printf makes of it: a file that cannot
  printf "$2" >"$in/$1"
  lines=$((lines + 1))
}

put day01.cu
put bob/day01.cu
put "a folder.cu/day01.cu"
put "-rf.cu"
put "$(printf 'a\nb\033[2J.cu')"
put "$(printf '\377\376.cu')"
put "quo\"te's \$(touch told) ;.cu"
put "<img src=x onerror=alert(1)>.cu"
put "=1+1,2.cu"
put "$(printf '%0251d' 0).cu" # as long as a name can be
hold broken.zip 'not a zip'
hold broken.tar.gz '\037\213\010'
hold archive.submission 'PK\003\004'
hold empty.cu ''
hold nul.cu 'int x;\0'
hold notes.txt hello
hold cut.submission 'cuda-measured-submission 1\nday13\n'
hold sparse.cu ''
truncate -s 20G "$in/sparse.cu"
hold 1/2/3/4/5/6/7/deep.cu deep
for target in /etc/passwd day01.cu / . self.cu "$in"; do
  name=link-$lines.cu
  [ "$target" != self.cu ] || name=self.cu
  ln -s "$target" "$in/$name"
  lines=$((lines + 1))
done
mkfifo "$in/pipe.cu"
lines=$((lines + 1))
# A device, where one may be made.
if mknod "$in/zero.cu" c 1 5 2>/dev/null; then lines=$((lines + 1)); fi

begun=$(date +%s)
grades=$course/grades
expect "a hostile folder is graded" 0 "" harness grade "$in" --day day01 --out "$grades" --seed 3 --hidden 0
check "in no time: what is no submission is not read" test $(($(date +%s) - begun)) -lt 300
check "one line each" test "$(wc -l <"$grades/grades.csv")" -eq $((lines + 1))
check "one record each" test "$(ls "$grades/records" | wc -l)" -eq "$lines"
check "what can be judged is judged" test "$(grep -c ',PASS,' "$grades/grades.csv")" -eq "$judged"
check "the others are FILE" test "$(grep -c ',FILE,' "$grades/grades.csv")" -eq $((lines - judged))
check "no name is a command" test ! -e "$course/told"
expect "nothing of the machine" 1 "" grep -rq "root:.*:0:0:" "$grades"
escape=$(printf '\033')
expect "nothing that a terminal obeys" 1 "" grep -rq "$escape" "$grades" "$out"
expect "nothing that a browser obeys" 1 "" grep -q "<img" "$grades/summary.html" "$grades/junit.xml"
expect "nothing that a spreadsheet computes" 1 "" grep -q '^"*=' "$grades/grades.csv"
check "nothing runs on" nothing_runs
# Once more: nothing is judged again, nothing is forgotten.
cp "$grades/grades.csv" "$course/before.csv"
expect "graded again" 0 "" harness grade "$in" --day day01 --out "$grades" --seed 3 --hidden 0
check "the same table" cmp "$course/before.csv" "$grades/grades.csv"

summary hostile
