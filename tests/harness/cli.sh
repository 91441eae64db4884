#!/bin/sh
# Runs the command as a learner would, over a course of one day, and looks at exit status and output.
#
#   tests/harness/cli.sh BUILD      after `make all`; the last line is "command line: N passed, N failed"
set -u
build=$(cd "$1" && pwd)
. "$(dirname "$0")/fixture_course.sh"

judged() { # learner's file, wanted status, pattern, more options...
  file=$1 wanted=$2 pattern=$3
  shift 3
  expect "$file" "$wanted" "$pattern" harness day01 --device sim --from "$course/learners/$file" "$@"
}

# What is asked for.
expect "no argument" 0 "make day01" harness
expect "help" 0 "How to work on a day" harness --help
expect "version" 0 "CUDA, Measured" harness --version
expect "completion" 0 "" sh -c "\"$build/bin/harness-cli\" --root \"$course\" completion bash | bash -n"
expect "lesson" 0 "A fixture" harness lesson day01
expect "next" 0 "make day01" harness next
expect "list" 0 "^  day01  A fixture" harness list
expect "doctor" 0 "^compiler" harness doctor
# A script on PATH that calls the compiler elsewhere, as many systems have it.
mkdir -p "$course/wrapper/bin"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")" >"$course/wrapper/bin/nvcc"
chmod +x "$course/wrapper/bin/nvcc"
expect "a script as nvcc: compiler" 0 "^compiler .*/wrapper/bin/nvcc$" env PATH="$course/wrapper/bin:$PATH" "$build/bin/harness-cli" --root "$course" doctor
expect "a script as nvcc: its toolkit" 0 "^runtime .*/libcudart.so" env PATH="$course/wrapper/bin:$PATH" "$build/bin/harness-cli" --root "$course" doctor
expect "unknown option" 2 "harness --help" harness day01 --fast
expect "unknown day" 2 "there is no day 'day99'; there is: day01" harness day99
expect "unknown day as JSON" 2 '"exit_code": 2' harness day99 --json
expect "no file yet" 2 "make day01" harness day01 --device sim
expect "no such file" 2 "there is no such file" harness day01 --device sim --from "$course/nowhere.cu"
expect "unknown card" 2 "there is no simulated card 'voodoo'" harness day01 --device sim --card voodoo --from "$course/days/day01-copy/starter.cu"
expect "a case of another shape" 2 "is no vector" harness day01 --device sim --case 31x33 --from "$course/days/day01-copy/starter.cu"

# The learner's file: made once, never written again.
expect "prepare" 0 "work/day01.cu builds" harness prepare day01
expect "prepared from the starter" 0 "" cmp "$course/work/day01.cu" "$course/days/day01-copy/starter.cu"
echo "// mine" >>"$course/work/day01.cu"
cp "$course/work/day01.cu" "$course/mine"
expect "prepare again" 0 "work/day01.cu builds" harness prepare day01
expect "the file is untouched" 0 "" cmp "$course/work/day01.cu" "$course/mine"

# Every name of a day.
for name in day01 1 01 day01-copy; do expect "the day as $name" 50 "no faster than the naive kernel" harness $name --device sim; done
expect "the starter, as JSON" 50 '"verdict": "correct, no faster than the naive kernel"' harness day01 --device sim --json
expect "judging leaves the file alone" 0 "" cmp "$course/work/day01.cu" "$course/mine"
expect "the solution" 0 "^passed" harness day01 --device sim --from "$course/solutions/day01-copy.cu"
expect "one case, one seed" 0 "^1 case right, seed 7" harness day01 --device sim --case 33 --seed 7 --no-timing --from "$course/solutions/day01-copy.cu"
expect "quiet" 0 "^passed" harness day01 --device sim --quiet --from "$course/solutions/day01-copy.cu"

# What scripts ask for: data on stdout, talk on stderr.
data() { "$@" 2>/dev/null; }
expect "next --json" 0 '"next": {"day": 1, ' data harness next --json
expect "next --quiet" 0 "^day01$" data harness next --quiet
expect "list --quiet" 0 "^day01$" data harness list --quiet fixture
expect "hint --json" 0 '"shown": 1, "hints": [0-9]*, "title": "Hint 1' data harness hint day01 --json
expect "hint --solution --json" 0 '"title": "Solution"' data harness hint day01 --solution --json
expect "diff --json" 0 '"changed": true, "diff": "--- starter' data harness diff day01 --json
expect "reset --json" 0 '"kept": "work/day01.cu.1", "changed": true' data harness reset day01 --json
expect "reset keeps the file" 0 "" cmp "$course/work/day01.cu.1" "$course/mine"
expect "diff --quiet says nothing of no change" 1 "" sh -c "\"$build/bin/harness-cli\" --root \"$course\" diff day01 --quiet | grep ."
expect "reset --quiet" 1 "" sh -c "\"$build/bin/harness-cli\" --root \"$course\" reset day01 --quiet | grep ."
expect "progress --json" 0 '"days": \[' data harness progress --json
expect "run --json of what does not build" 10 '"exit_code": 10' data harness run day01 --device sim --json
cp "$course/days/day01-copy/copy.cu" "$course/copy.kept"
printf '#include <cstdio>\nint main() {\n  std::puts("hello");\n  return 7;\n}\n' >"$course/days/day01-copy/copy.cu"
expect "run --json" 7 '"device": "sim", "exit_code": 7, "stdout": "hello.n", "stderr": ""' data harness run day01 --device sim --json
expect "run" 7 "^hello$" data harness run day01 --device sim
mv "$course/copy.kept" "$course/days/day01-copy/copy.cu"
expect "a problem as JSON" 2 '"exit_code": 2' data harness hint day99 --json
expect "clangd's file names the learner's" 0 '"file": "work/day01.cu"' sed 's/"file":"/"file": "/' "$course/work/compile_commands.json"

