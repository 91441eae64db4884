#include "harness/content_hash.h"

#include <fmt/format.h>

#include <cstdint>

namespace harness {

void ContentHash::addBytes(std::string_view bytes) {
  for (const char byte : bytes) state_ = (state_ ^ static_cast<unsigned char>(byte)) * prime;
}

ContentHash& ContentHash::add(std::string_view text) {
  addBytes(text);
  addBytes(fmt::format("\n{}\n", text.size()));
  return *this;
}

std::string ContentHash::hex() const {
  return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(state_ >> 64), static_cast<std::uint64_t>(state_));
}

}  // namespace harness
