#include "harness/check_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>

namespace harness {
namespace {

/// exercise.h has a ladder of its own, for where there is no day.yaml; a run that passes has been through all of it.
std::string compareLadder(const Report& report) {
  std::vector<std::string> wanted = report.day.ladder, ran = report.judgement.shapes;
  // A card is timed at the first of the shapes that its cache does not hold.
  if (report.judgement.timing) {
    const std::vector<std::string>& timed = report.day.timingShapes;
    const bool listed = std::find(timed.begin(), timed.end(), report.judgement.timing->shape) != timed.end();
    wanted.push_back(listed ? report.judgement.timing->shape : timed.front());
  }
  for (std::vector<std::string>* list : {&wanted, &ran}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  if (wanted == ran) return "";
  return fmt::format("exercise.h ran {}; day.yaml says {}", fmt::join(ran, " "), fmt::join(wanted, " "));
}

}  // namespace

CheckLine checkFile(const CheckedFile& file, const CheckSetting& setting, const std::optional<Built>& built) {
  const std::string shown = shownPath(file.source, file.files.root);
  const Result<std::string> text = readText(file.source, ExitStatus::course);
  if (!text) return {shown, "is missing"};
  Result<Expectation> expected = readExpectation(*text, shown, file.otherwise);
  if (!expected) return {shown, expected.problem().message};
  if (setting.target.kind == DeviceKind::gpu) expected = expected->onCard();
  if (setting.compiler == "clang") expected = expected->withClang();
  if (file.mustSay && expected->verdict.empty()) return {shown, "its first line should be '// expect verdict: ...'"};

  JudgeRequest request;
  request.files = file.files;
  request.source = file.source;
  request.target = setting.target;
  request.seed = setting.seed.value_or(std::random_device{}());
  request.simulatorThreads = setting.simulatorThreads;
  request.built = built;
  // A fault shows before anything is timed.
  request.timing = expected->verdict == "passed" || expected->verdict.starts_with("correct");
  constexpr double loopLimitSeconds = 2;
  if (expected->verdict == "timed out") request.timeLimitSeconds = loopLimitSeconds;
  const Result<Report> judged = judgeFile(request);
  if (!judged) return {shown, judged.problem().message};
  std::string fault = compareToExpectation(judged->judgement, *expected);
  if (fault.empty() && judged->judgement.status == ExitStatus::passed) fault = compareLadder(*judged);
  if (fault.empty() && setting.target.kind == DeviceKind::simulator && setting.compiler == "nvcc")
    fault = unsaidWords(setting.quoted, request, *judged);
  const std::string faultClass = judged->judgement.faultClass.empty() ? "" : " [" + judged->judgement.faultClass + "]";
  return {fmt::format("{}: {}{}", shown, verdictName(judged->judgement.status), faultClass),
          fault.empty() ? "" : fmt::format("{}; seed {}\n{}", fault, request.seed, judged->compilerSaid)};
}

bool mustNotBuild(const CheckedFile& file) {
  const Result<std::string> text = readText(file.source, ExitStatus::course);
  if (!text) return true;
  const Result<Expectation> expected = readExpectation(*text, file.source.string(), file.otherwise);
  return !expected || statusOf(expected->verdict, "") == ExitStatus::didNotBuild;
}

}  // namespace harness
