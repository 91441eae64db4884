// Day 8: rows, columns and grid limits.
//
// A matrix is flipped upside down, out[rows - 1 - r][c] = in[r][c], by four ways to lay threads over it:
//
//   rows on y       row from blockIdx.y, column from blockIdx.x: the usual one, and the one that ends at grid y's limit
//   rows on x       row from blockIdx.x, column from blockIdx.y: the limit has moved to the columns
//   loop on y       rows on y, at most 65,535 blocks, each thread goes on by the rows of the whole grid
//   flat            one index for all elements; row and column by division
//
// on a small matrix that is printed, on 2003 x 3001, on the tallest matrix that rows on y can do and one row more, and
// on a wide one. Then a probe launches an empty kernel at the grid limits.
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 two_d_grids.cu -o two_d_grids
// Run     ./two_d_grids              all shapes
//         ./two_d_grids 611 613      rows and columns of your choice instead of 2003 x 3001
//
// Every result is compared with a CPU reference at every element. The exit status is 0 when everything was as it should
// be, 1 when anything was not, 2 when the arguments make no sense.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
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

constexpr unsigned blockCols = 32;
constexpr unsigned blockRows = 8;
constexpr unsigned gridLimitY = 65535;  // of y and of z, on every card (FACT-SHEET.md section 2)

constexpr size_t middleRows = 2003;
constexpr size_t middleCols = 3001;
constexpr size_t tallestRows = static_cast<size_t>(gridLimitY) * blockRows;  // 524,280
constexpr size_t widestCols = static_cast<size_t>(gridLimitY) * blockCols;   // 2,097,120

static_assert(middleRows % blockRows != 0 && middleCols % blockCols != 0, "both edges must have partial blocks");

// ---- kernels: in and out are rows x cols, row-major ----------------------------------------------------------------

__global__ void flipRowsOnY(const float* in, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row < rows && col < cols) {
    out[(rows - 1 - row) * cols + col] = in[row * cols + col];
  }
}

__global__ void flipRowsOnX(const float* in, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.y) + threadIdx.y;
  const size_t col = blockIdx.y * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row < rows && col < cols) {
    out[(rows - 1 - row) * cols + col] = in[row * cols + col];
  }
}

__global__ void flipLoopOnY(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t rowStride = static_cast<size_t>(gridDim.y) * blockDim.y;
  for (size_t row = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y; row < rows; row += rowStride) {
    if (col < cols) {
      out[(rows - 1 - row) * cols + col] = in[row * cols + col];
    }
  }
}

__global__ void flipFlat(const float* in, float* out, size_t rows, size_t cols) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < rows * cols) {
    const size_t row = i / cols;
    const size_t col = i % cols;
    out[(rows - 1 - row) * cols + col] = in[i];
  }
}

__global__ void nothing() {}

// ---- host --------------------------------------------------------------------------------------------------------

using KernelFunction = void (*)(const float*, float*, size_t, size_t);

struct Layout {
  const char* name;
  KernelFunction kernel;
  dim3 (*grid)(size_t rows, size_t cols);
  dim3 block;
};

unsigned pieces(size_t count, size_t size) { return static_cast<unsigned>((count + size - 1) / size); }

dim3 gridRowsOnY(size_t rows, size_t cols) { return dim3(pieces(cols, blockCols), pieces(rows, blockRows)); }
dim3 gridRowsOnX(size_t rows, size_t cols) { return dim3(pieces(rows, blockRows), pieces(cols, blockCols)); }
dim3 gridLoopOnY(size_t rows, size_t cols) {
  return dim3(pieces(cols, blockCols), std::min(pieces(rows, blockRows), gridLimitY));
}
dim3 gridFlat(size_t rows, size_t cols) { return dim3(pieces(rows * cols, blockCols * blockRows)); }

const Layout layouts[] = {
    {"rows on y", flipRowsOnY, gridRowsOnY, dim3(blockCols, blockRows)},
    {"rows on x", flipRowsOnX, gridRowsOnX, dim3(blockCols, blockRows)},
    {"loop on y", flipLoopOnY, gridLoopOnY, dim3(blockCols, blockRows)},
    {"flat", flipFlat, gridFlat, dim3(blockCols* blockRows)},
};

