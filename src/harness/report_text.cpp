#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <sstream>

#include "harness/report.h"

namespace harness {
namespace {

constexpr std::size_t width = 80;
constexpr std::size_t outputLines = 40;  // of what the learner's program printed
/// What "give or take" means for a modelled ratio: 116 of the 135 kernels in docs/time-model.md are off by no more.
constexpr int modelledErrorPercent = 15;

/// The finding that a fault class is about, by tool and how its kind begins. Of two rows of one class the first that
/// was found counts.
struct ClassFinding {
  std::string_view faultClass, tool, kind;
};
constexpr ClassFinding classFindings[] = {
    {"left-early", "synccheck", "barrier left early"},
    {"stale-shared", "initcheck", "read of unwritten shared"},
    {"unwritten-read", "initcheck", "read of unwritten global"},
    {"accumulated", "initcheck", "read of unwritten global"},
    {"wrote-outside", "memcheck", "out-of-bounds write"},
    {"lost-updates", "racecheck", ""},
    {"lost-updates-in-step", "racecheck", ""},
    {"order-dependent", "memcheck", "out-of-bounds"},
    {"outside-access", "memcheck", "out-of-bounds"},
    {"order-dependent", "racecheck", ""},
};

/// Text of others without control characters: a terminal must not obey it. Newlines and tabs stay.
std::string harmless(const std::string& text) {
  std::string out = text;
  std::replace_if(
      out.begin(), out.end(),
      [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f; }, '?');
  return out;
}

std::string indented(const std::string& text, std::size_t most) {
  std::istringstream lines(harmless(text));
  std::string out, line;
  std::size_t count = 0;
  while (std::getline(lines, line) && ++count <= most) out += "    " + line + "\n";
  if (count > most) out += "    ...\n";
  return out;
}

/// Line `number` of the judged file without its indentation, cut to the width; empty when there is none.
std::string quotedLine(const std::string& text, std::uint64_t number, std::size_t room) {
  std::istringstream lines(text);
  std::string line;
  for (std::uint64_t at = 0; at < number; ++at)
    if (!std::getline(lines, line)) return "";
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  line = harmless(line.substr(first));
  return line.size() > room ? line.substr(0, room - 3) + "..." : line;
}

/// The first `most` lines of `text`, with a sign where some are left out.
std::string firstLines(const std::string& text, std::size_t most) {
  std::size_t end = 0;
  for (std::size_t count = 0; count < most; ++count) {
    end = text.find('\n', count == 0 ? 0 : end + 1);
    if (end == std::string::npos) return text;
  }
  std::string out = text.substr(0, end);
  const std::size_t lastLine = out.rfind('\n') + 1;  // 0 when there is one line
  while (out.size() - lastLine + 4 > width) {
    const std::size_t space = out.rfind(' ');
    if (space == std::string::npos || space <= lastLine + 1) break;  // one long word
    out.resize(space);
  }
  return out + " ...";
}

class Writer {
 public:
  Writer(const Report& report, const TextStyle& style) : report_(report), judgement_(report.judgement), style_(style) {}

  std::string write() {
    if (style_.quiet) {
      verdictLine();
      return out_;
    }
    titleLine();
    if (judgement_.status == ExitStatus::didNotBuild) {
      out_ += "\n" + report_.compilerSaid + "\n";
      verdictLine();
      return out_;
    }
    if (!report_.compilerSaid.empty())
      out_ += "\nThe compiler accepted the file and warned:\n" + indented(report_.compilerSaid, outputLines) + "\n";
    const bool right =
        (judgement_.timing && judgement_.status != ExitStatus::unsafe) || judgement_.status == ExitStatus::passed;
    if (right) out_ += "\n";
    right ? success() : failure();
    learnerOutput();
    if (right) verdictLine();
    return out_;
  }

 private:
  template <class... T>
  void line(fmt::format_string<T...> format, T&&... values) {
    out_ += fmt::format(format, std::forward<T>(values)...) + "\n";
  }

  void titleLine() {
    // What did not build ran nowhere.
    const std::string where = report_.device.empty() || judgement_.status == ExitStatus::didNotBuild ? ""
                              : report_.device == "sim" ? " on a simulated " + report_.card
                                                        : " on " + report_.card;
    out_ +=
        wrap(fmt::format("Day {}, {}: {}{}", report_.files.number, report_.day.title, report_.file, where), 2) + "\n";
  }

  void verdictLine() { out_ += verdictText(judgement_.headline) + "\n"; }

