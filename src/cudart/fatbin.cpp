#include "cudart/fatbin.h"

#include <fmt/format.h>
#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>
#include <string_view>

namespace gpusim::fatbin {
namespace {

// Layout, all little-endian. Container: u32 magic, u16 version, u16 header bytes, u64 bytes after the header.
// Entry: u16 kind, u16 version, u32 header bytes, u64 payload bytes with padding, u32 compressed bytes, u32 options,
// u16 minor, u16 major, u32 arch, u32 name offset, u32 name length, u64 flags, u64 zero, u64 decoded bytes.
constexpr std::size_t containerHeaderBytes = 16;
constexpr std::size_t entryHeaderBytes = 64;
constexpr std::uint64_t lz4Flag = 0x2000, zstdFlag = 0x8000;
constexpr std::size_t maxDecodedBytes = std::size_t{256} << 20;  // a header that asks for more is no PTX file

template <class T>
T readAt(std::span<const std::byte> bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

Error damaged(std::size_t offset, std::string_view what) {
  return Error{ErrorCode::invalidValue, fmt::format("damaged fatbinary: at byte {}, {}", offset, what)};
}

/// Appends the entries of the container at `start`; yields the offset just past it.
Result<std::size_t> listContainer(std::span<const std::byte> bytes, std::size_t start, std::vector<Image>& images) {
  if (bytes.size() - start < containerHeaderBytes) return damaged(start, "the header is cut off");
  const std::size_t headerBytes = readAt<std::uint16_t>(bytes, start + 6);
  const auto bodyBytes = readAt<std::uint64_t>(bytes, start + 8);
  if (headerBytes < containerHeaderBytes || headerBytes > bytes.size() - start)
    return damaged(start, "a header of impossible size");
  std::size_t offset = start + headerBytes;
  if (bodyBytes > bytes.size() - offset) return damaged(start, "it claims more bytes than there are");
  const std::size_t end = offset + static_cast<std::size_t>(bodyBytes);

  while (end - offset >= entryHeaderBytes) {
    const auto kind = readAt<std::uint16_t>(bytes, offset);
    const std::size_t entryHeader = readAt<std::uint32_t>(bytes, offset + 4);
    const auto paddedBytes = readAt<std::uint64_t>(bytes, offset + 8);
    const std::size_t compressedBytes = readAt<std::uint32_t>(bytes, offset + 16);
    const auto flags = readAt<std::uint64_t>(bytes, offset + 40);
    if (entryHeader < entryHeaderBytes || entryHeader > end - offset)
      return damaged(offset, "an entry header of impossible size");
    if (paddedBytes > end - offset - entryHeader) return damaged(offset, "an entry reaches past the end");

    Image image;
    image.kind = kind == 1 ? Kind::ptx : kind == 2 ? Kind::machineCode : Kind::other;
    image.arch = readAt<std::uint32_t>(bytes, offset + 28);
    image.compression = (flags & zstdFlag) != 0  ? Compression::zstd
                        : (flags & lz4Flag) != 0 ? Compression::lz4
                                                 : Compression::none;
    std::size_t payloadBytes = static_cast<std::size_t>(paddedBytes);
    if (image.compression != Compression::none) {
      if (compressedBytes > payloadBytes) return damaged(offset, "the compressed size is larger than the entry");
      payloadBytes = compressedBytes;
      image.decodedBytes = static_cast<std::size_t>(readAt<std::uint64_t>(bytes, offset + 56));
    } else {
      image.decodedBytes = payloadBytes;
    }
    image.payload = bytes.subspan(offset + entryHeader, payloadBytes);
    images.push_back(image);
    offset += entryHeader + static_cast<std::size_t>(paddedBytes);
  }
  return end;
}

bool isTextByte(std::byte value) {
  const auto c = std::to_integer<unsigned char>(value);
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c < 0x7f);
}

/// The PTX text that starts at the front of `bytes`, or an empty view. clang does not end the text with a zero, and the
/// next file's text may follow at once, so a second .version ends it too.
std::string_view bareText(std::span<const std::byte> bytes) {
  const auto end = std::find_if_not(bytes.begin(), bytes.end(), isTextByte);
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(end - bytes.begin()));
  const std::size_t version = text.find(".version");
  if (version == std::string_view::npos) return {};
  const std::size_t next = text.find("\n.version", version);
  return next == std::string_view::npos ? text : text.substr(0, next + 1);
}

unsigned archOfText(std::string_view text) {
  const std::size_t target = text.find(".target");
  std::size_t at = target == std::string_view::npos ? target : text.find("sm_", target);
  unsigned arch = 0;
  if (at == std::string_view::npos) return 0;
  for (at += 3; at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0 && arch < 1000; ++at) {
    arch = arch * 10 + static_cast<unsigned>(text[at] - '0');
  }
  return arch;
}

Error noPtxFor(unsigned computeCapability, const std::vector<Image>& images) {
  std::set<unsigned> ptx, machineCode;
  for (const Image& image : images) {
    if (image.kind == Kind::ptx) ptx.insert(image.arch);
    if (image.kind == Kind::machineCode) machineCode.insert(image.arch);
  }
  const std::string cure =
      fmt::format("add -gencode arch=compute_{0},code=compute_{0} to the nvcc command", computeCapability);
  if (!ptx.empty()) {
    return Error{ErrorCode::symbolNotFound,
                 fmt::format("this program holds PTX for compute_{} only, and the card is compute_{}: {}",
                             fmt::join(ptx, ", compute_"), computeCapability, cure)};
  }
  const std::string has = machineCode.empty()
                              ? "no device code"
                              : fmt::format("only machine code (sm_{})", fmt::join(machineCode, ", sm_"));
  return Error{ErrorCode::symbolNotFound, fmt::format("this program has no PTX in it, {}: {}", has, cure)};
}

}  // namespace

