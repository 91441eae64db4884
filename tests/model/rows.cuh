#pragma once
// The table of kernels whose times the model is compared with. A row's copy is counted::copyRow of the row's size.
#include <functional>
#include <string>
#include <vector>

#include "programs.cuh"
#include "units.cuh"

struct Size {
  const char* name;
  std::size_t rows, cols;
  std::size_t count() const { return rows * cols; }
};
constexpr Size sizes[] = {{"2003x3001", 2003, 3001}, {"4099x4111", 4099, 4111}, {"8191x8209", 8191, 8209}};
enum SizeIndex { small, middle, large };
constexpr std::size_t widest = 8;  // times as long as `out` is the input, for strides

/// Buffers of one size; several sets rotate, so that none finds its data in the L2.
struct Set {
  float *in, *in2, *out;
};

struct Row {
  SizeIndex size;
  std::string name;
  std::function<void(const Set&)> launch;
  std::function<void(const Set&)> prepare = nullptr;  // before every launch, not timed
};

inline unsigned blocksFor(std::size_t n, std::size_t threads = 256) {
  return static_cast<unsigned>((n + threads - 1) / threads);
}

template <class T, class Operation>
Row repeatedRow(const char* name) {
  return {middle, name, [](const Set& s) { units::repeated<T, Operation><<<8192, 256>>>(s.in, s.out, 8192 * 256); }};
}

using Transpose = void (*)(const float*, float*, std::size_t, std::size_t);
inline Row transposeRow(SizeIndex size, const std::string& name, Transpose kernel) {
  const std::size_t rows = sizes[size].rows, cols = sizes[size].cols;
  const dim3 grid(blocksFor(cols, 32), blocksFor(rows, 32));
  return {size, name, [=](const Set& s) { kernel<<<grid, dim3(32, 8)>>>(s.in, s.out, rows, cols); }};
}

inline void addCounted(std::vector<Row>& rows) {
  using namespace counted;
  for (const SizeIndex size : {small, large}) {
    rows.push_back(transposeRow(size, "transNaive", transNaive));
    rows.push_back(transposeRow(size, "transTiled<0>", transTiled<0>));
    rows.push_back(transposeRow(size, "transTiled<1>", transTiled<1>));
    rows.push_back(transposeRow(size, "transSwizzle", transSwizzle));
  }
  const std::size_t n = sizes[large].count();
  rows.push_back({large, "copyVec4", [n](const Set& s) {
                    copyVec4<<<blocksFor(n / 4), 256>>>(reinterpret_cast<const float4*>(s.in),
                                                        reinterpret_cast<float4*>(s.out), n / 4);
                  }});
  for (const int stride : {1, 2, 4, 8, 16, 32})
    rows.push_back({large, "copyStride " + std::to_string(stride), [n, stride](const Set& s) {
                      copyStride<<<blocksFor(n / static_cast<std::size_t>(stride)), 256>>>(s.in, s.out, n, stride);
                    }});
  for (const int offset : {1, 8})
    rows.push_back({large, "copyOffset " + std::to_string(offset),
                    [n, offset](const Set& s) { copyOffset<<<blocksFor(n), 256>>>(s.in, s.out, n, offset); }});
  rows.push_back({large, "reduce v0", [n](const Set& s) { reduceV<0><<<blocksFor(n), 256>>>(s.in, s.out, n); }});
  rows.push_back({large, "reduce v1", [n](const Set& s) { reduceV<1><<<blocksFor(n), 256>>>(s.in, s.out, n); }});
  rows.push_back({large, "reduce v2", [n](const Set& s) { reduceV<2><<<blocksFor(n), 256>>>(s.in, s.out, n); }});
  rows.push_back({large, "reduce v3", [n](const Set& s) { reduceV<3><<<blocksFor(n), 256>>>(s.in, s.out, n); }});
  for (const int split : {0, 1, 16, 32})
    rows.push_back(
        {middle, "diverge " + std::to_string(split), [split](const Set& s) { diverge<<<8192, 256>>>(s.out, split); },
         [](const Set& s) { cudaMemcpyAsync(s.out, s.in, 8192 * 256 * sizeof(float), cudaMemcpyDeviceToDevice); }});
  constexpr int side = 1024;
  const auto grid = [](unsigned tile) { return dim3(side / tile, side / tile); };
  rows.push_back(
      {middle, "mmNaive 16", [=](const Set& s) { mmNaive<16><<<grid(16), dim3(16, 16)>>>(s.in, s.in2, s.out, side); }});
  rows.push_back(
      {middle, "mmTiled 16", [=](const Set& s) { mmTiled<16><<<grid(16), dim3(16, 16)>>>(s.in, s.in2, s.out, side); }});
  rows.push_back(
      {middle, "mmNaive 32", [=](const Set& s) { mmNaive<32><<<grid(32), dim3(32, 32)>>>(s.in, s.in2, s.out, side); }});
  rows.push_back(
      {middle, "mmTiled 32", [=](const Set& s) { mmTiled<32><<<grid(32), dim3(32, 32)>>>(s.in, s.in2, s.out, side); }});
}