  std::string verdictText(const std::string& headline) const {
    const ExitStatus status = judgement_.status;
    const bool passed = status == ExitStatus::passed;
    const bool correct = passed || status == ExitStatus::notFaster || status == ExitStatus::shortOfTarget;
    const std::string_view reason = reasonName(status);
    std::string verdict = fmt::format("{}{}", verdictName(status), reason.empty() ? "" : fmt::format(" ({})", reason));
    const std::size_t plain = verdict.size();
    if (style_.color) verdict = fmt::format("\033[1;{}m{}\033[0m", passed ? 32 : correct ? 33 : 31, verdict);
    std::string text =
        headline.empty() ? "" : wrap(std::string(plain + 2, '.') + harmless(headline), 2).substr(plain + 2);
    return verdict + (text.empty() ? "" : ": " + text);
  }

  /// The verdict in so many lines. A second cause that does not fit is left out whole: half a sentence helps nobody.
  std::string briefVerdict(std::size_t lines) const {
    std::string headline = judgement_.headline;
    const auto tooLong = [&] {
      const std::string text = verdictText(headline);
      return firstLines(text, lines) != text;
    };
    for (std::size_t also; tooLong() && (also = headline.rfind("; also: ")) != std::string::npos;) headline.erase(also);
    return firstLines(verdictText(headline), lines);
  }

  /// With the title at most eight lines, so that a beginner reads them all; the rest with --verbose. The headline has
  /// what the other lines leave it.
  void failure() {
    const std::vector<std::string> rest = failureLines();
    const auto titleLines = static_cast<std::size_t>(std::count(out_.begin(), out_.end(), '\n'));
    constexpr std::size_t all = 8, least = 2;
    const std::size_t room = all - std::min(all - least, titleLines + rest.size());
    out_ += (style_.verbose ? verdictText(judgement_.headline) : briefVerdict(room)) + "\n";
    for (const std::string& one : rest) out_ += one + "\n";
    if (!style_.verbose) return;
    cellTable();
    cellMap();
    findingList();
  }

  /// What stands below the verdict: the case, the cell, the lines of the program, where to read, how to see it again.
  std::vector<std::string> failureLines() const {
    std::vector<std::string> lines;
    const auto add = [&](std::string_view label, const std::string& text) {
      lines.push_back(fmt::format("  {:<22} {}", label, text));
    };
    const Finding* cause = style_.verbose ? nullptr : causeFound();
    const bool both = cause != nullptr && cause->other && cause->other->line != 0;
    const bool shrunk = report_.smallest && report_.smallest->shape != judgement_.shape;
    std::string count;
    if (judgement_.status == ExitStatus::wrong && judgement_.total != 0)
      count = fmt::format(": {} of {} cells wrong", judgement_.wrong, judgement_.total);
    else if (!style_.verbose && faultsFound() > 1)
      count = fmt::format(", the first of {} findings", faultsFound());
    // Where two lines race, which cell came out wrong says nothing: it is another one next time.
    if (shrunk && (style_.verbose || !both)) add("fails first at", judgement_.shape + count);
    if (!style_.verbose && !judgement_.cells.empty() && !both && shrunk) add("first wrong cell", firstCell());
    if (shrunk)
      add("smallest failing case", report_.smallest->shape + orderText());
    else if (!judgement_.shape.empty())
      add(report_.smallest || !count.empty() ? "smallest failing case" : "case",
          judgement_.shape + orderText() + count);
    if (!style_.verbose && !judgement_.cells.empty() && !both && !shrunk) add("first wrong cell", firstCell());
    if (cause != nullptr) siteLines(*cause, add);
    if (judgement_.status == ExitStatus::timedOut && judgement_.findings.empty()) timeoutLines(add);
    if (!judgement_.see.empty()) add("see", judgement_.see);
    const bool more = !style_.verbose && (!judgement_.cells.empty() || faultsFound() > 0);
    add("replay", replayCommand() + (more ? " --verbose" : ""));
    return lines;
  }

  /// Where a program ran out of its time and nobody saw where: a card does not tell, and the simulator sees kernels
  /// only.
  void timeoutLines(const std::function<void(std::string_view, const std::string&)>& add) const {
    if (report_.device == "sim") return add("likely", "a loop in host code: no kernel said that it was running");
    add("likely", "a loop without end, or a barrier that not all threads reach");
    add("the simulator may know", replayCommand() + " --device sim");
  }

  std::string firstCell() const {
    const Cell& cell = judgement_.cells.front();
    const std::string place =
        cell.place.empty() ? fmt::format("row {}, column {}", cell.row, cell.column) : harmless(cell.place);
    return fmt::format("{}: got {}, expected {}", place, harmless(cell.got), harmless(cell.expected));
  }

