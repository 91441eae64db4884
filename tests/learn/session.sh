#!/bin/bash
# A beginner's first hour in a real terminal of 80 columns and 40 lines, which tmux holds: what stands on the screen
# after each command is compared with a kept screen in tests/learn/screens.
#
#   tests/learn/session.sh BUILD            after `make tools`; the last line is "session: N passed, N failed"
#   UPDATE=1 tests/learn/session.sh BUILD   keeps the screens as they are now; then read them as a learner would
set -u
build=$(cd "$1" && pwd)
project=$(cd "$(dirname "$0")/../.." && pwd)
kept=$project/tests/learn/screens
update=${UPDATE:-}
place=$(mktemp -d)
course=$place/course
server="session-test-$$"
trap 'tmux -L "$server" kill-server 2>/dev/null; rm -rf "$place"' EXIT
passed=0
failed=0

# The course as git would hand it out, with what is changed here and not committed yet. Times of files stay, and so does
# that of the build's stamp: ./harness finds out by itself whether the build is stale, and would build.
mkdir -p "$course/build/exercise" "$build/exercise/runtime" "$place/bin"
git -C "$project" ls-files -z --cached --others --exclude-standard |
  tar -C "$project" --null --ignore-failed-read -T - -c 2>/dev/null | tar -C "$course" -x
(cd "$project" && find src -type d) | while read -r folder; do
  touch -r "$project/$folder" "$course/$folder" 2>/dev/null
done
for folder in bin lib exercise/runtime; do
  ln -s "$build/$folder" "$course/build/$folder"
done
cp -p "$build/.built" "$course/build/.built"
# The build is there: what `make day01` does after it is what is tested.
printf '#!/bin/sh\nexec "%s" -o tools "$@"\n' "$(command -v make)" >"$place/bin/make"
chmod +x "$place/bin/make"

tmuxed() { tmux -L "$server" -f /dev/null "$@"; }

# Where a run honestly differs from the next: time spent and time ago.
settled() {
  sed -E -e 's/(solved|begun|broken) +[0-9]+ (s|min)$/\1 TIME/' -e 's/(a moment|[0-9]+ minutes?) ago/AGO/'
}

screen() { tmuxed capture-pane -p -t it | settled | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'; }

last_line() { screen | tail -n 1; }

# name, what the last line of the screen becomes, prompts that must have been shown: waits for it, 300 s at the most.
comes_to() {
  for _ in $(seq 3000); do
    [ "$(wc -l <"$place/prompts")" -ge "$3" ] && [ "$(last_line)" = "$2" ] && return
    sleep 0.1
  done
  failed=$((failed + 1))
  echo "FAIL  $1: the screen does not come to '$2' within 300 s:"
  screen | sed 's/^/      /'
  ends # what would follow has nothing to stand on
}

ends() {
  echo "session: $passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
  exit
}

# command: types it on an empty screen.
typed=0
types() {
  tmuxed send-keys -t it C-l
  for _ in $(seq 100); do
    [ "$(screen)" = "$" ] && break
    sleep 0.1
  done
  typed=$((typed + 1))
  tmuxed send-keys -t it -l "$1"
  tmuxed send-keys -t it Enter
}

# name: the screen is as it was kept.
looks() {
  screen >"$place/now.txt"
  if [ -n "$update" ]; then
    cp "$place/now.txt" "$kept/$1.txt"
  fi
  seen="$seen $1.txt"
  if diff -u --label "kept: tests/learn/screens/$1.txt" --label "now" "$kept/$1.txt" "$place/now.txt"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL  $1: another screen than the kept one"
  fi
}

# name, command: what stands there when the shell asks for the next one.
step() {
  types "$2"
  comes_to "$1" "$" $((typed + 1))
  looks "$1"
}

# name, command: the first page of what fills more than a screen, and then q.
page() {
  types "$2"
  comes_to "$1" ":" 0
  looks "$1"
  tmuxed send-keys -t it q
  comes_to "$1, after q" "$" $((typed + 1))
}

seen=
mkdir -p "$kept"
: >"$place/prompts"
# What the shell does after each command, and nothing of this machine's: no settings of a shell, of a pager, of colors.
printf "HISTFILE=\nPS1='$ '\nPROMPT_COMMAND='echo >>%s'\n" "$place/prompts" >"$place/bashrc"
env -i PATH="$place/bin:$PATH" HOME="$place" TERM=xterm LC_ALL=C.UTF-8 CUDA_HOME="${CUDA_HOME:-/usr/local/cuda}" \
  tmux -L "$server" -f /dev/null new-session -d -s it -x 80 -y 40 -c "$course" "bash --rcfile '$place/bashrc'"
comes_to "the first prompt" "$" 1

step 01-home "./harness"
page 02-list "./harness list"
page 03-lesson "./harness lesson day01"
step 04-make "make day01"
cp "$course/days/day01-first-launch/wrong/launch-swapped.cu" "$course/work/day01.cu"
step 05-refused "./harness day01 --device sim --seed 7"
cp "$course/days/day01-first-launch/wrong/one-past-the-end.cu" "$course/work/day01.cu"
step 06-wrong "./harness day01 --device sim --seed 7"
step 07-hint "./harness hint day01"
step 08-hint-again "./harness hint day01"
sed -i 's/out\[index + 1\] = index;/out[index] = index/' "$course/work/day01.cu" # mended, but the semicolon is gone
step 09-does-not-build "./harness day01 --device sim --seed 7"
cp "$course/solutions/day01-first-launch.cu" "$course/work/day01.cu"
step 10-pass "./harness day01 --device sim --seed 7"
step 11-why "./harness day01 --why --device sim --seed 7"
step 12-home-again "./harness"
step 13-next "./harness next"
step 14-diff "./harness diff day01"
step 15-reset "./harness reset day01"
step 16-kept "ls work"
step 17-list-of-words "./harness list launch"
step 18-help "./harness help"

# A kept screen that nobody looks at any more is a mistake too.
for file in "$kept"/*.txt; do
  name=$(basename "$file")
  case "$seen " in
    *" $name "*) ;;
    *) failed=$((failed + 1)) && echo "FAIL  $name: no step shows this screen" ;;
  esac
done
ends