// A different value at every index below 2^24.
float inputValue(size_t index) {
  const uint32_t mixed = static_cast<uint32_t>(index) * 2654435761u;
  return static_cast<float>(mixed >> 8);
}

struct Matrix {
  size_t rows = 0;
  size_t cols = 0;
  std::vector<float> input;
  float* in = nullptr;
  float* out = nullptr;

  size_t count() const { return rows * cols; }
  size_t bytes() const { return count() * sizeof(float); }
};

Matrix makeMatrix(size_t rows, size_t cols, float (*value)(size_t)) {
  Matrix matrix;
  matrix.rows = rows;
  matrix.cols = cols;
  matrix.input.resize(matrix.count());
  for (size_t i = 0; i < matrix.count(); ++i) {
    matrix.input[i] = value(i);
  }
  CUDA_CHECK(cudaMalloc(&matrix.in, matrix.bytes()));
  CUDA_CHECK(cudaMalloc(&matrix.out, matrix.bytes()));
  CUDA_CHECK(cudaMemcpy(matrix.in, matrix.input.data(), matrix.bytes(), cudaMemcpyHostToDevice));
  return matrix;
}

void freeMatrix(Matrix& matrix) {
  CUDA_CHECK(cudaFree(matrix.in));
  CUDA_CHECK(cudaFree(matrix.out));
}

// Fills the output with NaNs. Without it, a launch that was refused would pass on what the last kernel left behind.
void resetOutput(const Matrix& matrix) { CUDA_CHECK(cudaMemset(matrix.out, 0xFF, matrix.bytes())); }

std::vector<float> fetchOutput(const Matrix& matrix) {
  std::vector<float> output(matrix.count());
  CUDA_CHECK(cudaMemcpy(output.data(), matrix.out, matrix.bytes(), cudaMemcpyDeviceToHost));
  return output;
}

// How many elements are right. A NaN never is.
size_t countRight(const Matrix& matrix) {
  const std::vector<float> output = fetchOutput(matrix);
  size_t right = 0;
  for (size_t row = 0; row < matrix.rows; ++row) {
    for (size_t col = 0; col < matrix.cols; ++col) {
      const float expected = matrix.input[row * matrix.cols + col];
      right += output[(matrix.rows - 1 - row) * matrix.cols + col] == expected ? 1u : 0u;
    }
  }
  return right;
}

// Elements that no longer hold the NaN of resetOutput.
size_t countWritten(const Matrix& matrix) {
  const std::vector<float> output = fetchOutput(matrix);
  size_t written = 0;
  for (const float value : output) {
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    written += bits != std::numeric_limits<uint32_t>::max() ? 1u : 0u;
  }
  return written;
}

bool fits(const dim3& grid) { return grid.y <= gridLimitY && grid.z <= gridLimitY; }

// One row a layout. True when a launch is refused exactly where its grid breaks a limit, and right everywhere else.
bool compare(const Matrix& matrix) {
  std::printf("\n%zu x %zu, %zu elements\n", matrix.rows, matrix.cols, matrix.count());
  std::printf("%-10s %14s %12s %7s  %s\n", "layout", "grid", "threads", "busy", "result");
  bool asExpected = true;
  for (const Layout& layout : layouts) {
    const dim3 grid = layout.grid(matrix.rows, matrix.cols);
    const dim3 block = layout.block;
    const size_t threads = static_cast<size_t>(grid.x) * grid.y * grid.z * block.x * block.y * block.z;
    resetOutput(matrix);
    layout.kernel<<<grid, block>>>(matrix.in, matrix.out, matrix.rows, matrix.cols);
    const cudaError_t launchError = cudaGetLastError();
    CUDA_CHECK(cudaDeviceSynchronize());
    char gridText[32];
    std::snprintf(gridText, sizeof(gridText), "%u x %u", grid.x, grid.y);
    const double busy = std::min(1.0, static_cast<double>(matrix.count()) / static_cast<double>(threads));
    std::printf("%-10s %14s %12zu %6.1f%%  ", layout.name, gridText, threads, busy * 100.0);
    if (launchError != cudaSuccess) {
      const size_t written = countWritten(matrix);
      std::printf("%s, %zu elements written\n", cudaGetErrorString(launchError), written);
      asExpected = asExpected && !fits(grid) && written == 0;
    } else {
      const size_t right = countRight(matrix);
      std::printf("%zu elements right\n", right);
      asExpected = asExpected && fits(grid) && right == matrix.count();
    }
  }
  return asExpected;
}

