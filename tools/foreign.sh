#!/bin/sh
# Builds programs that others wrote, runs them on the simulator and says which pass. Fetches nothing.
#
#   tools/foreign.sh [--only PATTERN] [--jobs N] [--table FILE] [--device sim|gpu] SUITE=FOLDER...
#
# SUITE is samples (NVIDIA's cuda-samples), llmc (llm.c) or sgemm (SGEMM_CUDA); FOLDER a copy of that repository. CUB
# comes with the toolkit and needs no folder. tests/foreign/programs.txt lists the programs, with what is changed in
# them: problem sizes and repeat counts, never a kernel.
#
#   --only PATTERN   programs whose name matches this extended regular expression
#   --jobs N         programs at a time; one a core if not given
#   --table FILE     write the table of results in Markdown
#   --device gpu     build with the toolkit's own runtime and run on the card
#
# A program passes when it exits with 0 and prints what programs.txt says it must. Each run has $FOREIGN_SECONDS
# (120 if unset). The last line is "foreign: N passed, N failed"; exits 0 when at least 90% passed.
set -u
project=$(cd "$(dirname "$0")/.." && pwd)
list=$project/tests/foreign/programs.txt
nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
only=. jobs=$(nproc) table="" device=sim one=""
work=${FOREIGN_WORK:-$project/build/foreign}
limit=${FOREIGN_SECONDS:-120}
small='s/(int|int64_t) B = [0-9]+/\1 B = 2/;s/(int|int64_t) T = 1024/\1 T = 64/;s/V = 50257/V = 1027/;s/repeat_times = [0-9]+/repeat_times = 1/'

while [ $# -gt 0 ]; do
  case $1 in
    --only) only=$2 && shift 2 ;;
    --jobs) jobs=$2 && shift 2 ;;
    --table) table=$2 && shift 2 ;;
    --device) device=$2 && shift 2 ;;
    --one) one=$2 && shift 2 ;; # one line of the list; how this script calls itself
    *=*) export "FOREIGN_${1%%=*}=$(cd "${1#*=}" && pwd)" && shift ;;
    *) echo "usage: tools/foreign.sh [--only PATTERN] [--jobs N] [--table FILE] [--device sim|gpu] SUITE=FOLDER..." >&2 && exit 2 ;;
  esac
done

trim() { printf '%s' "$1" | sed 's/^ *//;s/ *$//'; }

folder_of() {
  case $1 in
    samples) echo "${FOREIGN_samples:-}" ;;
    llmc) echo "${FOREIGN_llmc:-}" ;;
    sgemm) echo "${FOREIGN_sgemm:-}" ;;
    cub) echo "$project/tests/foreign" ;;
    *) ;;
  esac
}

architecture_of() { # a card: what nvcc compiles for
  case ${1%%,*} in
    t4) echo sm_75 ;;
    a100) echo sm_80 ;;
    l4 | rtx4090) echo sm_89 ;;
    h100 | h200) echo sm_90 ;;
  esac
}

