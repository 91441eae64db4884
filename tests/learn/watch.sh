#!/bin/sh
# `harness watch` in a real terminal, which tmux holds: saves in place and by rename, a save during a run, the keys, and
# the terminal afterwards.
#
#   tests/learn/watch.sh BUILD      after `make all`; the last line is "watch: N passed, N failed"
set -u
build=$(cd "$1" && pwd)
. "$(dirname "$0")/../harness/fixture_course.sh"
server="watch-test-$$"
trap 'tmux -L "$server" kill-server 2>/dev/null; rm -rf "$course"' EXIT

tmuxed() { tmux -L "$server" "$@"; }
screen() { tmuxed capture-pane -p -S -2000 -t it >"$out"; }

# name, pattern: waits until the screen holds it, 90 s at the most.
shows() {
  for _ in $(seq 450); do
    screen
    if grep -q -e "$2" "$out"; then
      passed=$((passed + 1))
      return
    fi
    sleep 0.2
  done
  failed=$((failed + 1))
  echo "FAIL  $1: no '$2' on the screen:"
  sed 's/^/      /' "$out" | tail -n 30
}

holds() { # name, command...
  what=$1
  shift
  if "$@" >/dev/null 2>&1; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL  $what"; fi
}
nothing_runs() { ! pgrep -f -- "--root $course"; }

work=$course/work/day01.cu
solution=$course/solutions/day01-copy.cu
tmuxed new-session -d -s it -x 100 -y 50 "sh"
sleep 1
expect "a file that is not there" 2 "make day01" harness watch day01
cp "$course/days/day01-copy/starter.cu" "$work"
tmuxed send-keys -t it "clear; stty -a >'$course/before'; '$build/bin/harness-cli' --root '$course' watch day01 --device sim; echo ended with \$?; stty -a >'$course/after'" Enter
shows "the file is judged at once" "correct, no faster"
shows "then it waits" "waiting for a save"
cp "$solution" "$work.new" && mv "$work.new" "$work"
shows "a save by rename" "^passed"
tmuxed send-keys -t it l
shows "a key: the list" "day01  A fixture  *solved"
tmuxed send-keys -t it h
shows "a key: a hint" "Hint 1"
tmuxed clear-history -t it
echo "// saved" >>"$work"
sleep 0.6
echo "int broken" >>"$work"
shows "a save during a run ends that run" "the run before is stopped"
shows "and the new text is judged" "did not build"
tmuxed send-keys -t it q
shows "q" "ended with 0"
sed 's/if (i < n)/if (i < n + 1)/' "$solution" >"$work"
tmuxed send-keys -t it "clear; '$build/bin/harness-cli' --root '$course' watch day01 --device sim --verbose" Enter
shows "--verbose: file and line, as editors want them" "^    at    work/day01.cu:[0-9]"
tmuxed send-keys -t it q
sleep 0.5
sleep 0.5
holds "the terminal is as it was" cmp "$course/before" "$course/after"
holds "nothing is left running" nothing_runs
tmuxed send-keys -t it "clear; '$build/bin/harness-cli' --root '$course' watch day01 --device sim --poll; echo ended with \$?; stty -a >'$course/after'" Enter
shows "looking instead of being told" "judging work/day01.cu"
tmuxed send-keys -t it C-c
shows "Ctrl-C" "ended with 130"
sleep 0.5
holds "the terminal is as it was after Ctrl-C" cmp "$course/before" "$course/after"
holds "nothing is left running after Ctrl-C" nothing_runs
summary watch