# Objects know their lines by the whole path.
expect "before the course is moved" 50 "line 6, global load" harness day01 --device sim --why
moved=$(mktemp -d)
cp -a "$course/." "$moved"
expect "after it was moved" 50 "line 6, global load" "$build/bin/harness-cli" --root "$moved" day01 --device sim --why
rm -rf "$moved"

# Files that do not play along.
cp -r "$course/learners" "$course/before"
judged no_compile.cu 10 "learners/no_compile.cu(3): error"
judged no_solve.cu 10 "solve() is missing, or its parameters are not the starter's"
judged own_main.cu 10 "the harness brings main()"
judged crashes.cu 21 "crashed"
judged exits.cu 22 "ended itself with status 0 in case 1"
judged loops.cu 30 "stopped after 1.5 s in case 1 (1 of 3)" --time-limit 1.5
judged forged.cu 23 "forged result"
judged prints_passed.cu 40 "^    passed"
judged device_memory.cu 24 "out of memory"
judged host_memory.cu 24 "out of memory"
judged floods.cu 40 "and more, which was dropped"
judged leaves_daemon.cu 40 "^wrong"
# The smallest failing case: one element fewer passes.
judged first_77.cu 40 "smallest failing case  78$" --shrink 20
judged first_77.cu 40 '"smallest_case": "78"' --shrink 20 --json
judged first_77.cu 40 "replay .*--case 78 --seed 1 " --shrink 20 --no-timing
judged first_77.cu 40 "^wrong" --case 78 --no-timing
expect "nothing is printed that the learner did not print" 1 "" sh -c "grep -q 'printed on' '$out'"
judged first_77.cu 0 "^1 case right" --case 77 --no-timing
expect "no file was written to" 0 "" diff -r "$course/learners" "$course/before"
expect "crash as JSON" 21 '"reason": "crashed"' harness day01 --device sim --json --from "$course/learners/crashes.cu"

# Set-up.
expect "doctor --json" 0 '^{"compiler":"/.*"problems":\[\]}$' harness doctor --json
expect "doctor --json without a compiler" 0 '^{"compiler":null,.*no CUDA compiler' env PATH=/nonexistent CUDA_HOME=/nonexistent "$build/bin/harness-cli" --root "$course" doctor --json
expect "no compiler" 4 "no CUDA compiler" env PATH=/nonexistent CUDA_HOME=/nonexistent "$build/bin/harness-cli" --root "$course" day01 --device sim
expect "no card" 4 "no card" harness day01 --device gpu

# The course itself.
expect "check: nothing made yet" 1 "starters/day01-copy.cu: is missing: .make starters. makes it" harness check --device sim
expect "starters: what they made" 0 "made course/colab/day01.ipynb" harness starters
expect "explorer" 0 "^build/explorer/day01.html opens Compiler Explorer with the exercise around work/day01.cu" harness explorer day01
expect "explorer: a learner's file" 0 "around .*learners/first_77.cu" harness explorer day01 --from "$course/learners/first_77.cu"
expect "explorer: its page" 0 "https://godbolt.org/#z:" cat "$course/build/explorer/day01.html"
expect "explorer: no such file" 2 "no_such.cu" harness explorer day01 --from no_such.cu
expect "starters: nothing more to make" 0 "are as they should be" harness starters
expect "check" 0 "^check: 10 passed, 0 failed" harness check --device sim
echo "// newer" >>"$course/days/day01-copy/copy.cu"
for file in course/colab/day01.ipynb "course/day01-copy.md, its links"; do
  expect "check: a program newer than $file" 1 "$file: is stale: .make starters. makes it anew" harness check --device sim
done
echo "// newer" >>"$course/days/day01-copy/starter.cu"
expect "check: a stale starter" 1 "starters/day01-copy.cu: is stale" harness check --device sim
check "starters, made anew" harness starters day01
sed -i 's/\[colab\]//' "$course/course/day01-copy.md"
expect "check: a page without its links" 1 "expected a link '\[...\]\[colab\]'" harness check --device sim
sed -i 's/nothing-written/one-block-only/' "$course/days/day01-copy/wrong/nothing_runs.cu"
expect "check: another class" 1 "class 'nothing-written', expected 'one-block-only'" harness check day01 --device sim
sed -i 's/^copied$/copied twice/' "$course/course/day01-copy.md"
expect "check: a figure that no evidence has" 1 "not verbatim" harness check --device sim
rm "$course/days/day01-copy/wrong/nothing_runs.cu"
expect "check: nothing planted" 1 "holds no planted fault" harness check --device sim
sed -i 's/^time_limit_seconds: 20/time_limit_seconds: soon/' "$course/days/day01-copy/day.yaml"
expect "day.yaml" 3 "days/day01-copy/day.yaml:6: field 'time_limit_seconds' is 'soon', expected a number above 0" harness day01 --device sim
rm -r "$course/days/day01-copy"
expect "a course without a day" 3 "holds no day" harness check --device sim

summary "command line"
