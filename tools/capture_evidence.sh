#!/usr/bin/env bash
# Builds a day's program, runs it, and writes its transcript with the circumstances on top.
#
#   tools/capture_evidence.sh PROGRAM.cu OUTFILE gpu          on this machine's GPU
#   tools/capture_evidence.sh PROGRAM.cu OUTFILE sim CARD     on the simulator, as CARD (t4, h200, ...)
#
# With neither word it takes the GPU if there is one, else the simulator's t4. Run it from the root of the repository.
#   ARGS             arguments of the program, if any
#   ARCH             target of nvcc's -arch; sm_75 if unset
#   GPUSIM_LIB       folder of the project's libcudart.so.13; build/lib if unset
#   EVIDENCE_COMMIT  the commit, where the checkout has no .git
# OUTFILE is written only when the program succeeds.
set -euo pipefail

fail() {
  echo "capture_evidence: $*" >&2
  exit 1
}

[ $# -ge 2 ] || fail "usage: $0 PROGRAM.cu OUTFILE [gpu | sim CARD]"
program=$1
outfile=$2
device=${3:-}
card=${4:-t4}
[ -f "$program" ] || fail "no such file: $program"
case $program in /*) fail "give $program relative to the root, so that the transcript names no machine" ;; esac
command -v nvcc >/dev/null || fail "nvcc is not on the PATH"
if [ -z "$device" ]; then
  if nvidia-smi >/dev/null 2>&1; then device=gpu; else device=sim; fi
fi

if commit=$(git rev-parse --short=12 HEAD 2>/dev/null); then
  git diff --quiet HEAD -- "$program" || commit="$commit, with changes to the program"
else
  commit=${EVIDENCE_COMMIT:-unknown}
fi
toolkit=$(nvcc --version | sed -n 's/.*release \([0-9.]*\), V\([0-9.]*\).*/\2/p')
name=$(basename "$program" .cu)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

case $device in
  gpu)
    nvidia-smi >/dev/null 2>&1 || fail "no GPU here: nvidia-smi does not answer"
    build="nvcc -std=c++17 -O3 -arch=${ARCH:-sm_75} $program -o $name"
    (set -x && nvcc -std=c++17 -O3 "-arch=${ARCH:-sm_75}" "$program" -o "$folder/$name")
    read -r cardLine < <(nvidia-smi --query-gpu=name,compute_cap,driver_version --format=csv,noheader)
    IFS=, read -r cardName compute driver <<<"$cardLine"
    deviceText="GPU, measured"
    cardText="${cardName# }, compute capability${compute}"
    driverText=${driver# }
    run="./$name${ARGS:+ $ARGS}"
    ;;
  sim)
    lib=${GPUSIM_LIB:-build/lib}
    ls "$lib"/libcudart.so* >/dev/null 2>&1 || fail "no libcudart in $lib: build the simulator, or set GPUSIM_LIB"
    build="nvcc -std=c++17 -O3 -arch=${ARCH:-sm_75} --cudart shared $program tools/print_counters.cpp -o $name"
    (set -x && nvcc -std=c++17 -O3 "-arch=${ARCH:-sm_75}" --cudart shared "$program" tools/print_counters.cpp -o "$folder/$name")
    export GPUSIM_CARD=$card LD_LIBRARY_PATH=$lib
    deviceText="simulator; counters are exact, every time is modelled, none is measured"
    cardText=$card
    driverText="none"
    pages=
    if grep -q cudaMallocManaged "$program"; then
      export GPUSIM_PAGES=1  # its page faults are counted too
      pages="GPUSIM_PAGES=1 "
    fi
    run="GPUSIM_CARD=$card ${pages}LD_LIBRARY_PATH=build/lib ./$name${ARGS:+ $ARGS}"
    ;;
  *) fail "the device is gpu or sim, not $device" ;;
esac

{
  echo "device:  $deviceText"
  echo "card:    $cardText"
  echo "driver:  $driverText"
  echo "toolkit: CUDA $toolkit"
  echo "build:   $build"
  echo "command: $run"
  echo "commit:  $commit"
  echo "program: sha256 $(sha256sum <"$program" | cut -c1-16)"
  echo "date:    $(date -u +%Y-%m-%d)"
  echo
} >"$folder/transcript"
# ARGS is split into words on purpose.
# shellcheck disable=SC2086
"$folder/$name" ${ARGS:-} >>"$folder/transcript" 2>&1 || {
  cat "$folder/transcript" >&2
  fail "$name failed; $outfile was not written"
}
if grep -q '^.* ?$\|  ? ' "$folder/transcript"; then
  fail "the simulator did not report every counter; $outfile was not written"
fi
mkdir -p "$(dirname "$outfile")"
cp "$folder/transcript" "$outfile"
cat "$outfile"
