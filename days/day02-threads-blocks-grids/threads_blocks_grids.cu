// Day 2: threads, blocks, grids.
//
// Every thread of a launch has a place: a block in the grid and a thread in the block, each with x, y and z. This
// program turns places into numbers, has every thread write its own, and counts what came out:
//
//   numbering  one block of 4 x 2 x 3 threads: which (x, y, z) has which number
//   cover      a matrix of 5 x 7 under blocks of 4 x 2: which block reaches which cell, and how many threads miss
//   volume     5 x 33 x 40 cells under six block shapes of 256 threads: threads outside, and rows that a warp reaches
//   limits     launches at the limits of a block and of a grid, and one past each
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 threads_blocks_grids.cu -o threads_blocks_grids
// Run     ./threads_blocks_grids             the sizes above
//         ./threads_blocks_grids 9 50 70     depth, rows and columns of your choice for the volume
//
// The exit status is 0 when everything was right, 1 when anything was not, 2 when the arguments make no sense.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <set>
#include <vector>

// The two macros that day 3 is about: they stop the program at the first CUDA error.
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

constexpr unsigned warpThreads = 32;
constexpr unsigned blockThreads = 256;  // of every block shape in the third part
constexpr size_t volumeDepth = 5;
constexpr size_t volumeRows = 33;
constexpr size_t volumeCols = 40;
constexpr uint32_t nobody = std::numeric_limits<uint32_t>::max();

static_assert(volumeRows % 4 != 0 && volumeDepth % 2 != 0, "the last blocks must stick out");

// ---- kernels ---------------------------------------------------------------------------------------------------

struct Place {
  unsigned x, y, z;
};

// The number of a thread in its block, x fastest: the order in which 32 of them make a warp.
__device__ unsigned numberInBlock() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }

// The number of a block in its grid, by the same rule.
__device__ unsigned numberInGrid() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }

// One block. places has room for all of its threads.
__global__ void recordPlaces(Place* places) { places[numberInBlock()] = {threadIdx.x, threadIdx.y, threadIdx.z}; }

// cells: rows x cols, row by row; each gets the number of the block whose thread stands on it.
__global__ void markCells(uint32_t* cells, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  if (row < rows && col < cols) {
    cells[row * cols + col] = numberInGrid();
  }
}

// threads: one element a thread of the launch, in the order of blocks and of threads in them. Each gets the flat index
// of the cell that its thread stands on, or `outside`.
__global__ void recordCells(uint32_t* threads, size_t depth, size_t rows, size_t cols, uint32_t outside) {
  const size_t x = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t y = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  const size_t z = blockIdx.z * static_cast<size_t>(blockDim.z) + threadIdx.z;
  const size_t threadsOfBlock = static_cast<size_t>(blockDim.x) * blockDim.y * blockDim.z;
  const size_t self = numberInGrid() * threadsOfBlock + numberInBlock();
  const bool inside = z < depth && y < rows && x < cols;
  threads[self] = inside ? static_cast<uint32_t>((z * rows + y) * cols + x) : outside;
}

__global__ void nothing() {}

// ---- host ------------------------------------------------------------------------------------------------------

// A device array of `count` elements, all `nobody`, that is copied back and freed by take().
template <typename T>
struct DeviceArray {
  explicit DeviceArray(size_t count) : count(count) {
    CUDA_CHECK(cudaMalloc(&data, count * sizeof(T)));
    CUDA_CHECK(cudaMemset(data, 0xFF, count * sizeof(T)));
  }

