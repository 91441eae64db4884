#pragma once
// Links that open Compiler Explorer (godbolt.org) with a file in the editor. docs/paste.md says what limits apply.
#include <string>
#include <string_view>

namespace harness {

/// nvcc 12.6.2 there: the toolkit of the published figures, and old enough for any driver of 2024.
constexpr std::string_view explorerCompiler = "nvcc126u2";

struct ExplorerState {
  std::string source, flags;
  bool deviceView = true;  // PTX and SASS beside the output of the run
};

/// The link: the state in the part behind '#', which a browser keeps to itself. An editor, the device's code where it
/// is wanted, and the output of a run on Compiler Explorer's card.
std::string explorerLink(const ExplorerState& state);

/// A page that goes to the link by itself: for links too long to be typed or clicked in a terminal.
std::string explorerPage(const ExplorerState& state);

}  // namespace harness
