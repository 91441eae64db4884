// Day 11: coalescing.
//
// Part one, on paper: a warp's 32 lanes each read one float. Which 32-byte sectors do they touch? Counted on the host
// from the addresses, for eight patterns.
//
// Part two, measured: out[i] = in[stride * i + offset] for the same number of elements, in the same grid, at strides 1,
// 2, 4 and 8 and once shifted by one float. The useful bytes are the same in every row. The sectors are not.
//
// Part three, a count that went wrong: every third element is read and kept. A benchmark that counts that as a full
// copy of the input reports bytes that never moved.
//
// Part four, records: 8 floats each, every field scaled by a factor of its own. One thread a record, one lane a word,
// and one array a field: three orders of the same bytes.
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 coalescing.cu -o coalescing
// Run     ./coalescing             6,011,003 floats, and more where the card's L2 would hold them
//         ./coalescing 611003      a number of floats of your choice; smaller is quicker on a slow runner
//
// Every kernel is compared with a CPU reference at every element before a time is printed. The exit status is 0 when
// everything was right, 1 when anything was not, 2 when the argument makes no sense.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <set>
#include <vector>

#define CUDA_CHECK(call)                                                                                      \
  do {                                                                                                        \
    const cudaError_t cudaCheckError = (call);                                                                \
    if (cudaCheckError != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(cudaCheckError)); \
      std::exit(1);                                                                                           \
    }                                                                                                         \
  } while (false)

// A launch reports in two places: a refused launch at once, a fault inside the kernel at the next synchronize.
#define CUDA_CHECK_LAUNCH()              \
  do {                                   \
    CUDA_CHECK(cudaGetLastError());      \
    CUDA_CHECK(cudaDeviceSynchronize()); \
  } while (false)

constexpr unsigned warpLanes = 32;
constexpr size_t sectorBytes = 32;
constexpr unsigned blockThreads = 256;
constexpr unsigned largestStride = 8;

constexpr unsigned fields = 8;  // floats of a record: position, velocity, mass, charge
constexpr size_t publishedLength = 6011003;
// Where the L2 cache would hold a quarter of the output, the first of these that it does not hold is measured as well.
constexpr size_t largerLengths[] = {67239919, 268838891};
constexpr int timedRuns = 21;

static_assert(publishedLength % blockThreads != 0, "the last block must be partial");
static_assert(publishedLength / fields % blockThreads != 0, "and the last block of records too");
static_assert(blockThreads % fields == 0, "a thread that steps by a block meets one field only");

// ---- kernels -----------------------------------------------------------------------------------------------------

// n elements, stride floats apart. Lanes of a warp are stride * 4 bytes apart.
template <unsigned stride, unsigned offset>
__global__ void gather(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = in[i * stride + offset];
  }
}

struct Particle {
  float x, y, z;
  float velocityX, velocityY, velocityZ;
  float mass, charge;
};
static_assert(sizeof(Particle) == fields * sizeof(float), "a record is its fields, with nothing between them");

// One thread a record: each of its 8 loads and 8 stores is 32 bytes away from the neighboring lane's.
__global__ void scaleRecords(const Particle* in, Particle* out, const float* factors, size_t records) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < records) {
    out[i].x = factors[0] * in[i].x;
    out[i].y = factors[1] * in[i].y;
    out[i].z = factors[2] * in[i].z;
    out[i].velocityX = factors[3] * in[i].velocityX;
    out[i].velocityY = factors[4] * in[i].velocityY;
    out[i].velocityZ = factors[5] * in[i].velocityZ;
    out[i].mass = factors[6] * in[i].mass;
    out[i].charge = factors[7] * in[i].charge;
  }
}