template <unsigned stride, unsigned offset>
Row gatherRow(const char* name) {
  const std::size_t n = sizes[middle].count();
  return {middle, name, [n](const Set& s) { day11::gather<stride, offset><<<blocksFor(n), 256>>>(s.in, s.out, n); }};
}

inline void addDays(std::vector<Row>& rows) {
  const std::size_t n = sizes[middle].count(), few = sizes[small].count(), r = sizes[middle].rows,
                    c = sizes[middle].cols;
  rows.push_back({middle, "day 10, scale",
                  [n](const Set& s) { day10::scaleVector<<<blocksFor(n), 256>>>(3.0f, s.in, s.out, n); }});
  rows.push_back(
      {middle, "day 10, add", [n](const Set& s) { day10::addVectors<<<blocksFor(n), 256>>>(s.in, s.in2, s.out, n); }});
  rows.push_back({middle, "day 10, triad",
                  [n](const Set& s) { day10::triad<<<blocksFor(n), 256>>>(s.in, 3.0f, s.in2, s.out, n); }});
  rows.push_back(gatherRow<1, 0>("day 11, stride 1"));
  rows.push_back(gatherRow<1, 1>("day 11, stride 1, shifted"));
  rows.push_back(gatherRow<2, 0>("day 11, stride 2"));
  rows.push_back(gatherRow<3, 0>("day 11, stride 3"));
  rows.push_back(gatherRow<4, 0>("day 11, stride 4"));
  rows.push_back(gatherRow<8, 0>("day 11, stride 8"));
  const std::size_t records = n / day11::fields;
  rows.push_back({middle, "day 11, records, a thread each", [=](const Set& s) {
                    day11::scaleRecords<<<blocksFor(records), 256>>>(reinterpret_cast<const day11::Particle*>(s.in),
                                                                     reinterpret_cast<day11::Particle*>(s.out), s.in2,
                                                                     records);
                  }});
  rows.push_back({middle, "day 11, records, a lane a word",
                  [=](const Set& s) { day11::scaleWords<<<blocksFor(records), 256>>>(s.in, s.out, s.in2, records); }});
  rows.push_back({middle, "day 11, an array a field",
                  [=](const Set& s) { day11::scaleArrays<<<blocksFor(records), 256>>>(s.in, s.out, s.in2, records); }});
  for (const SizeIndex size : {small, middle}) {
    rows.push_back(transposeRow(size, "day 12, strided loads", day12::transposeStridedLoads));
    rows.push_back(transposeRow(size, "day 12, loads past L1", day12::transposeLoadsPastL1));
    rows.push_back(transposeRow(size, "day 12, split stride", day12::transposeSplitStride));
  }
  for (const unsigned warps : {1u, 8u, 32u})
    rows.push_back({middle, "day 14, barriers, warps " + std::to_string(warps), [warps](const Set& s) {
                      day14::barriersOnly<<<1, 32 * warps>>>(reinterpret_cast<unsigned*>(s.out), 2000);
                    }});
  rows.push_back({small, "day 14, tiles by 300 blocks", [few](const Set& s) {
                    const std::size_t tileCols = (3001 + 31) / 32, tileRows = (2003 + 31) / 32;
                    (void)few;
                    day14::transposeBoth<<<300, dim3(32, 8)>>>(s.in, s.out, 2003, 3001, tileCols, tileCols * tileRows);
                  }});
  for (const unsigned stride : {1u, 2u, 4u, 8u, 16u, 32u})
    rows.push_back({middle, "day 15, one block, stride " + std::to_string(stride), [stride](const Set& s) {
                      day15::readStrided<<<1, 1024>>>(reinterpret_cast<unsigned*>(s.out), stride);
                    }});
  rows.push_back(transposeRow(middle, "day 15, width 32", day15::transpose<32>));
  rows.push_back(transposeRow(middle, "day 15, width 33", day15::transpose<33>));
  rows.push_back(transposeRow(middle, "day 15, width 36", day15::transpose<36>));
  rows.push_back(transposeRow(middle, "day 15, width 40", day15::transpose<40>));
  rows.push_back(transposeRow(middle, "day 15, swizzle", day15::transposeSwizzle));
  for (const day16::Contender& contender : day16::padding)
    rows.push_back({middle, std::string("day 16, ") + contender.name, [contender](const Set& s) {
                      constexpr std::size_t side = 1024;
                      const unsigned tile = contender.blockSide;
                      contender.kernel<<<dim3(side / tile, side / tile), dim3(tile, tile)>>>(s.in, s.in2, s.out, side,
                                                                                             side, side);
                    }});
  rows.push_back({middle, "day 17, copy of four",
                  [n](const Set& s) { day17::copyFour<<<blocksFor(n, 1024), 256>>>(s.in, s.out, n); }});
  rows.push_back({middle, "day 17, loads from L1",
                  [](const Set& s) { day17::loadCached<<<2112, 256>>>(s.in, s.out, day17::cachedFloats / 2); }});
  rows.push_back(
      {middle, "day 17, multiply-adds", [](const Set& s) { day17::multiplyAdd<<<2112, 256>>>(s.out, 0.5f, 0.5f); }});
  rows.push_back({middle, "day 17, saxpy",
                  [n](const Set& s) { day17::saxpy<<<blocksFor(n), 256>>>(3.0f, s.in, s.in2, s.out, n); }});
  rows.push_back({middle, "day 17, short polynomial",
                  [n](const Set& s) { day17::polynomial<4><<<blocksFor(n), 256>>>(s.in, s.out, 0.5f, n); }});
  rows.push_back({middle, "day 17, long polynomial", [n](const Set& s) {
                    day17::polynomial<512><<<blocksFor(n / 16), 256>>>(s.in, s.out, 0.5f, n / 16);
                  }});
  rows.push_back({middle, "day 17, stencil", [r, c](const Set& s) {
                    day17::stencil<<<dim3(blocksFor(c, 32), blocksFor(r, 8)), dim3(32, 8)>>>(s.in, s.out, r, c);
                  }});
  rows.push_back({middle, "day 17, stencil, tiled", [r, c](const Set& s) {
                    day17::stencilTiled<<<dim3(blocksFor(c, 32), blocksFor(r, 8)), dim3(32, 8)>>>(s.in, s.out, r, c);
                  }});
  rows.push_back({middle, "day 17, matmul",
                  [](const Set& s) { day17::matmul<<<dim3(32, 32), dim3(32, 32)>>>(s.in, s.in2, s.out, 1021); }});
  rows.push_back({middle, "day 17, matmul, tiled",
                  [](const Set& s) { day17::matmulTiled<<<dim3(32, 32), dim3(32, 32)>>>(s.in, s.in2, s.out, 1021); }});
  for (const day18::Contender& contender : day18::contenders)
    rows.push_back({middle, std::string("day 18, ") + contender.name, [contender, n](const Set& s) {
                      contender.kernel<<<blocksFor(n / 4), 256>>>(s.in + contender.shift, s.out + contender.shift, n);
                    }});
  rows.push_back({middle, "day 19, weights global",
                  [n](const Set& s) { day19::convolveGlobal<<<blocksFor(n), 256>>>(s.in, s.in2, s.out, n); }});
  rows.push_back({middle, "day 19, weights read-only",
                  [n](const Set& s) { day19::convolveReadOnly<<<blocksFor(n), 256>>>(s.in, s.in2, s.out, n); }});
  rows.push_back({middle, "day 19, weights constant",
                  [n](const Set& s) { day19::convolveConstant<<<blocksFor(n), 256>>>(s.in, s.out, n); }});
  rows.push_back({middle, "day 19, weights parameter", [n](const Set& s) {
                    day19::convolveParameter<<<blocksFor(n), 256>>>(s.in, day19::Weights{}, s.out, n);
                  }});
  for (const unsigned distinct : {1u, 2u, 4u, 8u, 16u, 32u})
    rows.push_back({middle, "day 19, constant, words " + std::to_string(distinct),
                    [distinct](const Set& s) { day19::lookUpConstant<<<132, 512>>>(s.out, 67571, distinct); }});
  for (const unsigned distinct : {1u, 32u})
    rows.push_back({middle, "day 19, read-only, words " + std::to_string(distinct),
                    [distinct](const Set& s) { day19::lookUpReadOnly<<<132, 512>>>(s.in, s.out, 67571, distinct); }});
}

