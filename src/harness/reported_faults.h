#pragma once
// The table of docs/reported-faults.md: faults that learners reported, where each is planted here, and what is said of
// it. Whoever judges a planted file compares the quoted words with what came.
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/pipeline.h"

namespace harness {

/// One planted fault of the table.
struct ReportedFault {
  std::size_t line = 0;  // of the table's row
  std::string file;      // that holds the fault, from the project's root
  std::string kernel;    // of a program with many; else empty
  std::string verdict;   // "wrong, local-index": what the verdict's column says
  std::string words;     // the quote, without its marks
  bool withWhy = false;  // said by --why, not by the verdict
};

/// The rows of `text`, a planted fault each. The Problem says which row is none. `name` is the file's, for messages.
Result<std::vector<ReportedFault>> parseReportedFaults(std::string_view text, const std::string& name);

/// The table of the project at `root`; empty where there is no such page.
Result<std::vector<ReportedFault>> readReportedFaults(const std::filesystem::path& root);

/// Whether `text` holds `words`, whatever the lines are broken at.
bool holdsWords(std::string_view text, std::string_view words);

/// Empty when everything that `faults` quotes of the judged file is said of it, else one line of what is not. `report`
/// came of `request`.
std::string unsaidWords(const std::vector<ReportedFault>& faults, const JudgeRequest& request, const Report& report);

}  // namespace harness
