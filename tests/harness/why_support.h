#pragma once
// One warp's access made from a rule for its lanes' addresses, counted here by the definitions alone.
#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "harness/why_notes.h"

namespace why_test {

constexpr std::uint32_t everyLane = 0xffffffff;

struct AccessRule {
  std::function<std::int64_t(unsigned)> address;  // of a lane
  unsigned bytes = 4, elementBytes = 4;
  std::uint32_t mask = everyLane, exists = everyLane;
  std::string kind = "load";
  bool isReal = true;
};

inline harness::AccessFacts emptyAccess(const AccessRule& rule) {
  harness::AccessFacts access;
  access.kind = rule.kind;
  access.bytes = rule.bytes;
  access.elementBytes = rule.elementBytes;
  access.isReal = rule.isReal;
  access.requests = 1;
  access.worst.mask = rule.mask;
  access.worst.exists = rule.exists;
  access.allocationBytes = 1U << 20;
  for (unsigned lane = 0; lane < harness::warpLanes; ++lane) {
    if ((rule.mask >> lane & 1) == 0) continue;
    ++access.lanes;
    access.address[lane] = rule.address(lane);
  }
  return access;
}

inline harness::AccessFacts globalAccess(const AccessRule& rule) {
  harness::AccessFacts access = emptyAccess(rule);
  std::set<std::int64_t> sectors, bytes;
  for (unsigned lane = 0; lane < harness::warpLanes; ++lane)
    for (std::int64_t byte = 0; access.active(lane) && byte < access.bytes; ++byte) {
      bytes.insert(access.address[lane] + byte);
      sectors.insert((access.address[lane] + byte) / 32);
    }
  access.units = access.worstUnits = static_cast<unsigned>(sectors.size());
  access.idealUnits = access.worstIdeal = static_cast<unsigned>((bytes.size() + 31) / 32);
  return access;
}

/// `units` and `ideal` as the simulator counts them, written out by the test.
inline harness::AccessFacts sharedAccess(const AccessRule& rule, unsigned units, unsigned ideal) {
  harness::AccessFacts access = emptyAccess(rule);
  access.isShared = true;
  access.units = access.worstUnits = units;
  access.idealUnits = access.worstIdeal = ideal;
  return access;
}

/// The one note that a line with this access gets.
inline harness::WhyFacts factsOf(const harness::AccessFacts& access) {
  harness::WhyFacts facts;
  harness::KernelFacts kernel;
  kernel.name = "k(float*)";
  kernel.launches = 1;
  harness::LineFacts line;
  line.line = 14;
  line.accesses.push_back(access);
  kernel.lines.push_back(line);
  facts.kernels.push_back(kernel);
  return facts;
}

}  // namespace why_test
