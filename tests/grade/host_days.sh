#!/bin/sh
# Days whose solve() takes host memory or returns something: it travels to the submission's process and back, so that
# judge and submission are two processes there too, and what comes back is taken for what it is.
#
#   tests/grade/host_days.sh BUILD      after `make all`; the last line is "host-days: N passed, N failed"
set -u
build=$(cd "$1" && pwd)
. "$(dirname "$0")/../harness/fixture_course.sh"
use_own_temporary
mkdir "$course/in"
for day in day03 day04 day06; do
  cp "$project"/solutions/$day-*.cu "$course/in/$day-solution.cu"
done
cp "$project"/days/day04-*/starter.cu "$course/in/day04-starter.cu"
cp "$project"/days/day06-*/starter.cu "$course/in/day06-starter.cu"

# Hands out memory of the host, at the address of a buffer that the judge may have too.
cat >"$course/in/day03-host-result.cu" <<'EOF'
#include <cstddef>
static float mine[1 << 20];
__global__ void stamp(unsigned* receipt, size_t n) { *receipt = static_cast<unsigned>(n); }
cudaError_t solve(const float*, size_t n, unsigned, size_t, float** result, unsigned* receipt) {
  *result = mine;
  stamp<<<1, 1>>>(receipt, n);
  return cudaDeviceSynchronize();
}
EOF
# Comes back before its work is done.
sed 's/cudaDeviceSynchronize()/cudaSuccess/g; s/cudaStreamSynchronize([^)]*)/cudaSuccess/g' \
  "$course/in/day03-solution.cu" >"$course/in/day03-no-wait.cu"
# Changes the card that its choice is judged by.
cat >"$course/in/day06-larger-card.cu" <<'EOF'
#include <cuda_runtime.h>
void solve(const cudaDeviceProp& card, size_t n, int, size_t, dim3& grid, dim3& block) {
  cudaDeviceProp& mine = const_cast<cudaDeviceProp&>(card);
  mine.maxThreadsPerBlock = mine.maxThreadsDim[0] = mine.maxGridSize[0] = 1 << 30;
  mine.regsPerBlock = mine.sharedMemPerBlock = mine.maxThreadsPerMultiProcessor = 1 << 30;
  block = dim3(1 << 20);
  grid = dim3(static_cast<unsigned>((n + block.x - 1) / block.x));
}
EOF
# Writes past the end of an array of the host.
sed 's/^void solve(.*{$/&\n  y[n] = 1;/' "$course/in/day04-solution.cu" >"$course/in/day04-past-the-end.cu"

grades=$course/grades
expect "days with host memory are graded" 0 "" \
  "$build/bin/harness-cli" --root "$project" grade "$course/in" --out "$grades" --seed 5 --hidden 0
check "none shares a process" test "$(grep -l '"trust": "separate"' "$grades"/records/*.json | wc -l)" -eq "$(ls "$course/in" | wc -l)"
code() { grep "^$1," "$grades/grades.csv" | cut -d, -f5; }
is() { # file, pattern of its code
  case $(code "$1") in
    $2) passed=$((passed + 1)) ;;
    *) failed=$((failed + 1)) && echo "FAIL  $1: $(grep "^$1," "$grades/grades.csv"), wanted $2" ;;
  esac
}
is day03-solution.cu PASS
is day04-solution.cu PASS
is day06-solution.cu PASS
is day03-host-result.cu 'CUDA*'
is day03-no-wait.cu 'WRONG:returned-too-early'
is day04-past-the-end.cu 'UNSAFE*'
is day06-larger-card.cu 'WRONG*'
is day04-starter.cu '[!P]*'
is day06-starter.cu '[!P]*'
check "nothing runs on" nothing_runs

summary host-days
