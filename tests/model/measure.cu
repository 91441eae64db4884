// Times of the kernels of rows.cuh, for the time model.
//
// On a card: `size,kernel,us,copy us,ratio,low,high`, the ratio to the copy of that size from 12 quads copy, kernel,
// kernel, copy (src/exercise/ratio.h): buffers rotate past the L2, and the stream is held until a cell is queued.
// On the simulator, with GPUSIM_WORK=1: one launch each, and what the time model sees of it, `size,kernel,...`.
//   ONLY=text       rows whose name holds it
//   PUBLISHED=1     rows with published times of a T4
//   PROFILE=1       one launch each between cudaProfilerStart and cudaProfilerStop
#include <cuda_profiler_api.h>

#include "../../src/exercise/ratio.h"
#include "rows.cuh"

namespace {

void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
  std::exit(1);
}

std::vector<Set> makeSets(const Size& size, bool one) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0), "device");
  const std::size_t bytes = size.count() * 2 * sizeof(float);
  const std::size_t wanted = one ? 1 : 3 * static_cast<std::size_t>(properties.l2CacheSize) / bytes + 1;
  const std::size_t inputs = size.count() * (size.rows == sizes[middle].rows ? widest : 1) + 64;
  std::vector<Set> sets(std::max<std::size_t>(wanted, one ? 1 : 2));
  for (Set& set : sets) {
    check(cudaMalloc(&set.in, inputs * sizeof(float)), "in");
    check(cudaMalloc(&set.in2, (size.count() + 64) * sizeof(float)), "in2");
    check(cudaMalloc(&set.out, (size.count() + 64) * sizeof(float)), "out");
    units::fill<<<1024, 256>>>(set.in, inputs);
    units::fill<<<1024, 256>>>(set.in2, size.count() + 64);
    check(cudaMemset(set.out, 0, (size.count() + 64) * sizeof(float)), "out");
  }
  check(cudaDeviceSynchronize(), "fill");
  return sets;
}

/// Device microseconds of `launches` launches each between two events, the median.
class Clock {
 public:
  Clock() {
    check(cudaHostAlloc(&open_, sizeof(unsigned), cudaHostAllocMapped), "gate");
    for (cudaEvent_t& event : events_) check(cudaEventCreate(&event), "event");
  }
  double microseconds(const Row& row, const std::vector<Set>& sets, std::size_t launches) {
    launches = std::min<std::size_t>(launches, most);
    *open_ = 0;
    units::gate<<<1, 1>>>(open_);
    for (std::size_t k = 0; k < launches; ++k) {
      const Set& set = sets[next_++ % sets.size()];
      if (row.prepare) row.prepare(set);
      cudaEventRecord(events_[2 * k]);
      row.launch(set);
      cudaEventRecord(events_[2 * k + 1]);
    }
    *open_ = 1;
    check(cudaDeviceSynchronize(), row.name.c_str());
    check(cudaGetLastError(), row.name.c_str());
    std::vector<double> times;
    for (std::size_t k = 0; k < launches; ++k) {
      float milliseconds = 0;
      check(cudaEventElapsedTime(&milliseconds, events_[2 * k], events_[2 * k + 1]), "events");
      times.push_back(milliseconds * 1e3);
    }
    return exercise::medianOf(times);
  }

 private:
  static constexpr std::size_t most = 50;
  unsigned* open_ = nullptr;
  cudaEvent_t events_[2 * most];
  std::size_t next_ = 0;
};

