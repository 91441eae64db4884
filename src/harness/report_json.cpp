#include <fmt/format.h>

#include <cmath>

#include "harness/json.h"
#include "harness/report.h"

namespace harness {
namespace {

/// An object under construction: members in the order they are added, one a line so that people can read it too.
class Members {
 public:
  void raw(std::string_view name, const std::string& json) {
    body_ += fmt::format("{}  {}: {}", body_.empty() ? "" : ",\n", jsonString(name), json);
  }
  void text(std::string_view name, const std::string& value) { raw(name, value.empty() ? "null" : jsonString(value)); }
  void number(std::string_view name, double value) {
    raw(name, std::isfinite(value) ? fmt::format("{:.6g}", value) : "null");
  }
  std::string object() const { return "{\n" + body_ + "\n}\n"; }

 private:
  std::string body_;
};

std::string cellsJson(const std::vector<Cell>& cells) {
  std::string out;
  for (const Cell& cell : cells)
    out += fmt::format("{}{{\"row\": {}, \"col\": {}, \"got\": {}, \"expected\": {}, \"place\": {}}}",
                       out.empty() ? "" : ", ", cell.row, cell.column, jsonString(cell.got), jsonString(cell.expected),
                       cell.place.empty() ? "null" : jsonString(cell.place));
  return "[" + out + "]";
}

std::string textsJson(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + jsonString(text);
  return "[" + out + "]";
}

std::string siteJson(const Site& site) {
  return fmt::format("{{\"block\": [{}, {}, {}], \"thread\": [{}, {}, {}], \"file\": {}, \"line\": {}}}", site.block[0],
                     site.block[1], site.block[2], site.thread[0], site.thread[1], site.thread[2],
                     jsonString(site.file), site.line);
}

std::string findingsJson(const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& finding : findings)
    out += fmt::format(
        "{}{{\"tool\": {}, \"kind\": {}, \"message\": {}, \"kernel\": {}, \"case\": {}, \"seed\": {}, \"count\": {}, "
        "\"note\": {}, \"site\": {}, \"other\": {}}}",
        out.empty() ? "" : ", ", jsonString(finding.tool), jsonString(finding.kind), jsonString(finding.message),
        jsonString(finding.kernel), jsonString(finding.shape), finding.seed, finding.count, finding.note,
        siteJson(finding.site), finding.other ? siteJson(*finding.other) : "null");
  return "[" + out + "]";
}

void addTiming(Members& members, const std::optional<Timing>& timing) {
  if (!timing) {
    for (const char* name :
         {"ratio_to_copy", "ratio_to_naive", "interval", "interval_to_naive", "modelled", "copy_ms", "naive_ms", "solve_ms", "counters"})
      members.raw(name, "null");
    return;
  }
  members.number("ratio_to_copy", timing->ratioToCopy);
  members.number("ratio_to_naive", timing->ratioToNaive);
  members.raw("interval", fmt::format("[{:.6g}, {:.6g}]", timing->interval[0], timing->interval[1]));
  members.raw("interval_to_naive",
              fmt::format("[{:.6g}, {:.6g}]", timing->intervalToNaive[0], timing->intervalToNaive[1]));
  members.raw("modelled", timing->modelled ? "true" : "false");
  members.number("copy_ms", timing->copyMilliseconds);
  members.number("naive_ms", timing->naiveMilliseconds);
  members.number("solve_ms", timing->solveMilliseconds);
  members.raw("counters", timing->rawLaunches.isNull() ? "null" : toJson(timing->rawLaunches));
}

/// The object that both public forms are; `day` and `seed` as JSON.
std::string object(const Report& report, const std::string& day, const std::string& seed) {
  const Judgement& judgement = report.judgement;
  Members members;
  members.raw("day", day);
  members.text("device", report.device);
  members.text("card", report.card);
  members.text("file", report.file);
  members.text("verdict", std::string(verdictName(judgement.status)));
  members.text("reason", std::string(reasonName(judgement.status)));
  members.raw("exit_code", std::to_string(static_cast<int>(judgement.status)));
  members.text("fault_class", judgement.faultClass);
  members.text("headline", judgement.headline);
  members.text("see", judgement.see);
  members.text("case", judgement.shape);
  members.text("smallest_case", report.smallest ? report.smallest->shape : "");
  members.text("order", report.smallest ? report.smallest->order : "");
  members.raw("seed", seed);
  members.raw("cells", cellsJson(judgement.cells));
  members.raw("also", textsJson(judgement.also));
  members.raw("map", textsJson(judgement.map));
  members.raw("findings", findingsJson(judgement.findings));
  addTiming(members, judgement.timing);
  members.number("build_seconds", report.buildSeconds);
  members.number("run_seconds", report.runSeconds);
  members.text("compiler", report.compilerSaid);
  members.raw("why", report.why.empty() ? "null" : report.why);
  return members.object();
}

}  // namespace

std::string jsonReport(const Report& report) {
  return object(report, jsonString(report.files.id()), std::to_string(report.seed));
}

std::string jsonProblem(const Problem& problem, const std::string& day) {
  Report report;
  report.judgement.status = problem.status;
  report.judgement.headline = problem.message;
  return object(report, day.empty() ? "null" : jsonString(day), "null");
}

}  // namespace harness
