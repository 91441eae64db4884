#include "harness/reported_faults.h"

#include <fmt/format.h>

#include "harness/why.h"

namespace harness {

namespace {

constexpr std::string_view tablePath = "docs/reported-faults.md";
/// What the page says its --why quotes come from.
constexpr std::string_view whyCase = "611x613";

std::vector<std::string> split(std::string_view text, std::string_view by) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(by);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + by.size());
  }
}

/// What stands between the first two `mark`s; empty when there are no two. `rest` gets what follows.
std::string between(std::string_view text, char mark, std::string_view* rest = nullptr) {
  const std::size_t open = text.find(mark), close = text.find(mark, open + 1);
  if (open == std::string_view::npos || close == std::string_view::npos) return "";
  if (rest != nullptr) *rest = text.substr(close + 1);
  return std::string(text.substr(open + 1, close - open - 1));
}

/// The text with every run of white space as one blank.
std::string unbroken(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  return out;
}

}  // namespace

Result<std::vector<ReportedFault>> parseReportedFaults(std::string_view text, const std::string& name) {
  std::vector<ReportedFault> faults;
  std::size_t number = 0;
  for (const std::string& row : split(text, "\n")) {
    ++number;
    if (!row.starts_with("| ") || row.starts_with("| fault ")) continue;
    const std::vector<std::string> cells = split(std::string_view(row).substr(2), " | ");
    const auto refuse = [&](std::string_view what) {
      return Problem{ExitStatus::course, fmt::format("{}:{}: {}", name, number, what)};
    };
    if (cells.size() != 5) return refuse("a row has five cells: fault, report, file, verdict and class, words");
    const std::vector<std::string> files = split(cells[2], "<br>"), verdicts = split(cells[3], "<br>"),
                                   words = split(cells[4], "<br>");
    if (files.size() != verdicts.size() || files.size() != words.size())
      return refuse("each planted file has its verdict and its words");
    for (std::size_t i = 0; i < files.size(); ++i) {
      std::string_view rest;
      ReportedFault fault{number,      between(files[i], '`', &rest), "",
                          verdicts[i], between(words[i], '"'),        words[i].starts_with("`--why`")};
      fault.kernel = between(rest, '`');
      if (fault.file.empty() || fault.words.empty()) return refuse("a file stands in `…`, its words in \"…\"");
      faults.push_back(std::move(fault));
    }
  }
  return faults;
}

Result<std::vector<ReportedFault>> readReportedFaults(const std::filesystem::path& root) {
  const std::filesystem::path path = root / tablePath;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::vector<ReportedFault>();
  const Result<std::string> text = readText(path, ExitStatus::course);
  if (!text) return text.problem();
  return parseReportedFaults(*text, std::string(tablePath));
}

bool holdsWords(std::string_view text, std::string_view words) {
  return unbroken(text).find(unbroken(words)) != std::string::npos;
}

std::string unsaidWords(const std::vector<ReportedFault>& faults, const JudgeRequest& request, const Report& report) {
  const std::string file = shownPath(request.source, request.files.root);
  for (const ReportedFault& fault : faults) {
    // The corpus is a course of its own, somewhere below the project's root.
    if (!fault.file.ends_with(file) || (fault.file != file && !fault.file.ends_with("/" + file))) continue;
    std::string said;
    if (fault.withWhy) {
      JudgeRequest counted = request;
      counted.cases = {std::string(whyCase)};
      const Result<WhyReport> why = explainFile(counted);
      said = why ? whyText(*why, {false, true}) : why.problem().message;
    } else {
      said = textReport(report, {false, false, true});
    }
    if (!holdsWords(said, fault.words))
      return fmt::format("{}:{} quotes \"{}\", which is not said:\n{}", tablePath, fault.line, fault.words, said);
  }
  return "";
}

}  // namespace harness
