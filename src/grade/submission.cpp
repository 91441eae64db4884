#include "grade/submission.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/content_hash.h"
#include "harness/json.h"

namespace grade {

using harness::ContentHash;
using harness::ExitStatus;
using harness::Json;
using harness::jsonString;
using harness::Problem;
using harness::Result;

namespace {

constexpr std::string_view magic = "cuda-measured-submission ";
constexpr std::string_view version = "1";

Problem refusal(std::string message) { return {ExitStatus::usage, std::move(message)}; }

/// jsonString replaces what is no UTF-8, so a text that comes back unchanged was some.
bool isUtf8(std::string_view text) {
  const std::optional<Json> back = harness::parseJson(jsonString(text));
  return back && back->string() == std::string(text);
}

std::string textOrNull(const std::string& text) { return text.empty() ? "null" : jsonString(text); }

std::string numberOrNull(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{:.6g}", *value) : "null";
}

/// The head without its checksum and closing brace.
std::string headOf(const Submission& submission) {
  std::string out = "{";
  const auto member = [&](const char* name, const std::string& json) {
    out += fmt::format("{}\"{}\":{}", out.size() > 1 ? "," : "", name, json);
  };
  member("day", jsonString(submission.day));
  member("note", jsonString(submission.note));
  member("verdict", jsonString(submission.verdict));
  member("reason", textOrNull(submission.reason));
  member("exit_code", std::to_string(submission.exitCode));
  member("fault_class", textOrNull(submission.faultClass));
  member("headline", textOrNull(submission.headline));
  member("ratio_to_copy", numberOrNull(submission.ratioToCopy));
  member("ratio_to_naive", numberOrNull(submission.ratioToNaive));
  member("modelled", submission.modelled ? "true" : "false");
  member("device", textOrNull(submission.device));
  member("card", textOrNull(submission.card));
  member("harness", textOrNull(submission.harness));
  member("compiler", textOrNull(submission.compiler));
  member("made", textOrNull(submission.made));
  member("source_name", jsonString(submission.sourceName));
  member("source_bytes", std::to_string(submission.source.size()));
  return out;
}

std::string checksumOf(const std::string& head, std::string_view source) {
  return ContentHash().add(head).add(source).hex();
}

/// Reads members of the head; the first that is missing or of another kind is the problem.
class Head {
 public:
  explicit Head(const Json& json) : json_(json) {}
  const std::string& missing() const { return missing_; }

  std::string text(const char* name, bool mayBeNull) {
    const Json* value = json_.find(name);
    if (value != nullptr && mayBeNull && value->isNull()) return "";
    const std::optional<std::string> out = value == nullptr ? std::nullopt : value->string();
    if (!out) note(name);
    return out.value_or("");
  }
  std::optional<double> number(const char* name) {
    const Json* value = json_.find(name);
    if (value == nullptr) note(name);
    if (value == nullptr || value->isNull()) return std::nullopt;
    const std::optional<double> out = value->number();
    if (!out) note(name);
    return out;
  }
  std::uint64_t count(const char* name) {
    const Json* value = json_.find(name);
    const std::optional<std::uint64_t> out = value == nullptr ? std::nullopt : value->count();
    if (!out) note(name);
    return out.value_or(0);
  }
  bool flag(const char* name) {
    const Json* value = json_.find(name);
    const std::optional<bool> out = value == nullptr ? std::nullopt : value->boolean();
    if (!out) note(name);
    return out.value_or(false);
  }

 private:
  void note(const char* name) {
    if (missing_.empty()) missing_ = name;
  }
  const Json& json_;
  std::string missing_;
};

}  // namespace

Result<std::string> checkedNote(std::string_view note) {
  constexpr std::string_view blanks = " \t\r\n\v\f";
  const std::size_t first = note.find_first_not_of(blanks);
  if (first == std::string_view::npos)
    return refusal(
        "--note is empty: say in one sentence what you found, such as --note \"the tile halves the sectors\"");
  note = note.substr(first, note.find_last_not_of(blanks) - first + 1);
  if (note.find_first_of("\r\n\v\f") != std::string_view::npos)
    return refusal("--note has several lines: one sentence, please");
  if (note.size() > maximumNoteBytes)
    return refusal(
        fmt::format("--note has {} bytes, the limit is {}: one sentence, please", note.size(), maximumNoteBytes));
  if (!isUtf8(note)) return refusal("--note is no UTF-8 text");
  const bool anyWord = std::any_of(note.begin(), note.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z');
  });
  if (!anyWord) return refusal("--note holds no word: say in one sentence what you found");
  return std::string(note);
}

