#include "sim/exec/worker.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/exec/access_text.h"
#include "sim/exec/async_copies.h"

namespace gpusim {
namespace {

unsigned sectorsOf(const std::uint64_t* address, std::uint32_t mask, unsigned bytes, AccessKind kind) {
  return kind == AccessKind::atomic ? countAtomicSectors(address, mask) : countSectors(address, mask, bytes);
}

}  // namespace

Worker::Worker(const Launch& theLaunch)
    : launch(theLaunch),
      sites(theLaunch.code.instructions.size()),
      passes(theLaunch.code.blocks.size()),
      lanes(theLaunch.code.blocks.size()),
      divergent(theLaunch.code.blocks.size()),
      branches(theLaunch.code.blocks.size()),
      barriers(theLaunch.code.blocks.size()),
      sample(theLaunch.code.instructions.size()) {}

void Worker::announce(const Warp& warp, const Instruction& instruction, Space space, AccessKind kind,
                      std::uint32_t mask, const std::uint64_t* address, AccessShape::Kind shape, unsigned units,
                      unsigned conflicts) {
  if (observers.empty()) return;
  const MemoryEvent event{instruction,
                          warp,
                          space,
                          kind,
                          instruction.width,
                          mask,
                          address,
                          shape == AccessShape::Kind::contiguous,
                          shape == AccessShape::Kind::uniform,
                          units,
                          conflicts};
  for (const auto& observer : observers) observer->memory(event, block);
}

Access Worker::global(Warp& warp, const Instruction& instruction, std::uint64_t* address, AccessKind kind) {
  std::uint32_t mask = warp.mask;
  if (mask == 0) return {};
  AccessSite& site = sites[instruction.index];
  AccessShape& shape = site.shape;
  const std::uint64_t base = fillIdleLanes(address, mask);
  const unsigned bytes = instruction.width;
  classify(shape, address, base, mask, bytes);

  // Bounds: one comparison when the last allocation still serves. Alignment: bytes is a power of two.
  bool good = shape.near;
  if (good) {
    const DeviceAddress first = base + static_cast<std::uint64_t>(std::int64_t{shape.low});
    const DeviceAddress past = base + static_cast<std::uint64_t>(std::int64_t{shape.high}) + bytes;
    if (!site.live.contains(first, past)) site.live = launch.memory.live(first, past);
    good = site.live.contains(first, past) && !(site.live.constant && kind != AccessKind::load);
  }
  std::uint64_t bits = base;
  if (shape.kind != AccessShape::Kind::contiguous)
    for (unsigned lane = 0; lane < warpSize; ++lane) bits |= address[lane];
  if (!good || bits % bytes != 0) {
    site.live = {};
    good = false;
    mask = checkGlobal(warp, instruction, address, kind);
    if (mask == 0) return {};
    fillIdleLanes(address, mask);
  }

  unsigned units = 0;
  if (launch.options.counters) {
    ++site.global.requests;
    const bool isWhole = mask == warp.mask && shape.near;  // what the shape remembers holds for it
    if (isWhole) {
      std::uint8_t& known = shape.sectors[base % 32];
      if (known == 0)
        known = shape.kind == AccessShape::Kind::contiguous
                    ? static_cast<std::uint8_t>((base + warpSize * bytes - 1) / 32 - base / 32 + 1)
                    : static_cast<std::uint8_t>(sectorsOf(address, mask, bytes, kind));
      units = known;
    } else {
      units = sectorsOf(address, mask, bytes, kind);
    }
    site.global.units += units;
    if (isWhole) {
      if (shape.idealSectors == 0)
        shape.idealSectors = static_cast<std::uint8_t>(countIdealSectors(address, mask, bytes));
      site.global.ideal += shape.idealSectors;
    } else {
      site.global.ideal += countIdealSectors(address, mask, bytes);
    }
    if (sampled) {
      const auto countBanks = [&] { return countWavefronts(address, mask, bytes, !instruction.isWrite).count; };
      if (isWhole && bytes >= 4 && shape.banks == 0) shape.banks = static_cast<std::uint8_t>(countBanks());
      sample.global(launch.config.grid.numberOf(block.index), warp.index, instruction,
                    {address, mask, isWhole ? shape.kind : AccessShape::Kind::scattered,
                     isWhole && bytes >= 4 ? shape.banks : countBanks()});
    }
  }
  const AccessShape::Kind how = mask == warp.mask ? shape.kind : AccessShape::Kind::scattered;
  announce(warp, instruction, Space::global, kind, mask, address, how, units, 0);
  if (good) return {mask, how, site.live.delta};
  translate(address, mask);
  return {mask, AccessShape::Kind::scattered, launch.memory.delta()};
}

/// Moves addresses of memory that is not this device's so that the device's own distance leads to the bytes.
void Worker::translate(std::uint64_t* address, std::uint32_t mask) const {
  const std::uint64_t own = launch.memory.delta();
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if ((mask >> lane & 1) == 0 || launch.memory.owns(address[lane])) continue;
    address[lane] += launch.memory.live(address[lane], address[lane] + 1).delta - own;
  }
  fillIdleLanes(address, mask);
}

