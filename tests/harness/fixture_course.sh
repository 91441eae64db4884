# Sourced by the scripts that use the command as a person would: a course of one day beside the project's own runtime,
# cards and simulator, and a count of what was as expected. Wants $build.
project=$(cd "$(dirname "$0")/../.." && pwd)
course=$(mktemp -d)
trap 'rm -rf "$course"' EXIT
out=$course/out
passed=0
failed=0

cp -r "$project/tests/harness/fixture/." "$course"
ln -s "$project/src" "$course/src"
mkdir -p "$course/build" "$course/work"
ln -s "$build/lib" "$course/build/lib"

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

# The last line of every such script: its name.
summary() {
  echo "$1: $passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