// The same records, one lane a word. A block still has blockThreads records; its threads walk over their words
// together, a block's width at a time.
__global__ void scaleWords(const float* in, float* out, const float* factors, size_t records) {
  const size_t firstWord = blockIdx.x * static_cast<size_t>(blockDim.x) * fields;
  for (unsigned k = 0; k < fields; ++k) {
    const unsigned wordInBlock = k * blockDim.x + threadIdx.x;
    const size_t word = firstWord + wordInBlock;
    if (word < records * fields) {
      out[word] = factors[wordInBlock % fields] * in[word];
    }
  }
}

// One array a field, one after the other: field f of record i is at f * records + i.
__global__ void scaleArrays(const float* in, float* out, const float* factors, size_t records) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < records) {
    for (unsigned field = 0; field < fields; ++field) {
      out[field * records + i] = factors[field] * in[field * records + i];
    }
  }
}

// A different value at every index below 2^24, and no pattern that a wrong index could reproduce.
__host__ __device__ float inputValue(size_t index) {
  const uint32_t mixed = static_cast<uint32_t>(index) * 2654435761u;
  return static_cast<float>(mixed >> 8);
}

// Fills the input where it lies: at the largest stride it is too long to bring over from the host.
__global__ void fill(float* values, size_t count) {
  const size_t step = gridDim.x * static_cast<size_t>(blockDim.x);
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < count; i += step) {
    values[i] = inputValue(i);
  }
}

// ---- part one: counting on paper -----------------------------------------------------------------------------------

// Sectors that 32 lanes touch when lane l reads the 4 bytes at byteOf(l) of a buffer that starts a sector.
template <typename ByteOf>
size_t countSectors(ByteOf byteOf) {
  std::set<size_t> sectors;
  for (unsigned lane = 0; lane < warpLanes; ++lane) {
    sectors.insert(byteOf(lane) / sectorBytes);
  }
  return sectors.size();
}

void countOnPaper() {
  std::printf("\n32 lanes, 4 bytes each, 128 useful bytes: sectors of %zu bytes, counted from the addresses\n",
              sectorBytes);
  std::printf("%-34s %8s %8s %8s\n", "lane l reads float", "sectors", "bytes", "useful");
  const auto row = [](const char* pattern, auto floatOf) {
    const size_t sectors = countSectors([&](unsigned lane) { return sizeof(float) * floatOf(lane); });
    const size_t bytes = sectors * sectorBytes;
    std::printf("%-34s %8zu %8zu %7.1f%%\n", pattern, sectors, bytes,
                100.0 * warpLanes * sizeof(float) / static_cast<double>(bytes));
  };
  row("l", [](size_t l) { return l; });
  row("31 - l, backwards", [](size_t l) { return 31 - l; });
  row("l + 1, shifted", [](size_t l) { return l + 1; });
  row("2 l", [](size_t l) { return 2 * l; });
  row("3 l", [](size_t l) { return 3 * l; });
  row("4 l", [](size_t l) { return 4 * l; });
  row("8 l, a field of 32-byte records", [](size_t l) { return 8 * l; });
  row("32 l", [](size_t l) { return 32 * l; });
}

// ---- host --------------------------------------------------------------------------------------------------------

// Median of `runs` event timings of launch(), in milliseconds. Launch every kernel of a comparison once before the
// first call: the first launch also loads code and raises clocks.
template <typename Launch>
float timeKernel(int runs, Launch launch) {
  cudaEvent_t start = nullptr;
  cudaEvent_t stop = nullptr;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));
  std::vector<float> milliseconds(static_cast<size_t>(runs));
  for (float& elapsed : milliseconds) {
    CUDA_CHECK(cudaEventRecord(start));
    launch();
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&elapsed, start, stop));
  }
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  std::sort(milliseconds.begin(), milliseconds.end());
  return milliseconds[milliseconds.size() / 2];
}

// One length: n floats out, and an input that is long enough for the largest stride. The records of part four use the
// first n / 8 * 8 floats of both.
struct Problem {
  size_t n = 0;
  size_t records = 0;
  size_t inputLength = 0;
  float* in = nullptr;
  float* out = nullptr;
  float* factors = nullptr;  // one a field: 1, 2, ... 8
};

