#include "harness/why_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "harness/pipeline.h"
#include "harness/why.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

/// "passed: 1.78 times the copy's time …" as one line.
std::string verdictText(const Judgement& judgement) {
  std::string text = fmt::format("Verdict: {}", verdictName(judgement.status));
  if (const std::string_view reason = reasonName(judgement.status); !reason.empty())
    text += fmt::format(" ({})", reason);
  return judgement.headline.empty() ? text + "." : fmt::format("{}: {}.", text, judgement.headline);
}

/// Writes the report; the Problem says which file could not be written.
std::optional<Problem> writeHtml(const WhyReport& report, const fs::path& path) {
  std::error_code failed;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), failed);
  std::ofstream file(path, std::ios::binary);
  file << whyHtml(report);
  file.close();
  if (file) return std::nullopt;
  return Problem{ExitStatus::usage, fmt::format("--html {}: the file cannot be written", path.string())};
}

}  // namespace

Result<WhyOutput> explainDay(const Options& options, bool color,
                             const std::function<void(const std::string&)>& onProgress) {
  const Result<JudgeRequest> request = requestOf(options, onProgress);
  if (!request) return request.problem();
  Result<Report> judged = judgeFile(*request);
  if (!judged) return judged.problem();
  if (onProgress) onProgress("counting line by line");
  Result<WhyReport> why = explainFile(*request);
  if (!why) return why.problem();
  why->verdict = verdictText(judged->judgement);

  if (why->problem.empty()) {
    const fs::path html = options.html.empty() ? request->target.buildFolder / "why" / (why->files.id() + ".html")
                                               : fs::absolute(options.html);
    why->htmlFile = shownPath(html, request->files.root);
    if (const std::optional<Problem> failed = writeHtml(*why, html)) return *failed;
  }
  WhyOutput output;
  output.status = judged->judgement.status;
  if (options.json) {
    judged->why = whyJson(*why);
    output.text = jsonReport(*judged);
    return output;
  }
  if (!why->problem.empty()) {
    // The verdict says more than the empty page would.
    output.text = textReport(*judged, {color, options.quiet}) + "\n" +
                  wrap("why: nothing was counted: " + why->problem, 2) + "\n";
    return output;
  }
  output.text = whyText(*why, {color, options.verbose}) + "\n" + wrap("The pictures: " + why->htmlFile, 2) + "\n" +
                textReport(*judged, {color, true});
  return output;
}

}  // namespace harness
