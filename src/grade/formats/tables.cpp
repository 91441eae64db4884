// Tables of a whole class: CSV, JUnit XML, the terminal's, the summary by fault code and its page.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "grade/fault_code.h"
#include "grade/formats/formats.h"
#include "harness/html.h"

namespace grade {
namespace {

std::string cell(std::string text) {
  if (!text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos) text.insert(0, 1, '\'');
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

/// For XML 1.0, which has no place for control characters at all.
std::string xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20)
      out += c;
    else
      out += c == '\n' ? "&#10;" : " ";
  }
  return out;
}

std::string cut(const std::string& text, std::size_t columns) {
  std::size_t seen = 0, at = 0;
  while (at < text.size()) {
    if ((static_cast<unsigned char>(text[at]) & 0xc0) != 0x80 && seen++ == columns) return text.substr(0, at);
    ++at;
  }
  return text + std::string(columns - std::min(seen, columns), ' ');
}

bool isBelieved(const Record& record) { return record.trust == "shared"; }

std::string ratio(double value) { return value > 0 ? fmt::format("{:.2f}", value) : ""; }

struct Count {
  std::string code, meaning;
  std::vector<const Record*> of;
};

std::vector<Count> countsOf(const std::vector<Record>& records) {
  std::map<std::string, Count> byCode;
  for (const Record& record : records) {
    Count& count = byCode[record.code];
    count.code = record.code;
    count.of.push_back(&record);
    const std::string head = record.code.substr(0, record.code.find(':'));
    for (const CodeRow& row : codeTable())
      if (row.code == head) count.meaning = row.meaning;
  }
  std::vector<Count> counts;
  for (auto& [code, count] : byCode) counts.push_back(std::move(count));
  std::stable_sort(counts.begin(), counts.end(),
                   [](const Count& a, const Count& b) { return a.of.size() > b.of.size(); });
  return counts;
}

double meanOf(const std::vector<Record>& records) {
  double sum = 0;
  std::size_t judged = 0;
  for (const Record& record : records)
    if (record.most > 0) {
      sum += record.points / record.most;
      ++judged;
    }
  return judged == 0 ? 0 : 100 * sum / static_cast<double>(judged);
}

/// What there is to say of results that a submission's own process reported; empty when there are none.
std::string believed(const std::vector<Record>& records) {
  const auto count = std::count_if(records.begin(), records.end(), [](const Record& one) { return isBelieved(one); });
  return count == 0 ? ""
                    : fmt::format(
                          "*  {} of {}: judge and submission shared a process, and what it reported is believed; "
                          "docs/grading.md says why\n",
                          count, records.size());
}

}  // namespace

std::string csvTable(const std::vector<Record>& records) {
  std::string out =
      "name,day,points,max_points,code,ratio_to_copy,ratio_to_naive,case,verdict,reason,headline,note,claimed,"
      "trust\r\n";
  for (const Record& r : records) {
    out += fmt::format("{},{},{:.6g},{:.6g},{},", cell(r.name), cell(r.day), r.points, r.most, cell(r.code));
    out += fmt::format("{},{},{},{},{},", ratio(r.ratioToCopy), ratio(r.ratioToNaive), cell(r.failingCase),
                       cell(r.verdict), cell(r.reason));
    out += fmt::format("{},{},{},{}\r\n", cell(r.headline), cell(r.note), cell(r.claimed), cell(r.trust));
  }
  return out;
}

std::string junitXml(const std::vector<Record>& records) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const Record& record : records) {
    const bool ours = record.code == "OURS" || record.code == unreadableCode;
    std::size_t failures = 0, skipped = 0;
    for (const Part& part : record.parts) {
      failures += part.state == Part::State::failed;
      skipped += part.state == Part::State::skipped;
    }
    out += fmt::format(
        "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n",
        xml(record.name), record.parts.size() + (ours ? 1 : 0), failures, ours ? 1 : 0, skipped,
        record.buildSeconds + record.runSeconds);
    if (ours)
      out += fmt::format("<testcase name=\"judged\" classname=\"{}\"><error message=\"{}\"/></testcase>\n",
                         xml(record.day), xml(record.headline));
    for (const Part& part : record.parts) {
      out += fmt::format("<testcase name=\"{}\" classname=\"{}\">", xml(part.name), xml(record.day));
      if (part.state == Part::State::failed)
        out += fmt::format("<failure message=\"{}\" type=\"{}\"/>", xml(part.why), xml(record.code));
      if (part.state == Part::State::skipped) out += "<skipped/>";
      out += "</testcase>\n";
    }
    out += "</testsuite>\n";
  }
  return out + "</testsuites>\n";
}

std::string textTable(const std::vector<Record>& records) {
  std::string out = fmt::format("{} {:>11}  {}  {}\n", cut("submission", 30), "points", cut("code", 32), "what");
  for (const Record& record : records)
    out += fmt::format("{} {:>5.1f}/{:<5.4g}  {}  {}\n", cut(record.name, 30), record.points, record.most,
                       cut(record.code + (isBelieved(record) ? " *" : ""), 32), record.headline);
  return out + believed(records);
}

std::string summaryText(const std::vector<Record>& records) {
  std::string out = fmt::format("{} submissions, {:.1f} of 100 points on average\n", records.size(), meanOf(records));
  for (const Count& count : countsOf(records))
    out += fmt::format("{:>5}  {}  {}\n", count.of.size(), cut(count.code, 36), count.meaning);
  return out + believed(records);
}

std::string summaryHtml(const std::vector<Record>& records) {
  using harness::htmlText;
  std::string out =
      "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Grades</title>\n"
      "<style>body{font:15px/1.4 "
      "system-ui,sans-serif;margin:2rem;max-width:75rem}table{border-collapse:collapse;margin:1rem 0}"
      "td,th{border-bottom:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}td.n{text-align:right}"
      "code{font-size:.92em}@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}td,th{border-color:#444}}"
      "</style>\n";
  out += fmt::format("<h1>{} submissions</h1>\n<p>{:.1f} of 100 points on average.</p>\n", records.size(),
                     meanOf(records));
  out += "<h2>What went wrong</h2>\n<table><tr><th>how many</th><th>code</th><th>what it means</th><th>who</th></tr>\n";
  for (const Count& count : countsOf(records)) {
    std::string names;
    constexpr std::size_t shown = 12;
    for (std::size_t i = 0; i < std::min(shown, count.of.size()); ++i)
      names += (i == 0 ? "" : ", ") + count.of[i]->name;
    if (count.of.size() > shown) names += fmt::format(" and {} more", count.of.size() - shown);
    out += fmt::format("<tr><td class=n>{}</td><td><code>{}</code></td><td>{}</td><td>{}</td></tr>\n", count.of.size(),
                       htmlText(count.code), htmlText(count.meaning), htmlText(names));
  }
  out +=
      "</table>\n<h2>Every submission</h2>\n<table><tr><th>submission</th><th>points</th><th>code</th><th>ratio to the "
      "copy</th><th>what</th><th>note</th></tr>\n";
  for (const Record& record : records)
    out += fmt::format(
        "<tr><td>{}</td><td class=n>{:.1f}</td><td><code>{}</code></td><td "
        "class=n>{}</td><td>{}</td><td>{}</td></tr>\n",
        htmlText(record.name), record.points, htmlText(record.code) + (isBelieved(record) ? " *" : ""),
        ratio(record.ratioToCopy), htmlText(record.headline), htmlText(record.note));
  return out + "</table>\n<p>" + htmlText(believed(records)) + "</p>\n</html>\n";
}

}  // namespace grade
