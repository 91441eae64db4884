#pragma once
// What nvcc does one after the other, side by side. Host and device code are read from the same file and meet only in
// the last step, so on two cores a learner waits for the longer of the two and not for the sum. `nvcc --dryrun` names
// the steps; a list that is not the known one is left to nvcc.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

/// Shell scripts. `host` and `device` may run at once; `object` needs both.
struct NvccSteps {
  std::string host, device, object;
  std::string moduleIdFile;  // both read it, so it has to be there before: nvcc's own host step would write it
};

/// The steps of one compilation to PTX alone, from what `nvcc --dryrun` printed. Nothing when there are other steps
/// than those: machine code, link-time optimization, an nvcc that works in another way.
std::optional<NvccSteps> readNvccSteps(std::string_view dryRun);

}  // namespace harness