  std::size_t faultsFound() const {
    return static_cast<std::size_t>(std::count_if(judgement_.findings.begin(), judgement_.findings.end(),
                                                  [](const Finding& finding) { return !finding.note; }));
  }

  /// The finding whose lines belong beside the verdict: the first fault, or where values are wrong, the one that the
  /// class is about. Null: none.
  const Finding* causeFound() const {
    const auto first = [&](const std::function<bool(const Finding&)>& suits) -> const Finding* {
      const auto found = std::find_if(judgement_.findings.begin(), judgement_.findings.end(),
                                      [&](const Finding& finding) { return !finding.note && suits(finding); });
      return found == judgement_.findings.end() ? nullptr : &*found;
    };
    if (judgement_.status != ExitStatus::wrong) return first([](const Finding&) { return true; });
    for (const ClassFinding& row : classFindings) {
      if (row.faultClass != judgement_.faultClass) continue;
      const Finding* found =
          first([&](const Finding& finding) { return finding.tool == row.tool && finding.kind.starts_with(row.kind); });
      if (found != nullptr) return found;
    }
    return nullptr;
  }

  /// A line of the learner's file each, with its text; one where both are the same.
  void siteLines(const Finding& finding, const std::function<void(std::string_view, const std::string&)>& add) const {
    const auto place = [&](const Site& site) {
      const std::string file = shownPath(site.file, report_.files.root);
      return file == report_.file ? fmt::format("line {}", site.line) : fmt::format("{}:{}", file, site.line);
    };
    const auto text = [&](const Site& site) {
      return shownPath(site.file, report_.files.root) == report_.file
                 ? quotedLine(report_.sourceText, site.line, width - 25)
                 : "";
    };
    if (finding.site.line == 0) return;
    const bool one =
        finding.other && finding.other->line == finding.site.line && finding.other->file == finding.site.file;
    const bool both = finding.other && finding.other->line != 0 && !one;
    // In the order of the file, as one reads it.
    const bool turned = both && finding.other->file == finding.site.file && finding.other->line < finding.site.line;
    const Site& first = turned ? *finding.other : finding.site;
    add(fmt::format("at {}{}", place(first), one ? ", both" : ""), text(first));
    if (!both) return;
    const Site& second = turned ? finding.site : *finding.other;
    add(fmt::format("and {}", place(second)), text(second));
  }

  void cellMap() {
    if (judgement_.map.empty()) return;
    out_ += "\n";
    for (std::size_t i = 0; i + 1 < judgement_.map.size(); ++i) line("  {}", harmless(judgement_.map[i]));
    out_ += wrap("  " + harmless(judgement_.map.back()), 4) + "\n";
  }

  /// Where values were right in the usual order and wrong in another, the other one.
  std::string orderText() const {
    if (judgement_.status != ExitStatus::wrong || !report_.smallest || report_.smallest->run == 0) return "";
    return report_.smallest->order.empty()
               ? ""
               : fmt::format(" ({}, run {})", report_.smallest->order, report_.smallest->run);
  }

  std::string replayCommand() const {
    std::string command = "./harness " + report_.files.id();
    const std::string& shape = report_.smallest ? report_.smallest->shape : judgement_.shape;
    if (!shape.empty()) command += " --case " + shape;
    command +=
        fmt::format(" --seed {}", report_.smallest ? report_.smallest->seed.value_or(report_.seed) : report_.seed);
    if (report_.file != shownPath(report_.files.learner, report_.files.root)) command += " --from " + report_.file;
    return command;
  }

  void cellTable() {
    if (judgement_.cells.empty()) return;
    const std::string& place = judgement_.cells.front().place;
    if (place.empty() || place.starts_with("row ")) {
      line("\n  {:>10} {:>10} {:>18} {:>18}", "row", "column", "got", "expected");
      for (const Cell& cell : judgement_.cells)
        line("  {:>10} {:>10} {:>18} {:>18}", cell.row, cell.column, harmless(cell.got), harmless(cell.expected));
    } else {
      line("\n  {:<38} {:>18} {:>18}", "cell", "got", "expected");
      for (const Cell& cell : judgement_.cells)
        line("  {:<38} {:>18} {:>18}", harmless(cell.place), harmless(cell.got), harmless(cell.expected));
    }
    if (judgement_.wrong > judgement_.cells.size()) line("  and {} more", judgement_.wrong - judgement_.cells.size());
  }

