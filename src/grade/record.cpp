#include "grade/record.h"

#include <fmt/format.h>

#include <cmath>

#include "grade/fault_code.h"
#include "grade/files.h"

namespace grade {

using harness::ExitStatus;
using harness::Json;
using harness::jsonString;
using harness::Problem;
using harness::Result;

namespace {

constexpr std::size_t shownBytes = 4000;  // of what compilers and learners wrote

const char* wordOf(Part::State state) {
  return state == Part::State::passed ? "passed" : state == Part::State::failed ? "failed" : "skipped";
}

std::string number(double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : "0"; }

std::string partJson(const Part& part) {
  return fmt::format(R"({{"name": {}, "points": {}, "max_points": {}, "state": "{}", "why": {}, "hidden": {}}})",
                     jsonString(part.name), number(part.points), number(part.most), wordOf(part.state),
                     jsonString(part.why), part.hidden);
}

/// Lines stay lines; all else that a terminal obeys does not get through.
std::string printableLines(std::string_view text) {
  std::string out;
  text = text.substr(0, shownBytes);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out += printable(text.substr(0, end), shownBytes);
    if (end == std::string_view::npos) break;
    out += '\n';
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string textOf(const Json& json, const char* name) {
  const Json* value = json.find(name);
  return value == nullptr ? "" : value->string().value_or("");
}

double numberOf(const Json& json, const char* name) {
  const Json* value = json.find(name);
  return value == nullptr ? 0 : value->number().value_or(0);
}

bool flagOf(const Json& json, const char* name) {
  const Json* value = json.find(name);
  return value != nullptr && value->boolean().value_or(false);
}

}  // namespace

std::string writeRecord(const Record& record) {
  std::string out = "{\n";
  const auto text = [&](const char* name, const std::string& value) {
    out += fmt::format("  {}: {},\n", jsonString(name), jsonString(value));
  };
  const auto real = [&](const char* name, double value) {
    out += fmt::format("  {}: {},\n", jsonString(name), number(value));
  };
  text("id", record.id);
  text("name", record.name);
  text("hash", record.hash);
  text("day", record.day);
  text("note", record.note);
  text("claimed", record.claimed);
  text("verdict", record.verdict);
  text("reason", record.reason);
  text("fault_class", record.faultClass);
  text("code", record.code);
  text("headline", record.headline);
  text("case", record.failingCase);
  out += fmt::format("  \"exit_code\": {},\n", record.exitCode);
  real("points", record.points);
  real("max_points", record.most);
  real("ratio_to_copy", record.ratioToCopy);
  real("ratio_to_naive", record.ratioToNaive);
  out += fmt::format("  \"modelled\": {},\n", record.modelled);
  real("build_seconds", record.buildSeconds);
  real("run_seconds", record.runSeconds);
  text("trust", record.trust);
  text("compiler", record.compiler);
  text("printed", record.printed);
  out += "  \"parts\": [";
  for (std::size_t i = 0; i < record.parts.size(); ++i)
    out += (i == 0 ? "\n    " : ",\n    ") + partJson(record.parts[i]);
  return out + (record.parts.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

Result<Record> readRecord(std::string_view text, const std::string& name) {
  const std::optional<Json> json = harness::parseJson(text);
  if (!json || json->find("id") == nullptr || json->find("code") == nullptr)
    return Problem{ExitStatus::internal, fmt::format("{}: no record of a grade", name)};
  Record out;
  out.id = textOf(*json, "id");
  out.name = textOf(*json, "name");
  out.hash = textOf(*json, "hash");
  out.day = textOf(*json, "day");
  out.note = textOf(*json, "note");
  out.claimed = textOf(*json, "claimed");
  out.verdict = textOf(*json, "verdict");
  out.reason = textOf(*json, "reason");
  out.faultClass = textOf(*json, "fault_class");
  out.code = textOf(*json, "code");
  out.headline = textOf(*json, "headline");
  out.failingCase = textOf(*json, "case");
  out.exitCode = static_cast<int>(numberOf(*json, "exit_code"));
  out.points = numberOf(*json, "points");
  out.most = numberOf(*json, "max_points");
  out.ratioToCopy = numberOf(*json, "ratio_to_copy");
  out.ratioToNaive = numberOf(*json, "ratio_to_naive");
  out.modelled = flagOf(*json, "modelled");
  out.buildSeconds = numberOf(*json, "build_seconds");
  out.runSeconds = numberOf(*json, "run_seconds");
  out.trust = textOf(*json, "trust");
  out.compiler = textOf(*json, "compiler");
  out.printed = textOf(*json, "printed");
  const Json* parts = json->find("parts");
  if (parts != nullptr && parts->array() != nullptr)
    for (const Json& one : *parts->array()) {
      const std::string state = textOf(one, "state");
      out.parts.push_back({textOf(one, "name"), textOf(one, "why"), numberOf(one, "points"),
                           numberOf(one, "max_points"),
                           state == "passed"   ? Part::State::passed
                           : state == "failed" ? Part::State::failed
                                               : Part::State::skipped,
                           flagOf(one, "hidden")});
    }
  return out;
}

Record recordOf(const Outcome& outcome, std::vector<Part> parts) {
  // No grade at all, rather than a wrong one.
  if (faultCode(outcome.judgement.status, outcome.judgement.faultClass) == "OURS") parts.clear();
  const harness::Judgement& judgement = outcome.judgement;
  Record out;
  out.verdict = harness::verdictName(judgement.status);
  out.reason = harness::reasonName(judgement.status);
  out.faultClass = judgement.faultClass;
  out.code = faultCode(judgement.status, judgement.faultClass);
  out.headline = printable(judgement.headline, 1000);
  out.failingCase = judgement.status == ExitStatus::passed ? "" : judgement.shape;
  out.exitCode = static_cast<int>(judgement.status);
  out.points = pointsOf(parts);
  out.most = mostOf(parts);
  if (judgement.timing) {
    out.ratioToCopy = judgement.timing->ratioToCopy;
    out.ratioToNaive = judgement.timing->ratioToNaive;
    out.modelled = judgement.timing->modelled;
  }
  out.buildSeconds = outcome.buildSeconds;
  out.runSeconds = outcome.runSeconds;
  out.compiler = printableLines(outcome.compilerSaid);
  out.printed = printableLines(outcome.printed);
  out.parts = std::move(parts);
  for (Part& part : out.parts) part.why = printable(part.why, 1000);
  return out;
}

Record unreadable(const std::string& why) {
  Record out;
  out.verdict = "not judged";
  out.code = unreadableCode;
  out.headline = printable(why, 1000);
  out.exitCode = static_cast<int>(ExitStatus::usage);
  return out;
}

}  // namespace grade
