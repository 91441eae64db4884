#pragma once
// UTF-8 as RFC 3629 has it.
#include <cstddef>
#include <string_view>

namespace harness {

/// Length of the UTF-8 sequence that `text` starts with; 0 when it is empty or starts with none: a stray byte, an
/// overlong form, half a surrogate, a number past U+10FFFF.
std::size_t sequenceLength(std::string_view text);

}  // namespace harness