  void siteLine(const Site& site, const char* role) {
    const std::string file = shownPath(site.file, report_.files.root);
    const std::string where =
        site.line == 0 ? "no line known; built without -lineinfo" : fmt::format("{}:{}", file, site.line);
    const std::string who = fmt::format("block ({}, {}, {}), thread ({}, {}, {})", site.block[0], site.block[1],
                                        site.block[2], site.thread[0], site.thread[1], site.thread[2]);
    const bool fits = 10 + where.size() + 2 + who.size() <= width;
    line("    {:<6}{}{}{}", role, where, fits ? "  " : "\n          ", who);
    const std::string quote = file == report_.file ? quotedLine(report_.sourceText, site.line, width - 12) : "";
    if (!quote.empty()) line("          | {}", quote);
  }

  void findingList() {
    const std::size_t most = style_.verbose ? judgement_.findings.size() : 5;
    std::size_t shown = 0;
    for (const Finding& finding : judgement_.findings) {
      if (++shown > most) break;
      const std::string times = finding.count > 1 ? fmt::format(" ({} times)", finding.count) : "";
      const std::string text = fmt::format("  {}{}: {}: {}{}", finding.tool, finding.note ? " (note)" : "",
                                           finding.kind, harmless(finding.message), times);
      out_ += "\n" + wrap(text, 4) + "\n";
      if (!finding.kernel.empty() || finding.site.line != 0) siteLine(finding.site, "at");  // a leak has no place
      if (finding.other) siteLine(*finding.other, "and");
    }
    if (judgement_.findings.size() > most) {
      const std::size_t more = judgement_.findings.size() - most;
      line("  and {} more finding{}; --verbose lists {}", more, more == 1 ? "" : "s", more == 1 ? "it" : "them");
    }
  }

  void success() {
    line("{} case{} right, seed {}.", judgement_.casesRight, judgement_.casesRight == 1 ? "" : "s", report_.seed);
    if (!report_.note.empty()) out_ += wrap("note: " + report_.note, 2) + "\n";
    findingList();  // notes only: a fault would have made it unsafe
    if (judgement_.copies) copyLines(*judgement_.copies);
    if (judgement_.pages) pageLines(*judgement_.pages);
    if (judgement_.timing) {
      timeTable(*judgement_.timing);
      warningLine(*judgement_.timing);
      counterLines(*judgement_.timing);
      goalLines(*judgement_.timing);
    }
    out_ += "\n";
  }

  void copyLines(const Copies& copies) {
    line("\nCopied at {}, counted on the simulator:", copies.shape);
    line("  to the device {:>12} bytes, {} have to cross", copies.toDevice, copies.neededToDevice);
    line("  to the host   {:>12} bytes, {} have to cross", copies.toHost, copies.neededToHost);
  }

  void pageLines(const Pages& pages) {
    line("\nPage faults at {}, counted on the simulator in its pages of 64 KiB:", pages.shape);
    for (const Pages::Array& array : pages.arrays)
      line("  {:<10} {:>6} page{}: {} of kernels, {} of the host", array.name, array.pages,
           array.pages == 1 ? " " : "s", array.kernelFaults, array.hostFaults);
  }

  void timeTable(const Timing& timing) {
    const auto row = [&](const char* name, double milliseconds, const std::string& note) {
      const double gigabytesPerSecond = static_cast<double>(timing.bytes) / milliseconds / 1e6;
      line("  {:<8} {:>10.4g} {:>10.1f} {:>9.2f}x{}", name, milliseconds, gigabytesPerSecond,
           milliseconds / timing.copyMilliseconds, note);
    };
    line("\n{} at {}, {:.1f} MiB moved:", timing.modelled ? "Modelled" : "Measured", timing.shape,
         static_cast<double>(timing.bytes) / 1048576.0);
    line("  {:<8} {:>10} {:>10} {:>10}", "kernel", "ms", "GB/s", "to copy");
    if (timing.ceilingMilliseconds > 0)
      row("best", timing.ceilingMilliseconds, "  (" + harmless(timing.ceilingName) + ", this card's fastest copy)");
    row("copy", timing.copyMilliseconds, "");
    row("naive", timing.naiveMilliseconds, "");
    row("yours", timing.solveMilliseconds,
        timing.modelled ? fmt::format("  (give or take {}%)", modelledErrorPercent)
                        : fmt::format("  ({:.2f} to {:.2f})", timing.interval[0], timing.interval[1]));
  }

  void warningLine(const Timing& timing) {
    if (!timing.warning.empty()) out_ += wrap("  note: " + harmless(timing.warning), 4) + "\n";
  }