std::uint32_t Worker::sharedTarget(Warp& warp, const Instruction& instruction, const std::uint64_t* address) {
  return checkShared(warp, instruction, address, AccessKind::store);
}

void Worker::copyStarts(const Warp& warp, const Instruction& instruction, std::uint32_t mask,
                        const std::uint64_t* address) {
  const MemoryEvent event{
      instruction, warp, Space::shared, AccessKind::store, instruction.width, mask, address, false, false, 0, 0};
  for (const auto& observer : observers) observer->copyStarts(event, block);
}

void Worker::landed(const Warp& warp, const Instruction& instruction, std::uint32_t mask,
                    const std::uint64_t* address) {
  announce(warp, instruction, Space::shared, AccessKind::store, mask, address, AccessShape::Kind::scattered, 0, 0);
}

Access Worker::shared(Warp& warp, const Instruction& instruction, std::uint64_t* address, AccessKind kind) {
  std::uint32_t mask = warp.mask;
  if (mask == 0) return {};
  AccessSite& site = sites[instruction.index];
  AccessShape& shape = site.shape;
  const std::uint64_t base = fillIdleLanes(address, mask);
  const unsigned bytes = instruction.width;
  classify(shape, address, base, mask, bytes);

  std::uint64_t bits = base;
  if (shape.kind == AccessShape::Kind::scattered)
    for (unsigned lane = 0; lane < warpSize; ++lane) bits |= address[lane];
  const bool good = shape.near && static_cast<std::int64_t>(base) + shape.low >= 0 &&
                    base + static_cast<std::uint64_t>(std::int64_t{shape.high}) + bytes <= sharedSize &&
                    bits % bytes == 0;
  if (!good) {
    mask = checkShared(warp, instruction, address, kind);
    if (mask == 0) return {};
    fillIdleLanes(address, mask);
  }

  unsigned units = 0, conflicts = 0;
  if (launch.options.counters && instruction.ptxasWidth != 0) {
    ++site.shared.requests;
    if (mask == warp.mask && shape.near) {
      if (shape.wavefronts == 0) {
        const Wavefronts counted = countWavefronts(address, mask, instruction.ptxasWidth, kind == AccessKind::load);
        shape.wavefronts = static_cast<std::uint8_t>(counted.count);
        shape.conflicts = static_cast<std::uint8_t>(counted.count - counted.ideal);
      }
      units = shape.wavefronts;
      conflicts = shape.conflicts;
    } else {
      const Wavefronts counted = countWavefronts(address, mask, instruction.ptxasWidth, kind == AccessKind::load);
      units = counted.count;
      conflicts = counted.count - counted.ideal;
    }
    site.shared.units += units;
    site.shared.conflicts += conflicts;
  }
  const AccessShape::Kind how = mask == warp.mask ? shape.kind : AccessShape::Kind::scattered;
  announce(warp, instruction, Space::shared, kind, mask, address, how, units, conflicts);
  if (async->any() && (launch.options.tools & static_cast<std::uint32_t>(Tool::racecheck)) != 0)
    async->check(*this, warp, instruction, mask, address, kind == AccessKind::load);
  return {mask, how, reinterpret_cast<std::uint64_t>(sharedBytes)};
}

Access Worker::local(Warp& warp, const Instruction& instruction, std::uint64_t* address, AccessKind kind) {
  std::uint32_t mask = warp.mask;
  if (mask == 0) return {};
  // Local memory interleaves the words of a warp's lanes, so a wider access is a request a word.
  sites[instruction.index].local.requests += std::max(1, instruction.width / 4);
  const std::size_t stack = launch.localBytes;
  const DecodedFunction& kernel = launch.code.functions[0];
  const auto* top = kernel.frameBytes == 0
                        ? nullptr
                        : reinterpret_cast<const std::uint64_t*>(warp.base[Operand::frame] + FrameHead::stackTop);
  std::uint32_t good = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    const std::uint64_t used = top == nullptr ? stack : std::min<std::uint64_t>(stack, top[lane]);
    if (address[lane] < used && instruction.width <= used - address[lane] && address[lane] % instruction.width == 0) {
      address[lane] += lane * stack;
      good |= 1u << lane;
      continue;
    }
    const std::string what =
        fmt::format("{}: offset {} is outside the thread's {} bytes or misaligned",
                    accessText(kind, instruction.width, "local"), static_cast<std::int64_t>(address[lane]), used);
    report(Tool::memcheck, fmt::format("out-of-bounds {} of local memory", verb(kind)), site(warp, instruction, lane),
           nullptr, what);
    fault(ErrorCode::illegalAddress, what);
  }
  if (good == 0) return {};
  fillIdleLanes(address, good);
  announce(warp, instruction, Space::local, kind, good, address, AccessShape::Kind::scattered, 0, 0);
  return {good, AccessShape::Kind::scattered, reinterpret_cast<std::uint64_t>(warp.local)};
}

