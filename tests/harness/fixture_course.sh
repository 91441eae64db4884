# Sourced by the scripts that use the command as a person would: a course of one day beside the project's own runtime,
# cards and simulator, and a count of what was as expected. Wants $build.
project=$(cd "$(dirname "$0")/../.." && pwd)
course=$(mktemp -d)
trap '[ -n "${KEEP:-}" ] || rm -rf "$course"' EXIT
out=$course/out
passed=0
failed=0

cp -r "$project/tests/harness/fixture/." "$course"
ln -s "$project/src" "$course/src"
chmod 755 "$course"
mkdir -p "$course/build/exercise" "$course/work" "$build/exercise/runtime"
ln -s "$build/lib" "$course/build/lib"
ln -s "$build/exercise/runtime" "$course/build/exercise/runtime" # the same for every course: compiled once

harness() { "$build/bin/harness-cli" --root "$course" "$@"; }

# name, wanted status, a pattern that the output must hold ("" for none), command...
expect() {
  name=$1 wanted=$2 pattern=$3
  shift 3
  "$@" >"$out" 2>&1
  status=$?
  if [ "$status" -eq "$wanted" ] && { [ -z "$pattern" ] || grep -q -e "$pattern" "$out"; }; then
    passed=$((passed + 1))
    return
  fi
  failed=$((failed + 1))
  echo "FAIL  $name: status $status, wanted $wanted and '$pattern'; it said:"
  sed 's/^/      /' "$out"
}

# name, command...: it must end with status 0.
check() {
  name=$1
  shift
  expect "$name" 0 "" "$@"
}

# For scripts that grade: jailed processes then have the name of this folder in their command lines.
use_own_temporary() {
  mkdir -m 755 "$course/tmp"
  TMPDIR=$course/tmp
  export TMPDIR
}

# Whether no jailed process is left; the kernel may take a moment.
nothing_runs() {
  tries=0
  while pgrep -f "$course/tmp/" >/dev/null && [ "$tries" -lt 20 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  ! pgrep -a -f "$course/tmp/"
}

# The last line of every such script: its name.
summary() {
  echo "$1: $passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