// What is compared: how to run it, how many floats it writes, what float w of the output must be, and the sectors that
// one load of a warp touches, counted on paper (0 where loads differ).
struct Contender {
  const char* name;
  void (*run)(const Problem&);
  size_t (*length)(const Problem&);
  float (*expected)(size_t w, const Problem&);
  size_t sectorsALoad = 0;
};

unsigned blocksFor(size_t threads) { return static_cast<unsigned>((threads + blockThreads - 1) / blockThreads); }

template <unsigned stride, unsigned offset>
Contender gatherBy(const char* name) {
  return {name, [](const Problem& p) { gather<stride, offset><<<blocksFor(p.n), blockThreads>>>(p.in, p.out, p.n); },
          [](const Problem& p) { return p.n; },
          [](size_t w, const Problem&) { return inputValue(w * stride + offset); },
          countSectors([](size_t lane) { return sizeof(float) * (lane * stride + offset); })};
}

size_t recordWords(const Problem& p) { return p.records * fields; }

float scaledWord(size_t w, const Problem&) { return static_cast<float>(w % fields + 1) * inputValue(w); }

const std::vector<Contender> strides = {
    gatherBy<1, 0>("stride 1"), gatherBy<1, 1>("stride 1, shifted by 1"),
    gatherBy<2, 0>("stride 2"), gatherBy<4, 0>("stride 4"),
    gatherBy<8, 0>("stride 8"),
};

const std::vector<Contender> thirds = {gatherBy<1, 0>("copy"), gatherBy<3, 0>("every third")};

const std::vector<Contender> layouts = {
    {"copy",
     [](const Problem& p) { gather<1, 0><<<blocksFor(recordWords(p)), blockThreads>>>(p.in, p.out, recordWords(p)); },
     recordWords, [](size_t w, const Problem&) { return inputValue(w); }},
    {"records, a thread each",
     [](const Problem& p) {
       scaleRecords<<<blocksFor(p.records), blockThreads>>>(reinterpret_cast<const Particle*>(p.in),
                                                            reinterpret_cast<Particle*>(p.out), p.factors, p.records);
     },
     recordWords, scaledWord},
    {"records, a lane a word",
     [](const Problem& p) { scaleWords<<<blocksFor(p.records), blockThreads>>>(p.in, p.out, p.factors, p.records); },
     recordWords, scaledWord},
    {"an array a field",
     [](const Problem& p) { scaleArrays<<<blocksFor(p.records), blockThreads>>>(p.in, p.out, p.factors, p.records); },
     recordWords, [](size_t w, const Problem& p) { return static_cast<float>(w / p.records + 1) * inputValue(w); }},
};

Problem makeProblem(size_t n) {
  Problem problem;
  problem.n = n;
  problem.records = n / fields;
  problem.inputLength = n * largestStride + 1;
  CUDA_CHECK(cudaMalloc(&problem.in, problem.inputLength * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&problem.out, n * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&problem.factors, fields * sizeof(float)));
  fill<<<4096, blockThreads>>>(problem.in, problem.inputLength);
  CUDA_CHECK_LAUNCH();
  float factors[fields];
  for (unsigned field = 0; field < fields; ++field) {
    factors[field] = static_cast<float>(field + 1);
  }
  CUDA_CHECK(cudaMemcpy(problem.factors, factors, sizeof(factors), cudaMemcpyHostToDevice));
  return problem;
}

void freeProblem(Problem& problem) {
  CUDA_CHECK(cudaFree(problem.in));
  CUDA_CHECK(cudaFree(problem.out));
  CUDA_CHECK(cudaFree(problem.factors));
}

