// Gradescope, GitHub Classroom and check50: one document a submission.
#include <fmt/format.h>

#include "grade/formats/formats.h"

namespace grade {

using harness::jsonString;

namespace {

std::string wordsOf(const Record& record) {
  std::string out = record.verdict + (record.headline.empty() ? "" : ": " + record.headline) + "\n";
  if (!record.compiler.empty()) out += "\n" + record.compiler;
  return out;
}

/// Hidden parts of a test's output would give the drawn case away before all have handed in.
const char* visibilityOf(const Part& part) { return part.hidden ? "after_published" : "visible"; }

template <class Each>
std::string joined(const std::vector<Part>& parts, Each&& each) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? "\n  " : ",\n  ") + each(parts[i], i);
  return out;
}

}  // namespace

std::string gradescopeJson(const Record& record) {
  const std::string tests = joined(record.parts, [](const Part& part, std::size_t i) {
    return fmt::format(
        R"({{"score": {:.6g}, "max_score": {:.6g}, "status": "{}", "name": {}, "name_format": "text", "number": "{}", "output": {}, "output_format": "text", "visibility": "{}"}})",
        part.points, part.most, part.state == Part::State::passed ? "passed" : "failed", jsonString(part.name), i + 1,
        jsonString(part.why), visibilityOf(part));
  });
  const std::string leaderboard =
      record.ratioToCopy > 0
          ? fmt::format(R"({{"name": "times the copy", "value": {:.4g}, "order": "asc"}})", record.ratioToCopy)
          : "";
  return fmt::format(
      "{{\"score\": {:.6g}, \"execution_time\": {:.0f}, \"output\": {}, \"output_format\": \"text\", "
      "\"test_output_format\": \"text\", "
      "\"test_name_format\": \"text\", \"visibility\": \"visible\", \"stdout_visibility\": \"hidden\", \"extra_data\": "
      "{{\"code\": {}, "
      "\"verdict\": {}}},\n\"tests\": [{}],\n\"leaderboard\": [{}]}}\n",
      record.points, record.buildSeconds + record.runSeconds, jsonString(wordsOf(record)), jsonString(record.code),
      jsonString(record.verdict), tests, leaderboard);
}

std::string githubJson(const Record& record) {
  const auto status = [&](const Part& part) {
    return record.code == "OURS" ? "error" : part.state == Part::State::passed ? "pass" : "fail";
  };
  const std::string tests = joined(record.parts, [&](const Part& part, std::size_t) {
    return fmt::format(
        R"({{"name": {}, "status": "{}", "score": {:.6g}, "message": {}, "line_no": 0, "test_code": {}}})",
        jsonString(part.name), status(part), part.points, jsonString(part.why), jsonString("harness grade"));
  });
  return fmt::format("{{\"status\": \"{}\", \"max_score\": {:.6g}, \"tests\": [{}]}}\n",
                     record.code == "OURS"   ? "error"
                     : record.code == "PASS" ? "pass"
                                             : "fail",
                     record.most, tests);
}

std::string githubResult(const Record& record) { return base64(githubJson(record)) + "\n"; }

std::string check50Json(const Record& record) {
  const std::string head =
      fmt::format("\"slug\": {}, \"version\": \"4.0.0\"", jsonString("cuda-measured/" + record.day));
  if (record.code == "OURS" || record.parts.empty())
    return fmt::format("{{{}, \"error\": {{\"type\": {}, \"value\": {}, \"traceback\": [], \"data\": {{}}}}}}\n", head,
                       jsonString(record.code), jsonString(record.headline));
  const std::string results = joined(record.parts, [&](const Part& part, std::size_t i) {
    const bool passed = part.state == Part::State::passed, skipped = part.state == Part::State::skipped;
    const std::string cause =
        passed ? "null"
               : fmt::format(R"({{"rationale": {}, "help": null}})", jsonString(skipped ? "not reached" : part.why));
    return fmt::format(
        R"({{"name": {}, "description": {}, "passed": {}, "log": [], "cause": {}, "data": {{}}, "dependency": {}}})",
        jsonString(part.name), jsonString(part.name),
        skipped  ? "null"
        : passed ? "true"
                 : "false",
        cause, i == 0 ? "null" : jsonString(record.parts[0].name));
  });
  return fmt::format("{{{}, \"results\": [{}]}}\n", head, results);
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - at);
    unsigned word = 0;
    for (std::size_t i = 0; i < 3; ++i) word = word << 8 | (i < left ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i) out += i <= left ? letters[word >> (18 - 6 * i) & 63U] : '=';
  }
  return out;
}

}  // namespace grade
