#pragma once
// From the paths on the command line to what is to be graded. Everything found is one item, also what cannot be graded:
// a class's folder holds links, archives and damaged files, and each gets its line.
#include <cstdint>
#include <string>
#include <vector>

#include "harness/result.h"

namespace grade {

struct Item {
  std::string id;    // 16 hexadecimal digits, of the path below what was named
  std::string name;  // that path, printable
  std::string hash;  // of the bytes
  std::string day;   // "day13"
  std::string note, claimed;
  std::string source;
  std::string refusal;  // not empty: why this is not judged
};

/// Everything below `paths`, by name. `day` is the day of bare .cu files and, when it is not empty, of all. Files and
/// folders in `skip` (absolute) are left out. The Problem: a path that is not there, or too many files.
harness::Result<std::vector<Item>> collect(const std::vector<std::string>& paths, const std::string& day,
                                           const std::vector<std::string>& skip);

/// The day that a path names, as in "day13.cu" or "day13/alice.cu"; empty when it names none.
std::string dayInPath(std::string_view path);

}  // namespace grade
