#pragma once
// The one file that a learner hands in: three lines of text that say what it is, then the source as it was judged.
//
//   cuda-measured-submission 1
//   {"day":"day13","note":"…", … ,"source_bytes":1834,"checksum":"…"}
//   <the source, to the last byte>
//
// The checksum tells damage (a mail program that broke lines) from what was made here. It is no signature: whoever
// grades builds and judges the source, and believes nothing else in the file.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/result.h"

namespace grade {

/// What a submission says of itself. Empty texts and unset numbers are null in the file.
struct Submission {
  std::string day;      // "day13"
  std::string note;     // the learner's sentence
  std::string verdict;  // as `harness dayNN` worded it
  std::string reason, faultClass, headline;
  int exitCode = 0;
  std::optional<double> ratioToCopy, ratioToNaive;
  bool modelled = false;
  std::string device, card;       // where the verdict was reached
  std::string harness, compiler;  // versions
  std::string made;               // "2026-11-30T07:10:00Z"
  std::string sourceName;         // "day13.cu"
  std::string source;
};

constexpr std::size_t maximumSourceBytes = std::size_t{1} << 20;
constexpr std::size_t maximumNoteBytes = 1000;

/// The learner's sentence, trimmed; a Problem (usage) when it is empty, of several lines, too long, or no UTF-8.
harness::Result<std::string> checkedNote(std::string_view note);

/// A Problem (usage) when `source` cannot be a submission's: empty, larger than maximumSourceBytes, or with a NUL.
std::optional<harness::Problem> refuseSource(std::string_view source, const std::string& name);

/// Whether `text` begins as a submission does; the rest may still be damaged.
bool looksLikeSubmission(std::string_view text);

/// The file's text.
std::string writeSubmission(const Submission& submission);

/// The submission in `text`, or a Problem (usage) that says what is wrong with the file `name`.
harness::Result<Submission> readSubmission(std::string_view text, const std::string& name);

}  // namespace grade