// Runs the contender over an output of NaNs and compares every element; prints the first difference.
bool verify(const Contender& contender, const Problem& problem) {
  CUDA_CHECK(cudaMemset(problem.out, 0xFF, problem.n * sizeof(float)));
  contender.run(problem);
  CUDA_CHECK_LAUNCH();
  const size_t length = contender.length(problem);
  std::vector<float> output(length);
  CUDA_CHECK(cudaMemcpy(output.data(), problem.out, length * sizeof(float), cudaMemcpyDeviceToHost));
  size_t wrong = 0;
  for (size_t w = 0; w < length; ++w) {
    const float expected = contender.expected(w, problem);
    if (output[w] == expected) {  // false for a NaN
      continue;
    }
    if (wrong == 0) {
      std::printf("%s: wrong at float %zu: got %g, expected %g\n", contender.name, w, static_cast<double>(output[w]),
                  static_cast<double>(expected));
    }
    ++wrong;
  }
  if (wrong != 0) {
    std::printf("%s: %zu of %zu elements wrong\n", contender.name, wrong, length);
  }
  return wrong == 0;
}

// Verifies every contender and runs it once more, so that the next thing can be its time.
bool prepare(const std::vector<Contender>& contenders, const Problem& problem) {
  bool allRight = true;
  for (const Contender& contender : contenders) {
    allRight = verify(contender, problem) && allRight;
  }
  for (const Contender& contender : contenders) {
    contender.run(problem);
  }
  CUDA_CHECK_LAUNCH();
  std::printf("%s\n", allRight ? "all kernels right at every element" : "no times: a wrong kernel has none");
  return allRight;
}

// GB means 1e9 bytes throughout.
double gigabytesPerSecond(size_t bytes, float milliseconds) {
  return static_cast<double>(bytes) / (static_cast<double>(milliseconds) * 1e6);
}

// Times of contenders that all need `bytes`: a table with each one's ratio to the first. Where the sectors were counted
// on paper, also what the loads and the coalesced stores move, in bytes and by the time.
bool compare(const std::vector<Contender>& contenders, const Problem& problem, size_t bytes) {
  if (!prepare(contenders, problem)) {
    return false;
  }
  const bool counted = contenders.front().sectorsALoad != 0;
  std::printf("%-24s %10s %14s %8s", "kernel", "time", "useful", "ratio");
  std::printf(counted ? " %14s %12s %14s\n" : "\n", "sectors a load", "moved", "moved");
  float first = 0.0f;
  for (const Contender& contender : contenders) {
    const float milliseconds = timeKernel(timedRuns, [&] { contender.run(problem); });
    first = first == 0.0f ? milliseconds : first;
    std::printf("%-24s %7.4f ms %9.1f GB/s %7.2fx", contender.name, static_cast<double>(milliseconds),
                gigabytesPerSecond(bytes, milliseconds),
                static_cast<double>(milliseconds) / static_cast<double>(first));
    if (counted) {
      const size_t requests = (problem.n + warpLanes - 1) / warpLanes;
      const size_t moved = requests * contender.sectorsALoad * sectorBytes + problem.n * sizeof(float);
      std::printf(" %14zu %9.1f MB %9.1f GB/s", contender.sectorsALoad, static_cast<double>(moved) / 1e6,
                  gigabytesPerSecond(moved, milliseconds));
    }
    std::printf("\n");
  }
  return true;
}

// Part three. The kernel keeps a third of 3 n floats. Three ways to count its bytes; the time is the same.
bool countTheThird(const Problem& problem) {
  std::printf("\nevery third of %zu floats is kept\n", 3 * problem.n);
  if (!prepare(thirds, problem)) {
    return false;
  }
  const float copyTime = timeKernel(timedRuns, [&] { thirds[0].run(problem); });
  const float time = timeKernel(timedRuns, [&] { thirds[1].run(problem); });
  const double copyBandwidth = gigabytesPerSecond(2 * problem.n * sizeof(float), copyTime);
  std::printf("copy of %zu floats: %.4f ms, %.1f GB/s\n", problem.n, static_cast<double>(copyTime), copyBandwidth);
  std::printf("every third: %.4f ms\n", static_cast<double>(time));
  const auto row = [&](const char* how, size_t floats) {
    const double bandwidth = gigabytesPerSecond(floats * sizeof(float), time);
    std::printf("%-44s %8.1f MB %9.1f GB/s %8.2f of the copy's\n", how,
                static_cast<double>(floats * sizeof(float)) / 1e6, bandwidth, bandwidth / copyBandwidth);
  };
  row("as published: all read, all written", 6 * problem.n);
  row("corrected: all read, a third written", 4 * problem.n);
  row("useful: a third read, a third written", 2 * problem.n);
  return true;
}