Access Worker::parameter(Warp& warp, const Instruction& instruction, std::uint64_t* address) {
  std::uint32_t good = 0;
  const std::size_t bytes = launch.parameters.size();
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if ((warp.mask >> lane & 1) == 0) continue;
    if (address[lane] < bytes && instruction.width <= bytes - address[lane] && address[lane] % instruction.width == 0) {
      good |= 1u << lane;
      continue;
    }
    const std::string what = fmt::format("{}: offset {} is outside the kernel's {} bytes of parameters or misaligned",
                                         accessText(AccessKind::load, instruction.width, "parameter"),
                                         static_cast<std::int64_t>(address[lane]), bytes);
    report(Tool::memcheck, "out-of-bounds read of parameters", site(warp, instruction, lane), nullptr, what);
    fault(ErrorCode::illegalAddress, what);
  }
  if (good == 0) return {};
  fillIdleLanes(address, good);
  return {good, AccessShape::Kind::scattered, reinterpret_cast<std::uint64_t>(launch.parameters.data())};
}

Access Worker::constant(Warp& warp, const Instruction& instruction, std::uint64_t* address) {
  std::uint32_t mask = warp.mask;
  if (mask == 0) return {};
  const std::uint64_t base = fillIdleLanes(address, mask);
  AccessSite& site = sites[instruction.index];
  classify(site.shape, address, base, mask, instruction.width);
  if (!site.shape.near ||
      !site.live.contains(base + static_cast<std::uint64_t>(std::int64_t{site.shape.low}),
                          base + static_cast<std::uint64_t>(std::int64_t{site.shape.high}) + instruction.width)) {
    site.live = launch.memory.live(base, base + instruction.width);
    mask = checkGlobal(warp, instruction, address, AccessKind::load);
    if (mask == 0) return {};
    fillIdleLanes(address, mask);
  }
  // An address that the compiler knows becomes an operand of the instruction that wants the value, which is free.
  if (sampled && instruction.operand[4].base == Operand::registers) sample.constant(address, mask);
  return {mask, mask == warp.mask ? site.shape.kind : AccessShape::Kind::scattered, launch.memory.delta()};
}

const SourceLine& Worker::lineOf(std::uint32_t source) const {
  const SourceLine& written = launch.code.sources[source];
  const std::vector<SourceLine>& calls = launch.code.inlinedAt[source];
  if (calls.empty() || written.file == calls.back().file) return written;
  return *std::find_if(calls.begin(), calls.end(),
                       [&](const SourceLine& call) { return call.file == calls.back().file; });
}

Site Worker::siteAt(const Warp& warp, std::uint32_t source, unsigned lane) const {
  const Dim3 shape = launch.config.block;
  const std::uint32_t linear = warp.index * warpSize + lane;
  Site result;
  result.block = block.index;
  result.thread = {linear % shape.x, linear / shape.x % shape.y, linear / shape.x / shape.y};
  result.where = lineOf(source);
  return result;
}

Finding& Worker::report(Tool tool, const std::string& kind, const Site& site, const Site* other,
                        const std::string& message, bool note) {
  const auto key =
      std::tuple(static_cast<int>(tool), kind, site.where.file, site.where.line,
                 other != nullptr ? other->where.file : std::string(), other != nullptr ? other->where.line : 0u);
  const auto found = findings.find(key);
  if (found != findings.end()) {
    ++found->second.count;
    return found->second;
  }
  Finding finding;
  finding.tool = tool;
  finding.kind = kind;
  finding.message = message;
  finding.kernel = launch.kernel.demangled;
  finding.site = site;
  if (other != nullptr) finding.other.push_back(*other);
  finding.note = note;
  return findings.emplace(key, std::move(finding)).first->second;
}

void Worker::fault(ErrorCode code, const std::string& message) {
  if (faults.empty()) faults.push_back({code, message});
}

}  // namespace gpusim