std::optional<Problem> refuseSource(std::string_view source, const std::string& name) {
  if (source.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return refusal(fmt::format("{}: holds no code", name));
  if (source.size() > maximumSourceBytes)
    return refusal(fmt::format("{}: {} bytes, a submission has at most {}", name, source.size(), maximumSourceBytes));
  if (source.find('\0') != std::string_view::npos)
    return refusal(fmt::format("{}: holds a NUL byte, so it is no source text", name));
  return std::nullopt;
}

bool looksLikeSubmission(std::string_view text) { return text.starts_with(magic); }

std::string writeSubmission(const Submission& submission) {
  const std::string head = headOf(submission);
  return fmt::format("{}{}\n{},\"checksum\":\"{}\"}}\n{}", magic, version, head, checksumOf(head, submission.source),
                     submission.source);
}

Result<Submission> readSubmission(std::string_view text, const std::string& name) {
  if (!looksLikeSubmission(text))
    return refusal(fmt::format("{}: no submission: it does not begin with '{}'", name, magic));
  const std::size_t firstEnd = text.find('\n');
  const std::string_view found =
      text.substr(magic.size(), firstEnd == std::string_view::npos ? firstEnd : firstEnd - magic.size());
  if (found.ends_with('\r'))
    return refusal(
        fmt::format("{}: the line ends were changed on the way; hand in the file as `harness submit` made it", name));
  if (found != version)
    return refusal(fmt::format("{}: a submission of format '{}', this harness reads format {}", name,
                               found.substr(0, 20), version));
  const std::size_t headBegin = firstEnd == std::string_view::npos ? text.size() : firstEnd + 1;
  const std::size_t headEnd = text.find('\n', headBegin);
  if (headEnd == std::string_view::npos) return refusal(fmt::format("{}: cut short: it has no source", name));
  const std::string_view headText = text.substr(headBegin, headEnd - headBegin);
  const std::string_view source = text.substr(headEnd + 1);
  const std::optional<Json> json = harness::parseJson(headText);
  if (!json || json->object() == nullptr)
    return refusal(fmt::format("{}:2: damaged: the second line is no JSON object", name));

  Head head(*json);
  Submission out;
  out.day = head.text("day", false);
  out.note = head.text("note", false);
  out.verdict = head.text("verdict", false);
  out.reason = head.text("reason", true);
  out.exitCode = static_cast<int>(std::min<std::uint64_t>(head.count("exit_code"), 255));
  out.faultClass = head.text("fault_class", true);
  out.headline = head.text("headline", true);
  out.ratioToCopy = head.number("ratio_to_copy");
  out.ratioToNaive = head.number("ratio_to_naive");
  out.modelled = head.flag("modelled");
  out.device = head.text("device", true);
  out.card = head.text("card", true);
  out.harness = head.text("harness", true);
  out.compiler = head.text("compiler", true);
  out.made = head.text("made", true);
  out.sourceName = head.text("source_name", false);
  const std::uint64_t bytes = head.count("source_bytes");
  const std::string checksum = head.text("checksum", false);
  out.source = std::string(source);
  if (!head.missing().empty())
    return refusal(fmt::format("{}:2: damaged: '{}' is missing or of the wrong kind", name, head.missing()));
  if (source.size() != bytes)
    return refusal(fmt::format("{}: the source has {} bytes, {} were handed in: {}", name, source.size(), bytes,
                               source.size() < bytes ? "the file is cut short" : "the file was changed on the way"));
  const std::size_t checksumAt = headText.rfind(",\"checksum\":");
  if (checksumAt == std::string_view::npos ||
      checksumOf(std::string(headText.substr(0, checksumAt)), source) != checksum)
    return refusal(
        fmt::format("{}: the checksum does not fit: the file was changed after `harness submit` made it", name));
  if (std::optional<Problem> refused = refuseSource(source, name)) return *refused;
  return out;
}

}  // namespace grade