bool measure(size_t n, const char* label) {
  Problem problem = makeProblem(n);
  const size_t bytes = 2 * n * sizeof(float);
  std::printf("\n%zu floats, %s: %.1f MB useful in every row; grid %u, block %u\n", n, label,
              static_cast<double>(bytes) / 1e6, blocksFor(n), blockThreads);
  bool allRight = compare(strides, problem, bytes);

  allRight = countTheThird(problem) && allRight;

  const size_t recordBytes = 2 * recordWords(problem) * sizeof(float);
  std::printf("\n%zu records of %u floats: %.1f MB read and written by each kernel; grid %u, block %u\n",
              problem.records, fields, static_cast<double>(recordBytes) / 1e6, blocksFor(problem.records),
              blockThreads);
  allRight = compare(layouts, problem, recordBytes) && allRight;
  freeProblem(problem);
  return allRight;
}

// The output is short for a card whose L2 holds a quarter of it or more: its times say more about L2 than about memory.
bool isSmallFor(const cudaDeviceProp& card, size_t n) {
  return static_cast<size_t>(card.l2CacheSize) >= n * sizeof(float) / 4;
}

bool parseSize(const char* text, size_t& size) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  size = static_cast<size_t>(value);
  return *text >= '1' && *text <= '9' && *end == '\0' && value <= std::numeric_limits<uint32_t>::max() &&
         size >= fields;
}

int main(int argc, char** argv) {
  size_t n = publishedLength;
  const bool chosenSize = argc == 2;
  if (argc > 2 || (chosenSize && !parseSize(argv[1], n))) {
    std::fprintf(stderr, "usage: %s [FLOATS], at least %u\n", argv[0], fields);
    return 2;
  }

  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  int driver = 0;
  int runtime = 0;
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  std::printf("%s, compute capability %d.%d, %d multiprocessors, L2 %.1f MiB\n", card.name, card.major, card.minor,
              card.multiProcessorCount, static_cast<double>(card.l2CacheSize) / (1024.0 * 1024.0));
  std::printf("CUDA driver %d.%d, runtime %d.%d; times are medians of %d event timings\n", driver / 1000,
              driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10, timedRuns);

  int memoryKilohertz = 0;
  int busBits = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&memoryKilohertz, cudaDevAttrMemoryClockRate, 0));
  CUDA_CHECK(cudaDeviceGetAttribute(&busBits, cudaDevAttrGlobalMemoryBusWidth, 0));
  std::printf("memory: %d bits at %.0f MHz, two words a clock: %.1f GB/s at most\n", busBits,
              static_cast<double>(memoryKilohertz) / 1e3,
              2.0 * static_cast<double>(memoryKilohertz) * 1e3 * static_cast<double>(busBits) / 8.0 / 1e9);

  countOnPaper();

  bool allRight = measure(n, chosenSize ? "the chosen length" : "the published length");
  if (!chosenSize && isSmallFor(card, n)) {
    std::printf(
        "\nThis card's L2 holds a quarter of those floats or more, so the times above are of L2 as much as of "
        "memory.\n");
    const size_t last = std::size(largerLengths) - 1;
    size_t pick = 0;
    while (pick < last && isSmallFor(card, largerLengths[pick])) {
      ++pick;
    }
    allRight = measure(largerLengths[pick], "the longer vector, for this card's L2") && allRight;
  }

  std::printf("\n%s\n", allRight ? "everything was right" : "something was wrong");
  return allRight ? 0 : 1;
}
