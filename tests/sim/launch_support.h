#pragma once
// What the simulator's own tests share: a kernel around a few lines of PTX, each with its own .loc, and its launch.
#include <doctest/doctest.h>

#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "sim/sim.h"

namespace launch_test {

using gpusim::DeviceAddress;
using gpusim::Dim3;
using gpusim::LaunchReport;

/// Instructions that run before the body, on line 0.
constexpr unsigned preludeInstructions = 10;

/// A kernel with two 64-bit parameters and `sharedBytes` of shared memory. Line n of `body` (from 1) has line number n.
/// The body finds: a and b, the parameters; tid, lane, warp, blk; at = a + 4 tid, bt = b + 4 tid; s, the shared array;
/// free registers x y z w i t (32 bits), v (64 bits), f (float), p q (predicates).
inline std::string kernelText(const std::string& body, unsigned sharedBytes = 0) {
  std::string text = ".version 8.0\n.target sm_75\n.address_size 64\n.file 1 \"k.cu\"\n";
  text += ".visible .entry k(.param .u64 p_a, .param .u64 p_b)\n{\n";
  text += ".shared .align 16 .b8 tile[" + std::to_string(sharedBytes == 0 ? 16 : sharedBytes) + "];\n";
  text +=
      ".reg .u32 tid, lane, warp, blk, s, x, y, z, w, i, t;\n.reg .u64 a, b, at, bt, v;\n.reg .f32 f;\n"
      ".reg .pred p, q;\n"
      "ld.param.u64 a, [p_a];\nld.param.u64 b, [p_b];\nmov.u32 tid, %tid.x;\nmov.u32 blk, %ctaid.x;\n"
      "and.b32 lane, tid, 31;\nshr.u32 warp, tid, 5;\nmov.u32 s, tile;\n"
      "mul.wide.u32 at, tid, 4;\nadd.u64 bt, at, b;\nadd.u64 at, at, a;\n";
  std::istringstream lines(body);
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);)
    text += ".loc 1 " + std::to_string(++number) + " 1\n" + line + "\n";
  return text + "}\n";
}

/// The line of `body` that holds `text`, from 1. It must be one line.
inline unsigned lineOf(const std::string& body, const std::string& text) {
  std::istringstream lines(body);
  unsigned number = 0, found = 0, hits = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find(text) == std::string::npos) continue;
    found = number;
    ++hits;
  }
  REQUIRE_MESSAGE(hits == 1, "'", text, "' names ", hits, " lines");
  return found;
}

template <class T>
T valueOf(gpusim::Result<T> result) {
  if (!result) FAIL(result.error().message);
  return std::move(*result);
}

struct Shape {
  Dim3 grid{1, 1, 1}, block{32, 1, 1};
  unsigned sharedBytes = 0;
  bool cooperative = false;
};

/// One block in a row of threads.
inline Shape blockOf(unsigned threads, unsigned sharedBytes = 0) { return {{1, 1, 1}, {threads, 1, 1}, sharedBytes}; }

/// A device with its buffers.
class Bench {
 public:
  explicit Bench(std::uint64_t seed = 0, unsigned threads = 1, const std::string& card = "t4")
      : device(valueOf(gpusim::findCard(card)), {threads, seed, gpusim::allTools, true}) {}

  DeviceAddress unwritten(std::size_t bytes) { return valueOf(device.allocate(bytes, gpusim::MemoryKind::device)); }
  DeviceAddress buffer(const std::vector<std::uint32_t>& values) {
    const DeviceAddress at = unwritten(values.size() * 4);
    valueOf(device.copyToDevice(at, values.data(), values.size() * 4));
    return at;
  }
  DeviceAddress zeros(std::size_t count) { return buffer(std::vector<std::uint32_t>(count, 0)); }
  std::vector<std::uint32_t> read(DeviceAddress from, std::size_t count) {
    std::vector<std::uint32_t> values(count);
    valueOf(device.copyToHost(values.data(), from, count * 4));
    return values;
  }

  gpusim::Kernel load(const std::string& body, unsigned sharedBytes = 0) {
    const auto module = valueOf(device.loadModule(kernelText(body, sharedBytes), "k.ptx"));
    REQUIRE(module->kernels.size() == 1);
    return module->kernels[0];
  }
  LaunchReport launch(const std::string& body, const Shape& shape, DeviceAddress a = 0, DeviceAddress b = 0) {
    const gpusim::Kernel kernel = load(body, shape.sharedBytes);
    std::vector<std::byte> parameters(16);
    std::memcpy(parameters.data(), &a, 8);
    std::memcpy(parameters.data() + 8, &b, 8);
    gpusim::LaunchConfig config;
    config.grid = shape.grid;
    config.block = shape.block;
    config.cooperative = shape.cooperative;
    return valueOf(device.launch(kernel, config, parameters));
  }

  gpusim::Device device;
};

inline std::string show(const LaunchReport& report) {
  std::string text;
  for (const auto& finding : report.findings)
    text += finding.kind + " at line " + std::to_string(finding.site.where.line) + ": " + finding.message + "; ";
  for (const auto& fault : report.fault) text += "fault: " + fault.message;
  return text;
}

/// No fault was found; a note is none.
inline void checkSilent(const LaunchReport& report) {
  INFO(show(report));
  for (const auto& finding : report.findings) CHECK(finding.note);
  CHECK(report.fault.empty());
}

/// The report holds one finding beside notes, and it is of this tool, kind and line.
inline gpusim::Finding theFinding(const LaunchReport& report, gpusim::Tool tool, const std::string& kind,
                                  unsigned line) {
  INFO(show(report));
  std::vector<gpusim::Finding> faults;
  for (const auto& one : report.findings)
    if (!one.note) faults.push_back(one);
  REQUIRE(faults.size() == 1);
  const gpusim::Finding finding = faults[0];
  CHECK(finding.tool == tool);
  CHECK(finding.kind == kind);
  CHECK(finding.site.where.line == line);
  CHECK(finding.site.where.file == "k.cu");
  return finding;
}

}  // namespace launch_test
