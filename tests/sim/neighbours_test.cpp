// Kernels that reach memory beyond their device: another device's, and the host's.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "sim/sim.h"

using namespace gpusim;

namespace {

/// out[i] = in[i] + 1 for every thread.
constexpr const char* text = R"(
.version 8.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 p_in, .param .u64 p_out)
{
  .reg .u32 t, x;
  .reg .u64 in, out, at;
  ld.param.u64 in, [p_in];
  ld.param.u64 out, [p_out];
  mov.u32 t, %tid.x;
  mul.wide.u32 at, t, 4;
  add.u64 in, in, at;
  add.u64 out, out, at;
  ld.u32 x, [in];
  add.u32 x, x, 1;
  st.u32 [out], x;
  ret;
}
)";

struct Machine {
  Device one{*findCard("t4")}, two{*findCard("t4")};

  LaunchReport run(DeviceAddress in, DeviceAddress out) {
    const auto module = *one.loadModule(text, "k.ptx");
    const std::uint64_t parameters[] = {in, out};
    return *one.launch(module->kernels.front(), {{1, 1, 1}, {64, 1, 1}, 0, 0},
                       std::as_bytes(std::span<const std::uint64_t>(parameters)));
  }
  static DeviceAddress filled(Device& device, std::uint32_t value) {
    const std::vector<std::uint32_t> values(64, value);
    const DeviceAddress at = *device.allocate(256, MemoryKind::device);
    REQUIRE(device.copyToDevice(at, values.data(), 256));
    return at;
  }
  static std::vector<std::uint32_t> read(Device& device, DeviceAddress at) {
    std::vector<std::uint32_t> values(64);
    REQUIRE(device.copyToHost(values.data(), at, 256));
    return values;
  }
};

}  // namespace

TEST_CASE("another device's memory is a fault without access, and says so") {
  Machine m;
  m.one.reach(m.two, false);
  const LaunchReport report = m.run(Machine::filled(m.two, 5), Machine::filled(m.one, 0));
  REQUIRE(report.fault.size() == 1);
  CHECK(report.fault[0].code == ErrorCode::illegalAddress);
  CHECK(report.fault[0].message.find("of another device, without peer access") != std::string::npos);
}

TEST_CASE("with access a kernel reads and writes it, and its own device finds the bytes written") {
  Machine m;
  m.one.reach(m.two, true);
  const DeviceAddress in = Machine::filled(m.two, 5), out = *m.two.allocate(256, MemoryKind::device);
  const LaunchReport report = m.run(in, out);
  CHECK(report.fault.empty());
  CHECK(report.findings.empty());
  CHECK(Machine::read(m.two, out) == std::vector<std::uint32_t>(64, 6));
  // Initcheck on the owner must not take what the neighbour wrote for unwritten.
  const auto module = *m.two.loadModule(text, "k.ptx");
  const std::uint64_t parameters[] = {out, in};
  const auto again = *m.two.launch(module->kernels.front(), {{1, 1, 1}, {64, 1, 1}, 0, 0},
                                   std::as_bytes(std::span<const std::uint64_t>(parameters)));
  CHECK(again.findings.empty());
}

TEST_CASE("access ends, and pinned memory needs none") {
  Machine m;
  m.one.reach(m.two, true);
  m.one.reach(m.two, false);
  CHECK_FALSE(m.run(Machine::filled(m.two, 5), Machine::filled(m.one, 0)).fault.empty());
  const DeviceAddress pinned = *m.two.allocate(256, MemoryKind::pinned);
  const DeviceAddress out = Machine::filled(m.one, 0);
  std::memset(reinterpret_cast<void*>(pinned), 0, 256);
  CHECK(m.run(pinned, out).fault.empty());
  CHECK(Machine::read(m.one, out) == std::vector<std::uint32_t>(64, 1));
  m.one.forget(m.two);
  CHECK_FALSE(m.run(pinned, out).fault.empty());
}

TEST_CASE("host memory is reached under its own addresses while it is registered, to its last byte") {
  Machine m;
  std::vector<std::uint32_t> host(80, 7);
  const auto at = reinterpret_cast<DeviceAddress>(host.data());
  const DeviceAddress in = Machine::filled(m.one, 41);
  m.one.reachHost(host.data(), 256);
  CHECK(m.run(in, at).fault.empty());
  CHECK(host[0] == 42);
  CHECK(host[63] == 42);
  CHECK(host[64] == 7);
  const LaunchReport past = m.run(in, at + 4);
  REQUIRE(past.fault.size() == 1);
  CHECK(past.fault[0].code == ErrorCode::illegalAddress);
  m.one.forgetHost(host.data());
  CHECK_FALSE(m.run(in, at).fault.empty());
}

TEST_CASE("a warp whose lanes go to the host's and to the device's memory") {
  Machine m;
  // One access, two places: in[] of the upper half of the lanes lies elsewhere only if the base does, so two launches
  // with one register each would not do. A kernel that picks the base by lane does.
  constexpr const char* mixed = R"(
.version 8.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 p_a, .param .u64 p_b)
{
  .reg .u32 t;
  .reg .u64 a, b, at;
  .reg .pred p;
  ld.param.u64 a, [p_a];
  ld.param.u64 b, [p_b];
  mov.u32 t, %tid.x;
  setp.lt.u32 p, t, 16;
  mul.wide.u32 at, t, 4;
  selp.b64 a, a, b, p;
  add.u64 a, a, at;
  st.u32 [a], t;
  ret;
}
)";
  std::vector<std::uint32_t> host(32, 99);
  const DeviceAddress device = Machine::filled(m.one, 99);
  m.one.reachHost(host.data(), 128);
  const auto module = *m.one.loadModule(mixed, "mixed.ptx");
  const std::uint64_t parameters[] = {reinterpret_cast<DeviceAddress>(host.data()), device};
  const auto report = *m.one.launch(module->kernels.front(), {{1, 1, 1}, {32, 1, 1}, 0, 0},
                                    std::as_bytes(std::span<const std::uint64_t>(parameters)));
  CHECK(report.fault.empty());
  CHECK(report.findings.empty());
  const std::vector<std::uint32_t> there = Machine::read(m.one, device);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    CAPTURE(lane);
    CHECK(host[lane] == (lane < 16 ? lane : 99));
    CHECK(there[lane] == (lane < 16 ? 99 : lane));
  }
}

TEST_CASE("a cooperative launch needs room for all its blocks at once") {
  Machine m;
  const auto module = *m.one.loadModule(text, "k.ptx");
  const Kernel& kernel = module->kernels.front();
  const unsigned each = residentBlocks(m.one.card(), kernel, 64, 0);
  LaunchConfig config{{each * m.one.card().multiprocessors, 1, 1}, {64, 1, 1}, 0, 0, true};
  CHECK(m.one.validate(kernel, config));
  ++config.grid.x;
  const Status refused = m.one.validate(kernel, config);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::cooperativeTooLarge);
  config.cooperative = false;
  CHECK(m.one.validate(kernel, config));
}
