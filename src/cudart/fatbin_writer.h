#pragma once
// Writes what fatbin.h reads: the container that nvcc's fatbinary program makes, with one PTX text in it, uncompressed.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gpusim::fatbin {

/// The bytes of a fatbinary that holds `ptx` for compute_`arch` (75).
inline std::string containerOf(std::string_view ptx, unsigned arch) {
  constexpr std::size_t containerHeaderBytes = 16, entryHeaderBytes = 64, alignment = 8;
  std::string out;
  const auto add = [&out](std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  };
  const std::size_t paddedBytes = (ptx.size() + 1 + alignment - 1) / alignment * alignment;  // a zero ends the text
  add(0xBA55ED50, 4);                                                                        // dataMagic of fatbin.h
  add(1, 2);                                                                                 // version
  add(containerHeaderBytes, 2);
  add(entryHeaderBytes + paddedBytes, 8);
  add(1, 2);  // an entry of PTX
  add(0x101, 2);
  add(entryHeaderBytes, 4);
  add(paddedBytes, 8);
  add(0, 4);  // not compressed
  add(0, 4);  // options
  add(0, 2);  // version of the PTX, which its text says
  add(0, 2);
  add(arch, 4);
  add(0, 4);  // no name
  add(0, 4);
  add(0x11, 8);  // 64 bits, Linux
  add(0, 8);
  add(0, 8);
  out += ptx;
  out.resize(containerHeaderBytes + entryHeaderBytes + paddedBytes, '\0');
  return out;
}

}  // namespace gpusim::fatbin
