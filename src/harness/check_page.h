#pragma once
// What a lesson page promises, checked against the files it speaks of. Pure: text in, faults out.
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

/// What a page is held to.
struct PageContext {
  std::string program;             // the day's program, which quoted kernels must be in
  std::vector<std::string> hints;  // titles in day.yaml, which the page's hints must carry
  /// The text of an evidence file named by its path in the repository; nothing when there is none.
  std::function<std::optional<std::string>(const std::string&)> evidence;
};

/// A fault of a page and the line it is on.
struct PageFault {
  std::size_t line = 0;
  std::string message;
};

/// Checks sections and their order, quoted kernels ("```cuda quote"), transcripts ("```transcript PATH") and the folded
/// hints and solution. Empty when the page keeps its promises.
std::vector<PageFault> checkPage(std::string_view page, const PageContext& context);

}  // namespace harness
