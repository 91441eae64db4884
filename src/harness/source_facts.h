#pragma once
// What has to be known of a .cu file before it may be compiled in one translation unit with others. Pure: text in,
// facts out. A false "alone" costs a compiler run; a missed one could change a verdict, so doubt means "alone".
#include <string>
#include <string_view>
#include <vector>

namespace harness {

struct SourceFacts {
  std::vector<std::string> includes;  // "cstddef", in the file's order
  std::vector<std::string> macros;    // that it defines
  std::vector<std::string> names;     // that it declares at namespace scope, and perhaps a few that it does not
  std::string alone;                  // empty, or why it must be compiled by itself
};

SourceFacts readSource(std::string_view text);

/// Where the literal or comment that starts at `at` ends, one past it; npos when it does not end, `at` when there is
/// none.
std::size_t pastOpaque(std::string_view text, std::size_t at);

/// `text` with comments and what stands in literals turned to spaces; lines stay lines. Empty when a comment or a
/// literal does not end.
std::string codeOnly(std::string_view text);

}  // namespace harness