Result<std::vector<Image>> listImages(std::span<const std::byte> bytes) {
  std::vector<Image> images;
  std::size_t offset = 0;
  if (bytes.size() < containerHeaderBytes || readAt<std::uint32_t>(bytes, 0) != dataMagic)
    return damaged(0, "the magic number is missing");
  while (bytes.size() - offset >= sizeof(dataMagic) && readAt<std::uint32_t>(bytes, offset) == dataMagic) {
    const Result<std::size_t> end = listContainer(bytes, offset, images);
    if (!end) return end.error();
    offset = *end;
  }
  return images;
}

Result<std::string> decode(const Image& image) {
  if (image.decodedBytes > maxDecodedBytes)
    return Error{ErrorCode::invalidValue, "damaged fatbinary: an image claims to be larger than 256 MiB"};
  std::string text(image.decodedBytes, '\0');
  const auto* payload = reinterpret_cast<const char*>(image.payload.data());
  std::size_t decoded = 0;
  if (image.compression == Compression::zstd) {
    decoded = ZSTD_decompress(text.data(), text.size(), payload, image.payload.size());
    if (ZSTD_isError(decoded) != 0)
      return Error{ErrorCode::invalidValue, fmt::format("damaged fatbinary: zstd: {}", ZSTD_getErrorName(decoded))};
  } else if (image.compression == Compression::lz4) {
    const int result = LZ4_decompress_safe(payload, text.data(), static_cast<int>(image.payload.size()),
                                           static_cast<int>(text.size()));
    if (result < 0) return Error{ErrorCode::invalidValue, "damaged fatbinary: the LZ4 data does not decode"};
    decoded = static_cast<std::size_t>(result);
  } else {
    decoded = std::min(image.payload.size(), text.size());
    std::memcpy(text.data(), payload, decoded);
  }
  if (decoded != image.decodedBytes) {
    return Error{ErrorCode::invalidValue, fmt::format("damaged fatbinary: an image decodes to {} bytes instead of {}",
                                                      decoded, image.decodedBytes)};
  }
  text.erase(std::find(text.begin(), text.end(), '\0'), text.end());
  return text;
}

Result<std::string> selectPtx(std::span<const std::byte> bytes, unsigned computeCapability) {
  if (const std::string_view text = bareText(bytes); !text.empty()) {
    Image image;
    image.kind = Kind::ptx;
    image.arch = archOfText(text);
    if (image.arch > computeCapability) return noPtxFor(computeCapability, {image});
    return std::string(text);
  }
  const Result<std::vector<Image>> images = listImages(bytes);
  if (!images) return images.error();
  const Image* best = nullptr;
  for (const Image& image : *images) {
    if (image.kind == Kind::ptx && image.arch <= computeCapability && (best == nullptr || image.arch > best->arch))
      best = &image;
  }
  if (best == nullptr) return noPtxFor(computeCapability, *images);
  return decode(*best);
}

std::size_t extent(const void* data, std::size_t available) {
  const std::span<const std::byte> bytes(static_cast<const std::byte*>(data), available);
  if (const std::string_view text = bareText(bytes.first(std::min<std::size_t>(available, 4096))); !text.empty())
    return bareText(bytes).size();
  if (available < containerHeaderBytes || readAt<std::uint32_t>(bytes, 0) != dataMagic) return 0;
  const std::size_t headerBytes = readAt<std::uint16_t>(bytes, 6);
  const auto bodyBytes = readAt<std::uint64_t>(bytes, 8);
  if (headerBytes > available || bodyBytes > available - headerBytes) return 0;
  return headerBytes + static_cast<std::size_t>(bodyBytes);
}

}  // namespace gpusim::fatbin