void measure(Clock& clock, const Row& row, const Row& copy, const std::vector<Set>& sets) {
  const auto launchesOf = [&](const Row& of) {
    clock.microseconds(of, sets, 3);
    const double one = std::max(clock.microseconds(of, sets, 5), 1.0);
    return std::max<std::size_t>(5, static_cast<std::size_t>(1000 / one) + 1);
  };
  const std::size_t copies = launchesOf(copy), launches = launchesOf(row);
  std::vector<double> logs, times, copyTimes;
  for (int quad = 0; quad < 12; ++quad) {
    const double a1 = clock.microseconds(copy, sets, copies), b1 = clock.microseconds(row, sets, launches),
                 b2 = clock.microseconds(row, sets, launches), a2 = clock.microseconds(copy, sets, copies);
    logs.push_back(0.5 * (std::log(b1) + std::log(b2) - std::log(a1) - std::log(a2)));
    times.push_back(std::sqrt(b1 * b2));
    copyTimes.push_back(std::sqrt(a1 * a2));
  }
  const exercise::Ratio ratio = exercise::ratioOf(logs);
  std::printf("%s,\"%s\",%.3f,%.3f,%.4f,%.4f,%.4f\n", sizes[row.size].name, row.name.c_str(), exercise::medianOf(times),
              exercise::medianOf(copyTimes), ratio.value, ratio.interval[0], ratio.interval[1]);
  std::fflush(stdout);
}

using Take = std::size_t (*)(char*, std::size_t);

/// One row, and the heading before the first: the members of the launch's JSON that start with work_.
void printWork(const char* size, const std::string& name, Take take) {
  std::vector<char> text(take(nullptr, 0) + 1);
  take(text.data(), text.size());
  const std::string json = text.data(), mark = "\"work_";
  std::string heading = "size,kernel", values = std::string(size) + ",\"" + name + "\"";
  for (std::size_t at = json.find(mark); at != std::string::npos; at = json.find(mark, at + 1)) {
    const std::size_t colon = json.find("\":", at);
    heading += "," + json.substr(at + mark.size(), colon - at - mark.size());
    values += "," + json.substr(colon + 2, json.find_first_of(",}", colon) - colon - 2);
  }
  static bool first = true;
  if (std::exchange(first, false)) std::printf("%s\n", heading.c_str());
  std::printf("%s\n", values.c_str());
  std::fflush(stdout);
}

/// Whether a T4's time of the row was published.
bool isPublished(const Row& row) {
  const std::string& name = row.name;
  return (row.size == small && (name == "transNaive" || name == "transTiled<0>")) || name.substr(0, 2) == "mm";
}

}  // namespace

int main() {
  const auto take = reinterpret_cast<Take>(dlsym(RTLD_DEFAULT, "gpusimTakeLaunches"));
  const bool profile = std::getenv("PROFILE") != nullptr, once = take != nullptr || profile;
  const char* const only = std::getenv("ONLY");
  const char* const published = std::getenv("PUBLISHED");
  if (!once) std::printf("size,kernel,us,copy us,ratio,low,high\n");
  const std::vector<Row> rows = allRows();
  for (const SizeIndex size : {small, middle, large}) {
    const Row copy = transposeRow(size, "copyRow", counted::copyRow);
    std::vector<Row> these = {copy};
    for (const Row& row : rows)
      if (row.size == size && (only == nullptr || row.name.find(only) != std::string::npos) &&
          (published == nullptr || *published == '\0' || isPublished(row)))
        these.push_back(row);
    if (size == large && these.size() == 1 && published != nullptr && *published != '\0') break;
    const std::vector<Set> sets = makeSets(sizes[size], once);
    Clock clock;
    for (const Row& row : these) {
      if (!once) {
        measure(clock, row, copy, sets);
        continue;
      }
      if (row.prepare) row.prepare(sets[0]);
      check(cudaDeviceSynchronize(), row.name.c_str());
      if (take != nullptr) {
        std::vector<char> text(take(nullptr, 0) + 1);
        take(text.data(), text.size());
      }
      if (profile) cudaProfilerStart();
      row.launch(sets[0]);
      check(cudaGetLastError(), row.name.c_str());
      check(cudaDeviceSynchronize(), row.name.c_str());
      if (profile) cudaProfilerStop();
      if (take != nullptr) printWork(sizes[size].name, row.name, take);
    }
    for (const Set& set : sets)
      for (float* const buffer : {set.in, set.in2, set.out}) check(cudaFree(buffer), "free");
  }
}