// Value 10 r + c in row r, column c: a matrix whose values say where they belong.
float placeValue(size_t index) { return static_cast<float>(index / 5 * 10 + index % 5); }

// Prints a matrix of 3 x 5 before and after, and where its elements lie in memory.
bool showSmall() {
  Matrix matrix = makeMatrix(3, 5, placeValue);
  resetOutput(matrix);
  flipRowsOnY<<<gridRowsOnY(3, 5), dim3(blockCols, blockRows)>>>(matrix.in, matrix.out, 3, 5);
  CUDA_CHECK_LAUNCH();
  const std::vector<float> output = fetchOutput(matrix);
  std::printf("\n3 x 5, row-major: element (row, column) is at index row * 5 + column\n");
  for (size_t row = 0; row < 3; ++row) {
    std::printf("in ");
    for (size_t col = 0; col < 5; ++col) {
      std::printf(" %02.0f", static_cast<double>(matrix.input[row * 5 + col]));
    }
    std::printf("   out ");
    for (size_t col = 0; col < 5; ++col) {
      std::printf(" %02.0f", static_cast<double>(output[row * 5 + col]));
    }
    std::printf("   index %2zu to %2zu\n", row * 5, row * 5 + 4);
  }
  const bool right = countRight(matrix) == matrix.count();
  freeMatrix(matrix);
  return right;
}

struct Probe {
  dim3 grid;
  bool allowed;
};

// The empty kernel at and past each limit of y and z; x is far from its own.
bool probeLimits(const cudaDeviceProp& card) {
  std::printf("\ngrid limits of this card: x %d, y %d, z %d\n", card.maxGridSize[0], card.maxGridSize[1],
              card.maxGridSize[2]);
  const Probe probes[] = {
      {dim3(gridLimitY + 1, 1, 1), true}, {dim3(1, gridLimitY, 1), true},      {dim3(1, gridLimitY + 1, 1), false},
      {dim3(1, 1, gridLimitY), true},     {dim3(1, 1, gridLimitY + 1), false}, {dim3(0, 1, 1), false},
  };
  bool asExpected = true;
  for (const Probe& probe : probes) {
    nothing<<<probe.grid, 1>>>();
    const cudaError_t launchError = cudaGetLastError();
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("grid %5u x %5u x %5u: %s\n", probe.grid.x, probe.grid.y, probe.grid.z,
                cudaGetErrorString(launchError));
    asExpected = asExpected && (launchError == cudaSuccess) == probe.allowed;
  }
  return asExpected;
}

bool parseSize(const char* text, size_t& size) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  size = static_cast<size_t>(value);
  return *text >= '1' && *text <= '9' && *end == '\0' && value <= std::numeric_limits<uint32_t>::max();
}

int main(int argc, char** argv) {
  size_t rows = middleRows;
  size_t cols = middleCols;
  if ((argc != 1 && argc != 3) || (argc == 3 && !(parseSize(argv[1], rows) && parseSize(argv[2], cols)))) {
    std::fprintf(stderr, "usage: %s [ROWS COLS]\n", argv[0]);
    return 2;
  }
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("%s, compute capability %d.%d\n", card.name, card.major, card.minor);

  bool allRight = showSmall();
  struct Shape {
    size_t rows, cols;
  };
  const Shape shapes[] = {{rows, cols}, {tallestRows, 3}, {tallestRows + 1, 3}, {3, widestCols + 1}};
  for (const Shape& shape : shapes) {
    Matrix matrix = makeMatrix(shape.rows, shape.cols, inputValue);
    allRight = compare(matrix) && allRight;
    freeMatrix(matrix);
  }
  allRight = probeLimits(card) && allRight;

  std::printf("\n%s\n", allRight ? "everything was right" : "something was wrong");
  return allRight ? 0 : 1;
}
