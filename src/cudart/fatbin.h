#pragma once
// Reads what nvcc or clang embeds in an executable: a fatbinary with PTX and machine code, or bare PTX text.
// The bytes are untrusted; every access is bounds-checked.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/result.h"

namespace gpusim::fatbin {

constexpr std::uint32_t wrapperMagic = 0x466243B1;  // __fatBinC_Wrapper_t, fatbinary_section.h
constexpr std::uint32_t dataMagic = 0xBA55ED50;     // what the wrapper points to

enum class Kind { ptx, machineCode, other };
enum class Compression { none, lz4, zstd };

/// One entry of a fatbinary. `payload` points into the bytes it was read from.
struct Image {
  Kind kind = Kind::other;
  unsigned arch = 0;  // 75 for compute_75 or sm_75
  Compression compression = Compression::none;
  std::span<const std::byte> payload;
  std::size_t decodedBytes = 0;
};

/// All entries of all fatbinaries that follow each other in `bytes`; invalidValue names the offset of what does not
/// fit.
Result<std::vector<Image>> listImages(std::span<const std::byte> bytes);

/// The text of a PTX image, without trailing zeros; invalidValue when it does not decode to what its header says.
Result<std::string> decode(const Image& image);

/// The PTX text with the highest architecture that is not above `computeCapability` (75 for 7.5). Bare PTX text, which
/// clang embeds, is taken as it is. invalidValue: damaged bytes. symbolNotFound: no PTX for this card, and what to add
/// to the compiler's command.
Result<std::string> selectPtx(std::span<const std::byte> bytes, unsigned computeCapability);

/// How many bytes a fatbinary that starts at `data` spans by its own headers, or 0 when it is none; at most
/// `available`.
std::size_t extent(const void* data, std::size_t available);

}  // namespace gpusim::fatbin
