// CUB's device-wide algorithms from the toolkit's own headers, each against the host: which one is the argument.
//
//   cub_algorithms reduce|scan|sort|select|histogram|encode
//
// Sizes: one element, less than a tile, several tiles and a remainder. Prints "passed" and exits with 0, or says what
// differs and exits with 1.
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  std::exit(1);
}

template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, count * sizeof(T) + 1), "cudaMalloc");
  }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    check(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice), "copy in");
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  T* get() const { return data_; }
  std::vector<T> host() const {
    std::vector<T> values(count_);
    check(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "copy out");
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// CUB's two calls: the first asks for the bytes of scratch memory, the second works.
template <typename Call>
void twice(const Call& call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), "size of scratch memory");
  DeviceArray<char> scratch(bytes);
  check(call(scratch.get(), bytes), "launch");
  check(cudaDeviceSynchronize(), "run");
}

bool same(const char* what, std::size_t n, bool equal) {
  if (!equal) std::printf("%s of %zu elements differs from the host\n", what, n);
  return equal;
}

bool reduce(std::size_t n, std::mt19937& random) {
  std::vector<int> in(n);
  for (int& v : in) v = static_cast<int>(random() % 2001) - 1000;
  DeviceArray<int> from(in), sum(1), largest(1);
  twice([&](void* s, std::size_t& b) {
    return cub::DeviceReduce::Sum(s, b, from.get(), sum.get(), static_cast<int>(n));
  });
  twice([&](void* s, std::size_t& b) {
    return cub::DeviceReduce::Max(s, b, from.get(), largest.get(), static_cast<int>(n));
  });
  return same("sum", n, sum.host()[0] == std::accumulate(in.begin(), in.end(), 0)) &&
         same("largest", n, largest.host()[0] == *std::max_element(in.begin(), in.end()));
}

bool scan(std::size_t n, std::mt19937& random) {
  std::vector<int> in(n), inclusive(n), exclusive(n);
  for (int& v : in) v = static_cast<int>(random() % 7);
  std::partial_sum(in.begin(), in.end(), inclusive.begin());
  for (std::size_t i = 0; i < n; ++i) exclusive[i] = inclusive[i] - in[i];
  DeviceArray<int> from(in), to(n);
  twice([&](void* s, std::size_t& b) {
    return cub::DeviceScan::InclusiveSum(s, b, from.get(), to.get(), static_cast<int>(n));
  });
  if (!same("inclusive sum", n, to.host() == inclusive)) return false;
  twice([&](void* s, std::size_t& b) {
    return cub::DeviceScan::ExclusiveSum(s, b, from.get(), to.get(), static_cast<int>(n));
  });
  return same("exclusive sum", n, to.host() == exclusive);
}

bool sort(std::size_t n, std::mt19937& random) {
  std::vector<unsigned> keys(n), values(n);
  for (unsigned& k : keys) k = static_cast<unsigned>(random()) % 5000 * 800000;
  std::iota(values.begin(), values.end(), 0U);
  std::vector<unsigned> order = values;
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) { return keys[a] < keys[b]; });
  DeviceArray<unsigned> keysIn(keys), keysOut(n), valuesIn(values), valuesOut(n);
  twice([&](void* s, std::size_t& b) {
    return cub::DeviceRadixSort::SortPairs(s, b, keysIn.get(), keysOut.get(), valuesIn.get(), valuesOut.get(),
                                           static_cast<int>(n));
  });
  std::sort(keys.begin(), keys.end());
  return same("keys sorted", n, keysOut.host() == keys) && same("values sorted", n, valuesOut.host() == order);
}

struct IsOdd {
  __host__ __device__ bool operator()(int v) const { return v % 2 != 0; }
};

bool select(std::size_t n, std::mt19937& random) {
  std::vector<int> in(n), expected;
  for (int& v : in) v = static_cast<int>(random() % 1000);
  std::copy_if(in.begin(), in.end(), std::back_inserter(expected), IsOdd{});
  DeviceArray<int> from(in), to(n), count(1);
  twice([&](void* s, std::size_t& b) {
    return cub::DeviceSelect::If(s, b, from.get(), to.get(), count.get(), static_cast<int>(n), IsOdd{});
  });
  std::vector<int> got = to.host();
  if (!same("count selected", n, count.host()[0] == static_cast<int>(expected.size()))) return false;
  got.resize(expected.size());
  return same("selected", n, got == expected);
}

bool histogram(std::size_t n, std::mt19937& random) {
  constexpr int bins = 64;
  std::vector<float> in(n);
  std::vector<int> expected(bins, 0);
  for (float& v : in) {
    v = static_cast<float>(random() % 6400) / 100.0F;
    ++expected[static_cast<std::size_t>(v)];
  }
  DeviceArray<float> from(in);
  DeviceArray<int> counts(bins);
  twice([&](void* s, std::size_t& b) {
    return cub::DeviceHistogram::HistogramEven(s, b, from.get(), counts.get(), bins + 1, 0.0F, 64.0F,
                                               static_cast<int>(n));
  });
  return same("histogram", n, counts.host() == expected);
}

bool encode(std::size_t n, std::mt19937& random) {
  std::vector<int> in(n);
  for (std::size_t i = 0; i < n; ++i) in[i] = i > 0 && random() % 3 != 0 ? in[i - 1] : static_cast<int>(random() % 9);
  std::vector<int> values, lengths;
  for (std::size_t i = 0; i < n; ++i) {
    if (i == 0 || in[i] != in[i - 1]) values.push_back(in[i]), lengths.push_back(0);
    ++lengths.back();
  }
  DeviceArray<int> from(in), unique(n), counts(n), runs(1);
  twice([&](void* s, std::size_t& b) {
    return cub::DeviceRunLengthEncode::Encode(s, b, from.get(), unique.get(), counts.get(), runs.get(),
                                              static_cast<int>(n));
  });
  if (!same("count of runs", n, runs.host()[0] == static_cast<int>(values.size()))) return false;
  std::vector<int> gotValues = unique.host(), gotLengths = counts.host();
  gotValues.resize(values.size()), gotLengths.resize(values.size());
  return same("values of runs", n, gotValues == values) && same("lengths of runs", n, gotLengths == lengths);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string which = argc > 1 ? argv[1] : "";
  struct Algorithm {
    const char* name;
    bool (*run)(std::size_t, std::mt19937&);
  };
  const Algorithm algorithms[] = {{"reduce", reduce}, {"scan", scan},           {"sort", sort},
                                  {"select", select}, {"histogram", histogram}, {"encode", encode}};
  for (const Algorithm& algorithm : algorithms) {
    if (which != algorithm.name) continue;
    std::mt19937 random(13);
    for (const std::size_t n : {std::size_t{1}, std::size_t{97}, std::size_t{4096}, std::size_t{100003}})
      if (!algorithm.run(n, random)) return 1;
    std::printf("%s passed\n", algorithm.name);
    return 0;
  }
  std::printf("usage: cub_algorithms reduce|scan|sort|select|histogram|encode\n");
  return 2;
}
