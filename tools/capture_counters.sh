#!/usr/bin/env bash
# Writes what a card counts for every launch of one of tests/counters' programs: one CSV row a launch.
#
#   tools/capture_counters.sh tests/counters/course_kernels.cu tests/counters/course_sm90.csv
#
# Needs a GPU, nvcc and ncu with the right to read counters. Run it from the root of the repository.
#   ARCH   target of nvcc's -arch; sm_90 if unset
# OUTFILE is written only when every launch was profiled. A metric that the card does not have is "n/a" in it.
set -euo pipefail

fail() {
  echo "capture_counters: $*" >&2
  exit 1
}

[ $# -eq 2 ] || fail "usage: $0 PROGRAM.cu OUTFILE"
program=$1 outfile=$2
[ -f "$program" ] || fail "no such file: $program"
for tool in nvcc ncu awk; do command -v "$tool" >/dev/null || fail "$tool is not on the PATH"; done
nvidia-smi >/dev/null 2>&1 || fail "no GPU here: nvidia-smi does not answer"

metrics=
for kind in global_op_ld global_op_st global_op_atom global_op_red local_op_ld local_op_st; do
  metrics+=l1tex__t_requests_pipe_lsu_mem_$kind.sum,l1tex__t_sectors_pipe_lsu_mem_$kind.sum,
done
for kind in ld st atom; do
  metrics+=smsp__sass_inst_executed_op_shared_$kind.sum,
  metrics+=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$kind.sum,
  metrics+=l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$kind.sum,
done
metrics+=l1tex__data_pipe_lsu_wavefronts_mem_shared.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum,
metrics+=smsp__sass_inst_executed_op_global_ld.sum,smsp__sass_inst_executed_op_global_st.sum,
metrics+=smsp__inst_executed_op_global_atom.sum,smsp__inst_executed_op_global_red.sum,
metrics+=smsp__inst_executed_op_shared_atom.sum,smsp__inst_executed_op_shared_atom_dot_alu.sum,
metrics+=smsp__inst_executed_op_shared_atom_dot_cas.sum,
metrics+=memory_l2_theoretical_sectors_global,memory_l2_theoretical_sectors_global_ideal,
metrics+=memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal,memory_l1_tag_requests_global,
metrics+=smsp__sass_inst_executed_op_local_ld.sum,smsp__sass_inst_executed_op_local_st.sum,
metrics+=smsp__inst_executed.sum,smsp__thread_inst_executed.sum,smsp__inst_executed_op_branch.sum,
metrics+=smsp__sass_branch_targets.sum,smsp__sass_branch_targets_threads_divergent.sum,
metrics+=smsp__sass_branch_targets_threads_uniform.sum,launch__registers_per_thread

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
nvcc -std=c++17 -O3 "-arch=${ARCH:-sm_90}" "$program" -o "$folder/program" -ldl
ONCE=1 ncu --csv --page raw --print-units base --metrics "$metrics" --log-file "$folder/raw.csv" "$folder/program" \
  >"$folder/stdout" || { cat "$folder/raw.csv" "$folder/stdout" >&2 && fail "ncu failed"; }

# ncu writes remarks, a heading, a row of units and a row a launch. Kept: id, kernel, grid, block and the metrics.
LC_ALL=C awk -v asked=",$metrics," '
  function split_row(line, fields,    k, c, quoted, n) {
    n = 1; fields[1] = ""; quoted = 0
    for (k = 1; k <= length(line); ++k) {
      c = substr(line, k, 1)
      if (c == "\"") quoted = !quoted
      else if (c == "," && !quoted) fields[++n] = ""
      else fields[n] = fields[n] c
    }
    return n
  }
  /^==/ || $0 == "" { next }
  !heading {
    if ($0 !~ /Kernel Name/) next
    heading = split_row($0, name)
    printf "launch,kernel,grid,block"
    for (k = 1; k <= heading; ++k) if (index(asked, "," name[k] ",")) printf ",%s", name[k]
    printf "\n"
    for (k = 1; k <= heading; ++k) column[name[k]] = k
    next
  }
  {
    split_row($0, value)
    if (value[column["ID"]] !~ /^[0-9]+$/) next  # the units
    printf "%d,\"%s\",\"%s\",\"%s\"", rows++, value[column["Kernel Name"]], value[column["Grid Size"]], value[column["Block Size"]]
    for (k = 1; k <= heading; ++k) if (index(asked, "," name[k] ",")) { gsub(",", "", value[k]); printf ",%s", value[k] == "" ? "n/a" : value[k] }
    printf "\n"
  }
  END { if (!rows) exit 1 }
' "$folder/raw.csv" >"$folder/out.csv" || { cat "$folder/raw.csv" >&2 && fail "no launch was profiled"; }
mv "$folder/out.csv" "$outfile"
echo "$outfile: $(($(wc -l <"$outfile") - 1)) launches"