  void counterLines(const Timing& timing) {
    if (timing.launches.empty()) return;
    Launch sum;
    for (const Launch& launch : timing.launches) {
      sum.globalLoadRequests += launch.globalLoadRequests, sum.globalLoadSectors += launch.globalLoadSectors;
      sum.globalStoreRequests += launch.globalStoreRequests, sum.globalStoreSectors += launch.globalStoreSectors;
      sum.globalLoadIdealSectors += launch.globalLoadIdealSectors;
      sum.globalStoreIdealSectors += launch.globalStoreIdealSectors;
      sum.sharedLoadRequests += launch.sharedLoadRequests, sum.sharedLoadConflicts += launch.sharedLoadConflicts;
      sum.sharedStoreRequests += launch.sharedStoreRequests, sum.sharedStoreConflicts += launch.sharedStoreConflicts;
    }
    const auto row = [&](const char* name, std::uint64_t events, std::uint64_t requests, const char* unit,
                         const std::string& ideal) {
      if (requests != 0)
        line("  {:<14} {:>8.2f} {}{}", name, static_cast<double>(events) / static_cast<double>(requests), unit, ideal);
    };
    const auto filled = [](std::uint64_t sectors, std::uint64_t requests) {
      if (sectors == 0) return std::string();
      return fmt::format(" ({:.2f} would hold its bytes)",
                         static_cast<double>(sectors) / static_cast<double>(requests));
    };
    line("\nCounted in your {} launch{} of one solve():", timing.launches.size(),
         timing.launches.size() == 1 ? "" : "es");
    row("global loads", sum.globalLoadSectors, sum.globalLoadRequests, "sectors a request",
        filled(sum.globalLoadIdealSectors, sum.globalLoadRequests));
    row("global stores", sum.globalStoreSectors, sum.globalStoreRequests, "sectors a request",
        filled(sum.globalStoreIdealSectors, sum.globalStoreRequests));
    row("shared loads", sum.sharedLoadConflicts, sum.sharedLoadRequests, "bank conflicts a request", " (ideal 0)");
    row("shared stores", sum.sharedStoreConflicts, sum.sharedStoreRequests, "bank conflicts a request", " (ideal 0)");
  }

  void goalLines(const Timing& timing) {
    line("\nGoals:");
    const Goals& goals = report_.day.goals;
    line("  at least {:.2f} times as fast as the naive kernel: {:.2f}", goals.fasterThanNaive, timing.ratioToNaive);
    if (goals.ratioToCopy > 0)
      line("  at most {:.2f} times the copy's time: {:.2f}", goals.ratioToCopy, timing.ratioToCopy);
    if (goals.sectorsToIdeal > 0 && timing.sectorsToIdeal() != 0)
      line("  at most {:.2f} times the sectors its bytes fill: {:.2f}", goals.sectorsToIdeal, timing.sectorsToIdeal());
    if (goals.sectorsAStore > 0 && timing.sectorsAStore() != 0)
      line("  at most {:.2f} sectors a store of a warp: {:.2f}", goals.sectorsAStore, timing.sectorsAStore());
    for (const CounterGoal& goal : goals.counters) {
      const std::string bound = goal.boundWords(timing.shape);
      if (timing.launches.empty())
        line("  {} {}: a card does not count them, `--device sim` does", bound, goal.words());
      else
        line("  {} {}: {}", bound, goal.words(),
             countText(goal.countIn([&](std::string_view field) { return timing.sum(field); })));
    }
  }

  void learnerOutput() {
    const std::string out = indented(report_.standardOutput, outputLines),
                      err = indented(report_.standardError, outputLines);
    if (!out.empty()) out_ += "\nYour program printed:\n" + out;
    if (!err.empty()) out_ += "\nYour program printed on stderr:\n" + err;
    if (report_.outputTruncated) out_ += "    ... and more, which was dropped\n";
    if (!out.empty() || !err.empty()) out_ += "\n";
  }

  const Report& report_;
  const Judgement& judgement_;
  TextStyle style_;
  std::string out_;
};

}  // namespace

std::string wrap(const std::string& text, std::size_t indent, std::size_t columns) {
  std::string out;
  std::size_t start = 0, room = columns;
  while (text.size() - start > room) {
    std::size_t space = text.rfind(' ', start + room);
    const std::size_t textStart = text.find_first_not_of(' ', start);
    if (space == std::string::npos || space <= textStart) space = text.find(' ', start + room);
    if (space == std::string::npos) break;
    out += text.substr(start, space - start) + "\n" + std::string(indent, ' ');
    start = space + 1;
    room = columns - indent;
  }
  return out + text.substr(start);
}

std::string textReport(const Report& report, const TextStyle& style) { return Writer(report, style).write(); }

}  // namespace harness