# Prints "verdict|suite|name|changed|reason".
run_one() {
  old=$IFS
  IFS='|'
  # shellcheck disable=SC2086
  set -f && set -- $1 && set +f
  IFS=$old
  suite=$(trim "$1") name=$(trim "$2") folder=$(trim "$3") sources=$(trim "$4")
  if [ "$folder" = - ]; then
    echo "left out|$suite|$name||$sources"
    return
  fi
  card=$(trim "$5") flags=$(trim "$6") arguments=$(trim "$7") edits=$(trim "$8") pattern=$(trim "${9:-}")
  root=$(folder_of "$suite")
  place=$work/$suite/$(echo "$name" | tr ' ' _)
  rm -rf "$place" && mkdir -p "$place"
  from=$root/$folder
  [ "$folder" = @here ] && from=$root
  cp -r "$from/." "$place"
  changed=""
  if [ -n "$edits" ]; then
    script=$(printf '%s' "$edits" | sed "s#@small#$(printf '%s' "$small" | sed 's/[\\&#]/\\&/g')#")
    find "$place" \( -name '*.cu' -o -name '*.cuh' -o -name '*.h' -o -name '*.cpp' \) -exec sed -E -i "$script" {} +
    changed="sizes"
  fi
  arch=$(architecture_of "$card")
  [ "$device" = gpu ] && arch=native
  [ "$suite" = samples ] && flags="$flags -I$root/Common"
  if ! (
    cd "$place" || exit 1
    case $flags in
      *@cublas*)
        product=cublas.o
        if [ "$device" = gpu ]; then product="-lcublas -lcublasLt"; else
          "$nvcc" -c -std=c++17 -O2 "$project/tests/foreign/cublas_reference.cu" -o cublas.o || exit 1
        fi
        flags=$(printf '%s' "$flags" | sed "s/@cublas/$product/")
        ;;
    esac
    # Programs mention library calls that they never make: those may stay without a definition.
    # shellcheck disable=SC2086
    "$nvcc" -std=c++17 -O3 -arch="$arch" --cudart shared --expt-extended-lambda -I. $flags $sources \
      -Xlinker --unresolved-symbols=ignore-all -o program
  ) >"$place/build.log" 2>&1; then
    echo "fail|$suite|$name|$changed|does not build: $(grep -m1 -E 'error|fatal' "$place/build.log" | cut -c1-120)"
    return
  fi
  failed="" ran=0
  old=$IFS
  IFS=';'
  set -f
  # shellcheck disable=SC2086
  set -- ${arguments:-_}
  set +f
  IFS=$old
  started=$(date +%s)
  for words in "$@"; do
    ran=$((ran + 1))
    [ "$words" = _ ] && words=""
    log=$place/run-$ran.log
    path=${LD_LIBRARY_PATH:-}
    [ "$device" = sim ] && path=$project/build/lib
    # shellcheck disable=SC2086
    (cd "$place" && LD_LIBRARY_PATH=$path GPUSIM_DEVICES=$card GPUSIM_CHECKS=${FOREIGN_CHECKS:-none} timeout -k 5 "$limit" ./program $words) >"$log" 2>&1 </dev/null
    status=$?
    said=""
    if [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; then
      said="stopped after $limit s"
    elif [ "$status" -ne 0 ]; then
      said="exit status $status: $(grep -iE -m1 'gpusim|error|not supported|fail|differ|mismatch' "$log" | cut -c1-140)"
    elif [ -n "$pattern" ] && ! grep -qE -e "$pattern" "$log"; then
      said="did not print '$pattern': $(grep -iE -m1 'gpusim|error|not supported|fail|mismatch' "$log" | cut -c1-140)"
    fi
    [ -n "$said" ] && failed="$failed${failed:+; }${words:+$words: }$said"
  done
  echo "$(($(date +%s) - started)) s" >"$place/seconds"
  if [ -z "$failed" ]; then
    echo "pass|$suite|$name|$changed|$([ "$ran" -gt 1 ] && echo "$ran runs")"
  else
    echo "fail|$suite|$name|$changed|$(printf '%s' "$failed" | tr '\n|' '  ')"
  fi
}

if [ -n "$one" ]; then
  line=$(run_one "$one")
  echo "$line" >&2
  echo "$line"
  exit 0
fi

mkdir -p "$work"
results=$work/results.txt
grep -v '^#' "$list" | grep . | while IFS= read -r line; do
  suite=$(trim "${line%%|*}")
  name=$(trim "$(printf '%s' "$line" | cut -d'|' -f2)")
  if [ -n "$(folder_of "$suite")" ] && printf '%s' "$name" | grep -qE -e "$only"; then printf '%s\0' "$line"; fi
done | xargs -0 -r -n 1 -P "$jobs" "$0" --device "$device" --one >"$results"

passed=$(grep -c '^pass' "$results")
failed=$(grep -c '^fail' "$results")

if [ -n "$table" ]; then
  {
    echo "| program | suite | result | changed | note |"
    echo "|---|---|---|---|---|"
    sort -t'|' -k2,2 -k3,3 "$results" | awk -F'|' '{ printf "| %s | %s | %s | %s | %s |\n", $3, $2, $1, $4, $5 }'
  } >"$table"
fi
echo "foreign: $passed passed, $failed failed"
[ $((passed * 10)) -ge $(((passed + failed) * 9)) ] && [ "$passed" -gt 0 ]
