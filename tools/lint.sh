#!/bin/sh
# Formatting of all our sources by clang-format 14; with --tidy BUILD also clang-tidy over the host sources.
# A tool that is missing or of another version fails: a check that cannot run has not passed.
set -eu
cd "$(dirname "$0")/.."

format=clang-format-14
command -v "$format" >/dev/null 2>&1 || format=clang-format
case $("$format" --version 2>/dev/null) in
  *"version 14."*) ;;
  *) echo "lint: clang-format 14 is missing (package clang-format-14)" >&2 && exit 1 ;;
esac

files=$(find src days solutions tests tools -name '*.cpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' | sort)
[ -n "$files" ] || { echo "lint: found no source" >&2 && exit 1; }
# shellcheck disable=SC2086 # names without blanks, one word each
"$format" --dry-run -Werror $files

# An iterator that moves inside an expression which reads it again: the order is the compiler's to choose.
# shellcheck disable=SC2086
if grep -nE '\((--|\+\+)[A-Za-z_]+\)(->|\.)' $files; then
  echo "lint: an iterator moves inside an expression; use std::prev or std::next" >&2
  exit 1
fi

if [ "${1:-}" = --tidy ]; then
  command -v clang-tidy >/dev/null 2>&1 || { echo "lint: clang-tidy is missing (package clang-tidy)" >&2 && exit 1; }
  # shellcheck disable=SC2046
  clang-tidy --quiet -p "$2" $(find src/harness src/sim src/cudart -name '*.cpp' | sort)
fi
