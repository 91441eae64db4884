#include "sim/exec/builtin_calls.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>

#include "sim/exec/device_math.h"
#include "sim/exec/worker.h"

namespace gpusim {
namespace {

constexpr std::size_t longestString = 4096;

/// The zero-terminated string at a global or constant address, bounded by its allocation.
std::string readString(const Worker& worker, DeviceAddress address) {
  const AddressSpace& memory = worker.launch.memory;
  std::string text;
  while (text.size() < longestString) {
    const LiveRange live = memory.live(address, address + 1);
    if (!live.contains(address, address + 1)) break;
    const char c = *reinterpret_cast<const char*>(address++ + live.delta);
    if (c == 0) break;
    text += c;
  }
  return text;
}

/// `bytes` of the argument buffer that vprintf's second argument points to, in local memory as nvcc lays it out.
bool readArgument(Warp& warp, unsigned lane, DeviceAddress address, void* to, std::size_t bytes) {
  const std::size_t frame = warp.worker->launch.localBytes;
  const std::uint64_t offset = address - localWindow < windowBytes ? address - localWindow : address;
  if (offset + bytes > frame) return false;
  std::memcpy(to, warp.local + lane * frame + offset, bytes);
  return true;
}

template <class T>
std::string format(const std::string& specification, T value) {
  char buffer[512];
  std::snprintf(buffer, sizeof buffer, specification.c_str(), value);
  return buffer;
}

/// printf's format, with arguments packed at their natural alignment (float as double).
std::string formatPrintf(Warp& warp, unsigned lane, const std::string& text, DeviceAddress arguments) {
  std::string out;
  DeviceAddress at = arguments;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '%') {
      out += text[k];
      continue;
    }
    std::string specification = "%";
    int longs = 0;
    bool half = false;
    for (++k; k < text.size() && std::strchr("-+ #0123456789.lhzjt", text[k]) != nullptr; ++k) {
      if (text[k] == 'l' || text[k] == 'z' || text[k] == 'j' || text[k] == 't')
        ++longs;
      else if (text[k] == 'h')
        half = true;
      else
        specification += text[k];
    }
    if (k >= text.size() || specification.size() > 24) return out;
    const char conversion = text[k];
    if (conversion == '%') {
      out += '%';
      continue;
    }
    const bool isText = conversion == 's', isReal = std::strchr("aAeEfFgG", conversion) != nullptr,
               isPointer = conversion == 'p';
    const std::size_t bytes = isText || isReal || isPointer || longs > 0 ? 8 : 4;
    at = (at + bytes - 1) / bytes * bytes;
    std::uint64_t raw = 0;
    if (!readArgument(warp, lane, at, &raw, bytes)) return out + "(missing argument)";
    at += bytes;
    (void)half;
    if (isText) {
      out += format(specification + "s", readString(*warp.worker, raw).c_str());
    } else if (isReal) {
      double value;
      std::memcpy(&value, &raw, sizeof value);
      out += format(specification + conversion, value);
    } else if (isPointer) {
      out += fmt::format("{:#x}", raw);
    } else if (std::strchr("di", conversion) != nullptr) {
      out += format(specification + "lld",
                    bytes == 8 ? static_cast<long long>(raw) : static_cast<long long>(static_cast<std::int32_t>(raw)));
    } else if (std::strchr("uoxX", conversion) != nullptr) {
      out += format(specification + "ll" + conversion, static_cast<unsigned long long>(raw));
    } else if (conversion == 'c') {
      out += static_cast<char>(raw);
    } else {
      out += specification + conversion;
    }
  }
  return out;
}

void vprintfCall(Warp& warp, const Instruction& instruction) {
  const auto* text = warp.at<const std::uint64_t>(instruction.operand[1]);
  const auto* arguments = warp.at<const std::uint64_t>(instruction.operand[2]);
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if ((warp.mask >> lane & 1) != 0)
      warp.worker->printed += formatPrintf(warp, lane, readString(*warp.worker, text[lane]), arguments[lane]);
  if (instruction.operand[0].base == Operand::none) return;
  auto* result = warp.at<std::uint64_t>(instruction.operand[0]);
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if ((warp.mask >> lane & 1) != 0) result[lane] = 0;
}

void assertFail(Warp& warp, const Instruction& instruction) {
  const auto lane = static_cast<unsigned>(__builtin_ctz(warp.mask));
  const auto text = [&](unsigned operand) {
    return readString(*warp.worker, warp.at<const std::uint64_t>(instruction.operand[operand])[lane]);
  };
  const Site site = warp.worker->site(warp, instruction, lane);
  const std::string message =
      fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.", text(2),
                  static_cast<std::uint32_t>(warp.at<const std::uint64_t>(instruction.operand[3])[lane]), text(4),
                  site.block.x, site.block.y, site.block.z, site.thread.x, site.thread.y, site.thread.z, text(1));
  warp.worker->fault(ErrorCode::assertFailed, message);
}

/// malloc: null when the heap (cudaLimitMallocHeapSize) is spent.
void heapAllocate(Warp& warp, const Instruction& instruction) {
  AddressSpace& memory = warp.worker->launch.memory;
  const std::size_t limit = warp.worker->launch.options.heapBytes;
  const auto* bytes = warp.at<const std::uint64_t>(instruction.operand[1]);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if ((warp.mask >> lane & 1) == 0) continue;
    DeviceAddress address = 0;
    if (memory.heapBytes() <= limit && bytes[lane] <= limit - memory.heapBytes())
      if (const auto made = memory.allocate(bytes[lane], MemoryKind::heap)) address = *made;
    if (instruction.operand[0].base != Operand::none) warp.at<std::uint64_t>(instruction.operand[0])[lane] = address;
  }
}

void heapFree(Warp& warp, const Instruction& instruction) {
  Worker& worker = *warp.worker;
  AddressSpace& memory = worker.launch.memory;
  const auto* address = warp.at<const std::uint64_t>(instruction.operand[1]);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if ((warp.mask >> lane & 1) == 0 || address[lane] == 0) continue;
    const auto found = memory.find(address[lane]);
    if (found && found->base == address[lane] && found->kind == MemoryKind::heap) {
      memory.free(address[lane]);
      continue;
    }
    if ((worker.launch.options.tools & static_cast<std::uint32_t>(Tool::memcheck)) != 0)
      worker.report(Tool::memcheck, "invalid free", worker.site(warp, instruction, lane), nullptr,
                    fmt::format("free of {:#x}, which is {}, not what malloc in device code gave", address[lane],
                                memory.describe(address[lane])));
  }
  // What instructions remember of the last allocation they used may be gone.
  for (AccessSite& site : worker.sites) site.live = {};
}

constexpr BuiltinCall calls[] = {
    {"vprintf", 2, false, vprintfCall},
    {"__assertfail", 5, false, assertFail},
    {"malloc", 1, true, heapAllocate},
    {"free", 1, true, heapFree},
};

}  // namespace

const BuiltinCall* findBuiltinCall(std::string_view name) {
  for (const BuiltinCall& call : calls)
    if (call.name == name) return &call;
  return findDeviceMath(name);
}

}  // namespace gpusim
