#include "grade/submit_command.h"

#include <fmt/format.h>

#include "grade/files.h"
#include "grade/submission.h"
#include "harness/pipeline.h"
#include "harness/process.h"
#include "harness/replace_file.h"
#include "harness/timestamp.h"
#include "harness/toolchain.h"

namespace grade {

namespace fs = std::filesystem;

using harness::ExitStatus;
using harness::Problem;
using harness::Result;

namespace {

constexpr std::size_t maximumFileBytes = maximumSourceBytes + 65536;  // source and head

std::string compilerVersion(const fs::path& root) {
  const Result<harness::Toolchain> tools = harness::findToolchain(root);
  return tools ? tools->compiler->version() : "";
}

std::string orNone(const std::string& text) { return text.empty() ? "none" : printable(text, 2000); }

}  // namespace

Result<Submitted> submit(const SubmitOptions& options, const std::function<void(const std::string&)>& onProgress) {
  const Result<std::string> note = checkedNote(options.note);
  if (!note) return note.problem();
  const Result<harness::JudgeRequest> request = harness::requestOf(options.judge, onProgress);
  if (!request) return request.problem();
  const std::string shown = harness::shownPath(request->source, request->files.root);
  const Result<std::string> before = readRegularFile(fs::canonical(request->source), maximumSourceBytes, shown);
  if (!before) return before.problem();
  if (std::optional<Problem> refused = refuseSource(*before, shown)) return *refused;
  const Result<harness::Report> report = harness::judgeFile(*request);
  if (!report) return report.problem();
  const harness::Judgement& judgement = report->judgement;
  if (judgement.status == ExitStatus::interrupted || judgement.status == ExitStatus::internal ||
      judgement.status == ExitStatus::setup)
    return Problem{judgement.status, judgement.headline};

  Submission out;
  out.day = report->files.id();
  out.note = *note;
  out.verdict = harness::verdictName(judgement.status);
  out.reason = harness::reasonName(judgement.status);
  out.exitCode = static_cast<int>(judgement.status);
  out.faultClass = judgement.faultClass;
  out.headline = judgement.headline;
  if (judgement.timing) {
    out.ratioToCopy = judgement.timing->ratioToCopy;
    out.ratioToNaive = judgement.timing->ratioToNaive;
    out.modelled = judgement.timing->modelled;
  }
  out.device = report->device;
  out.card = report->card;
  out.harness = harness::versionText;
  out.compiler = compilerVersion(request->files.root);
  out.made = harness::timestampNow();
  out.sourceName = request->source.filename().string();
  out.source = report->sourceText;  // what was judged, should the file have been saved since
  const fs::path path =
      options.out.empty() ? request->files.root / "work" / (out.day + ".submission") : fs::path(options.out);
  std::error_code ignored;
  if (fs::exists(path, ignored)) {
    const Result<std::string> old = readRegularFile(path, maximumFileBytes, path.string());
    if (!old || !looksLikeSubmission(*old))
      return Problem{ExitStatus::usage,
                     fmt::format("{}: is there and is no submission: it is not written over", path.string())};
  }
  fs::create_directories(fs::absolute(path).parent_path(), ignored);
  if (const Result<std::monostate> written = harness::replaceFile(path, writeSubmission(out)); !written)
    return written.problem();

  Submitted done;
  done.text = fmt::format("made {}\nverdict  {}: {}\n", harness::shownPath(fs::absolute(path), request->files.root),
                          out.verdict, printable(out.headline, 400));
  if (judgement.status != ExitStatus::passed)
    done.warning =
        fmt::format("warning: the verdict is '{}', no pass; the file can be handed in all the same", out.verdict);
  return done;
}

Result<std::string> describeSubmission(const std::string& file) {
  const Result<std::string> text = readRegularFile(file, maximumFileBytes, file);
  if (!text) return text.problem();
  const Result<Submission> read = readSubmission(*text, file);
  if (!read) return read.problem();
  std::string out;
  const auto line = [&](const char* what, const std::string& value) { out += fmt::format("{:<10} {}\n", what, value); };
  line("day", printable(read->day));
  line("note", printable(read->note, maximumNoteBytes));
  line("verdict", printable(read->verdict) + (read->reason.empty() ? "" : ", " + printable(read->reason)));
  line("class", orNone(read->faultClass));
  line("ratio",
       !read->ratioToCopy
           ? "none"
           : fmt::format("{:.2f} times the copy's time, {:.2f} times as fast as the naive kernel ({})",
                         *read->ratioToCopy, read->ratioToNaive.value_or(0), read->modelled ? "modelled" : "measured"));
  line("device", fmt::format("{}, {}", orNone(read->device), orNone(read->card)));
  line("made", fmt::format("{} by {}, {}", orNone(read->made), orNone(read->harness), orNone(read->compiler)));
  line("source", fmt::format("{}, {} bytes, as the checksum says", printable(read->sourceName), read->source.size()));
  return out + "Whoever grades judges the source anew and believes nothing above.\n";
}

}  // namespace grade