inline void addUnits(std::vector<Row>& rows) {
  using namespace units;
  const std::size_t n = sizes[middle].count();
  rows.push_back({middle, "empty", [](const Set&) { nothing<<<1, 32>>>(); }});
  rows.push_back(repeatedRow<float, Sum>("fma"));
  rows.push_back(repeatedRow<float, Sine>("sinf"));
  rows.push_back(repeatedRow<float, FastSine>("__sinf"));
  rows.push_back(repeatedRow<float, Exponential>("expf"));
  rows.push_back(repeatedRow<float, Logarithm>("logf"));
  rows.push_back(repeatedRow<float, Power>("powf"));
  rows.push_back(repeatedRow<float, Root>("sqrtf"));
  rows.push_back(repeatedRow<float, InverseRoot>("rsqrtf"));
  rows.push_back(repeatedRow<float, Quotient>("float division"));
  rows.push_back(repeatedRow<double, DoubleSum>("double fma"));
  rows.push_back(repeatedRow<double, DoubleQuotient>("double division"));
  rows.push_back(repeatedRow<unsigned, Product>("integer multiply-add"));
  rows.push_back(repeatedRow<unsigned, Bits>("shifts and logic"));
  rows.push_back(repeatedRow<unsigned, UnsignedQuotient>("unsigned division"));
  rows.push_back(repeatedRow<int, SignedRest>("signed remainder"));
  rows.push_back(repeatedRow<unsigned long long, LongQuotient>("64-bit division"));
  rows.push_back(repeatedRow<unsigned, Ones>("population count"));
  rows.push_back({middle, "shuffles", [](const Set& s) { shuffled<<<8192, 256>>>(s.in, s.out, 8192 * 256); }});
  for (const unsigned distinct : {1u, 32u, 1024u, 1048576u})
    rows.push_back({middle, "atomics on addresses, " + std::to_string(distinct), [distinct](const Set& s) {
                      count<false><<<8192, 256>>>(s.in, reinterpret_cast<unsigned*>(s.out), 8192 * 256, distinct, 1);
                    }});
  rows.push_back({middle, "atomics on sectors, 1024", [](const Set& s) {
                    count<false><<<8192, 256>>>(s.in, reinterpret_cast<unsigned*>(s.out), 8192 * 256, 1024, 8);
                  }});
  rows.push_back({middle, "atomics, old value", [](const Set& s) {
                    count<true><<<8192, 256>>>(s.in, reinterpret_cast<unsigned*>(s.out), 8192 * 256, 1048576, 1);
                  }});
  rows.push_back(
      {middle, "atomics, a float a warp", [n](const Set& s) { addWarps<<<blocksFor(n), 256>>>(s.in, s.out, n); }});
  for (const unsigned bins : {4u, 256u})
    rows.push_back({middle, "shared histogram, bins " + std::to_string(bins), [bins, n](const Set& s) {
                      histogramShared<<<1056, 256>>>(s.in, reinterpret_cast<unsigned*>(s.out), n, bins);
                    }});
  for (const unsigned blocks : {33u, 132u, 264u, 1056u})
    rows.push_back({small, "copy by blocks, " + std::to_string(blocks),
                    [blocks](const Set& s) { copyByFew<<<blocks, 256>>>(s.in, s.out, sizes[small].count()); }});
  rows.push_back(
      {middle, "reads of the L2", [](const Set& s) { readThroughL2<<<1056, 256>>>(s.in, s.out, 4 << 20, 8); }});
  const auto linked = [](unsigned words, unsigned distance) {
    return [=](const Set& s) { link<<<1024, 256>>>(reinterpret_cast<unsigned*>(s.in2), words, distance); };
  };
  const auto chased = [](const Set& s) {
    chase<<<1, 1>>>(reinterpret_cast<const unsigned*>(s.in2), reinterpret_cast<unsigned*>(s.out), 2000);
  };
  rows.push_back({middle, "dependent loads, L1", chased, linked(1024, 33)});
  rows.push_back({middle, "dependent loads, L2", chased, linked(1 << 20, 4099)});
  for (const unsigned blocks : {264u, 265u, 396u})
    rows.push_back({middle, "one wave and a bit, " + std::to_string(blocks),
                    [blocks](const Set& s) { spin<<<blocks, 1024>>>(s.out, 4096); }});
  rows.push_back(
      {middle, "shared memory, 16 bytes a lane", [](const Set& s) { sharedWide<<<1056, 256>>>(s.in, s.out, 512); }});
}

inline std::vector<Row> allRows() {
  std::vector<Row> rows;
  addCounted(rows);
  addDays(rows);
  addUnits(rows);
  return rows;
}
