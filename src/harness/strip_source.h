#pragma once
// Source text that nobody is to read, made short.
#include <string>
#include <string_view>

namespace harness {

/// C++ or CUDA text without comments, indentation, trailing blanks and empty lines. Literals stay as they are, and so
/// do the lines of a directive. The text itself when a comment or a literal in it does not end.
std::string strippedSource(std::string_view text);

}  // namespace harness
