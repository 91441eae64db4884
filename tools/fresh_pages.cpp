// What memory costs that a process touches for the first time, beside touching it again and moving it to other
// addresses first (src/sim/memory/spare_pages.h). Where the system has to get the pages from a host, as in a virtual
// machine that gives idle memory back, the first touch is the dearest part of a short run; how dear changes from run to
// run.
#include <sys/mman.h>

#include <cstdio>
#include <cstring>
#include <ctime>

#include "sim/memory/spare_pages.h"

namespace {

constexpr std::size_t bytes = std::size_t{1} << 30;

double cpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

char* fresh() {
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) return nullptr;
  madvise(at, bytes, MADV_HUGEPAGE);
  return static_cast<char*>(at);
}

/// CPU seconds of writing the whole of it.
double touch(char* at, int value) {
  const double begin = cpuSeconds();
  std::memset(at, value, bytes);
  return cpuSeconds() - begin;
}

}  // namespace

int main() {
  std::printf("CPU seconds a GiB\n%12s %12s %12s %8s\n", "first touch", "again", "moved", "ratio");
  for (int round = 0; round < 3; ++round) {
    char *at = fresh(), *other = fresh();
    if (at == nullptr || other == nullptr) return 1;
    const double first = touch(at, 1), again = touch(at, 2);
    const double begin = cpuSeconds();
    if (!gpusim::SparePages::move(at, other, bytes)) return 1;
    const double moved = cpuSeconds() - begin + touch(other, 3);
    std::printf("%12.3f %12.3f %12.3f %8.1f\n", first, again, moved, first / moved);
    munmap(at, bytes);
    munmap(other, bytes);
  }
}