  std::vector<T> take() {
    std::vector<T> host(count);
    CUDA_CHECK(cudaMemcpy(host.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(data));
    return host;
  }

  size_t count;
  T* data = nullptr;
};

unsigned ceilDivide(size_t count, unsigned by) { return static_cast<unsigned>((count + by - 1) / by); }

// True when thread number n of a 4 x 2 x 3 block stands at x = n mod 4, y = n / 4 mod 2, z = n / 8.
bool showNumbering() {
  const dim3 block(4, 2, 3);
  const unsigned count = block.x * block.y * block.z;
  DeviceArray<Place> places(count);
  recordPlaces<<<1, block>>>(places.data);
  CUDA_CHECK_LAUNCH();
  const std::vector<Place> found = places.take();

  std::printf("\nnumbering: one block of %u x %u x %u threads, number at (x, y, z)\n", block.x, block.y, block.z);
  bool right = true;
  for (unsigned number = 0; number < count; ++number) {
    const Place place = found[number];
    right = right && place.x == number % 4 && place.y == number / 4 % 2 && place.z == number / 8;
    std::printf("%s%2u (%u, %u, %u)", number % block.x == 0 ? "  " : "   ", number, place.x, place.y, place.z);
    if (number % block.x == block.x - 1) {
      std::printf("\n");
    }
  }
  return right;
}

// True when every cell was reached by the block whose rectangle it lies in.
bool showCover() {
  constexpr size_t rows = 5, cols = 7;
  const dim3 block(4, 2);
  const dim3 grid(ceilDivide(cols, block.x), ceilDivide(rows, block.y));
  DeviceArray<uint32_t> cells(rows * cols);
  markCells<<<grid, block>>>(cells.data, rows, cols);
  CUDA_CHECK_LAUNCH();
  const std::vector<uint32_t> found = cells.take();

  const size_t launched = size_t{grid.x} * grid.y * block.x * block.y;
  std::printf("\ncover: %zu x %zu cells, blocks of %u x %u, grid of %u x %u; the block of each cell\n", rows, cols,
              block.x, block.y, grid.x, grid.y);
  bool right = true;
  for (size_t row = 0; row < rows; ++row) {
    std::printf(" ");
    for (size_t col = 0; col < cols; ++col) {
      std::printf(" %u", found[row * cols + col]);
      right = right && found[row * cols + col] == row / block.y * grid.x + col / block.x;
    }
    std::printf("\n");
  }
  std::printf("  %zu threads for %zu cells: %zu stand outside\n", launched, rows * cols, launched - rows * cols);
  return right;
}

// What one launch over the volume did, as the threads themselves recorded it.
struct VolumeCount {
  size_t launched = 0, inside = 0;
  size_t mostRows = 0;  // that the threads of one warp stand on
  bool everyCellOnce = false;
};

VolumeCount countVolume(dim3 block, dim3 grid, size_t depth, size_t rows, size_t cols) {
  VolumeCount count;
  count.launched = size_t{grid.x} * grid.y * grid.z * blockThreads;
  DeviceArray<uint32_t> threads(count.launched);
  recordCells<<<grid, block>>>(threads.data, depth, rows, cols, nobody);
  CUDA_CHECK_LAUNCH();
  const std::vector<uint32_t> cellOf = threads.take();

  std::vector<unsigned> visits(depth * rows * cols);
  for (size_t warp = 0; warp < count.launched / warpThreads; ++warp) {
    std::set<size_t> rowsOfWarp;
    for (size_t lane = 0; lane < warpThreads; ++lane) {
      const uint32_t cell = cellOf[warp * warpThreads + lane];
      if (cell == nobody) {
        continue;
      }
      ++count.inside;
      ++visits[cell];
      rowsOfWarp.insert(cell / cols);
    }
    count.mostRows = std::max(count.mostRows, rowsOfWarp.size());
  }
  count.everyCellOnce = std::all_of(visits.begin(), visits.end(), [](unsigned times) { return times == 1; });
  return count;
}

// True when under every block shape each cell has exactly one thread.
bool showVolume(size_t depth, size_t rows, size_t cols) {
  const dim3 blocks[] = {dim3(256, 1, 1), dim3(64, 4, 1), dim3(32, 8, 1),
                         dim3(32, 4, 2),  dim3(8, 8, 4),  dim3(4, 4, 16)};
  std::printf("\nvolume: %zu x %zu x %zu cells (depth, rows, columns), blocks of %u threads\n", depth, rows, cols,
              blockThreads);
  std::printf("%-12s %-12s %8s %8s %8s %8s %12s  %s\n", "block x,y,z", "grid x,y,z", "blocks", "threads", "outside",
              "inside", "rows a warp", "every cell once");
  bool right = true;
  for (const dim3& block : blocks) {
    const dim3 grid(ceilDivide(cols, block.x), ceilDivide(rows, block.y), ceilDivide(depth, block.z));
    const VolumeCount count = countVolume(block, grid, depth, rows, cols);
    char blockText[40], gridText[40];
    std::snprintf(blockText, sizeof(blockText), "%u,%u,%u", block.x, block.y, block.z);
    std::snprintf(gridText, sizeof(gridText), "%u,%u,%u", grid.x, grid.y, grid.z);
    std::printf("%-12s %-12s %8u %8zu %8zu %7.1f%% %12zu  %s\n", blockText, gridText, grid.x * grid.y * grid.z,
                count.launched, count.launched - count.inside,
                100.0 * static_cast<double>(count.inside) / static_cast<double>(count.launched), count.mostRows,
                count.everyCellOnce ? "yes" : "NO");
    right = right && count.everyCellOnce;
  }
  return right;
}

struct LimitProbe {
  const char* what;
  dim3 grid, block;
  bool legal;
};

// True when the card takes what the tables say it takes, and refuses the rest.
bool probeLimits() {
  const LimitProbe probes[] = {
      {"1,024 threads a block: 32 x 32 x 1", dim3(1), dim3(32, 32, 1), true},
      {"1,056 threads a block: 33 x 32 x 1", dim3(1), dim3(33, 32, 1), false},
      {"64 threads in z", dim3(1), dim3(1, 1, 64), true},
      {"65 threads in z", dim3(1), dim3(1, 1, 65), false},
      {"65,535 blocks in y", dim3(1, 65535), dim3(1), true},
      {"65,536 blocks in y", dim3(1, 65536), dim3(1), false},
      {"65,535 blocks in z", dim3(1, 1, 65535), dim3(1), true},
      {"65,536 blocks in z", dim3(1, 1, 65536), dim3(1), false},
      {"65,536 blocks in x", dim3(65536), dim3(1), true},
      {"0 blocks in x", dim3(0), dim3(1), false},
  };
  std::printf("\nlimits: what a launch may ask for\n");
  bool right = true;
  for (const LimitProbe& probe : probes) {
    nothing<<<probe.grid, probe.block>>>();
    const cudaError_t answer = cudaGetLastError();
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("  %-36s %s\n", probe.what, cudaGetErrorString(answer));
    right = right && (answer == cudaSuccess) == probe.legal;
  }
  return right;
}

bool parseSize(const char* text, size_t& size) {
  char* end = nullptr;
  const unsigned long value = std::strtoul(text, &end, 10);
  size = static_cast<size_t>(value);
  return *text >= '1' && *text <= '9' && *end == '\0' && value <= 1024;
}

int main(int argc, char** argv) {
  size_t depth = volumeDepth, rows = volumeRows, cols = volumeCols;
  const bool chosen = argc == 4;
  if ((argc != 1 && argc != 4) ||
      (chosen && !(parseSize(argv[1], depth) && parseSize(argv[2], rows) && parseSize(argv[3], cols)))) {
    std::fprintf(stderr, "usage: %s [DEPTH ROWS COLS], each from 1 to 1024\n", argv[0]);
    return 2;
  }
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("%s, compute capability %d.%d, warps of %d threads, at most %d threads a block\n", card.name, card.major,
              card.minor, card.warpSize, card.maxThreadsPerBlock);

  bool allRight = showNumbering();
  allRight = showCover() && allRight;
  allRight = showVolume(depth, rows, cols) && allRight;
  allRight = probeLimits() && allRight;
  std::printf("\n%s\n", allRight ? "everything was right" : "something was wrong");
  return allRight ? 0 : 1;
}
