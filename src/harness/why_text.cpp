#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "harness/why.h"
#include "harness/why_lines.h"
#include "harness/why_sizes.h"

namespace harness {
namespace {

constexpr std::size_t width = 80, around = 2;  // lines shown above and below a line with counts

/// Text of others without control characters.
std::string harmless(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return text;
}

class Page {
 public:
  Page(const WhyReport& report, const WhyStyle& style) : report_(report), style_(style) {}

  std::string write() {
    out_ += wrap(fmt::format("Day {}, {}: {} on a simulated {}", report_.files.number, report_.title, report_.file,
                             report_.card),
                 2) +
            "\n\n";
    if (!report_.problem.empty()) {
      out_ += wrap("why: there is nothing to explain: " + harmless(report_.problem), 2) + "\n";
      return out_;
    }
    launches();
    worstLines();
    sizes();
    source();
    totals();
    return out_;
  }

 private:
  template <class... T>
  void line(fmt::format_string<T...> format, T&&... values) {
    out_ += fmt::format(format, std::forward<T>(values)...) + "\n";
  }

  void launches() {
    line("Why, at {}, counted over one solve():", report_.facts.shape);
    for (const KernelFacts& kernel : report_.facts.kernels)
      out_ += wrap(fmt::format("  {} launch{} of {}, grid {}, block {}", grouped(kernel.launches),
                               kernel.launches == 1 ? "" : "es", harmless(shortName(kernel.name)), extents(kernel.grid),
                               extents(kernel.block)),
                   4) +
              "\n";
    if (report_.facts.wrong != 0)
      line("  {} of {} values are wrong here; the counts hold all the same.", grouped(report_.facts.wrong),
           grouped(report_.facts.total));
  }

  void worstLines() {
    std::size_t worth = 0;
    for (const Note& note : report_.notes) worth += isWorthSaying(note) ? 1 : 0;
    const std::size_t shown = style_.verbose ? report_.notes.size() : std::min(worth, style_.mostNotes);
    if (shown == 0) {
      out_ += "\nNo line moves more than it must.\n";
      return;
    }
    out_ += fmt::format("\nThe worst first:\n");
    const bool several = report_.facts.kernels.size() > 1;
    for (std::size_t k = 0; k < shown; ++k) {
      const Note& note = report_.notes[k];
      const std::string where = several ? fmt::format(" ({})", harmless(shortName(note.kernel))) : "";
      out_ += wrap(fmt::format("  line {}{}, {}: {}", note.line, where, noteSubject(note), note.sentence), 4) + "\n";
    }
    if (!style_.verbose && worth > shown) line("  and {} more; --verbose shows them all", worth - shown);
  }

  void sizes() {
    std::string told;
    for (const NarrowIndex& index : findNarrowIndices(report_.facts))
      if (style_.verbose || isWithinReach(index)) told += wrap("  " + narrowIndexSentence(index), 4) + "\n";
    if (!told.empty()) out_ += "\nAt larger sizes:\n" + told;
  }

  /// The file around the lines that have counts, each with what it counted.
  void source() {
    const std::vector<std::string> text = splitLines(report_.sourceText);
    std::set<std::size_t> shown;
    for (const Note& note : report_.notes)
      if (style_.verbose || isWorthSaying(note))
        for (std::size_t at = note.line > around ? note.line - around : 1;
             at <= std::min<std::size_t>(note.line + around, text.size()); ++at)
          shown.insert(at);
    if (shown.empty()) return;
    out_ += "\n";
    std::size_t before = 0;
    for (const std::size_t at : shown) {
      if (at != before + 1) line("{:>6}", "...");
      before = at;
      std::string code = harmless(text[at - 1]);
      if (code.size() > width - 9) code.replace(width - 12, std::string::npos, "...");
      line("{:>6} | {}", at, code);
      for (const Note& note : report_.notes)
        if (note.line == at && (style_.verbose || isWorthSaying(note))) annotation(note);
    }
  }

  void annotation(const Note& note) {
    std::string text = noteCounts(note);
    if (report_.facts.kernels.size() > 1) text += fmt::format(" ({})", harmless(shortName(note.kernel)));
    text = wrap("       ^ " + text, 9);
    out_ += (style_.color ? fmt::format("\033[33m{}\033[0m", text) : text) + "\n";
  }

  void totals() {
    out_ += "\nAll of it, elsewhere in headers included:\n";
    const Counts counts = report_.facts.counts();
    const auto row = [&](const char* name, const char* key, const char* units, const char* unit) {
      const std::uint64_t requests = counts[std::string(key) + "_requests"];
      if (requests == 0) return;
      const std::uint64_t sum = counts[fmt::format("{}_{}", key, units)];
      line("  {:<14} {:>13} requests {:>13} {}, {} a request", name, grouped(requests), grouped(sum), unit,
           amount(static_cast<double>(sum) / static_cast<double>(requests)));
    };
    row("global loads", "global_load", "sectors", "sectors");
    row("global stores", "global_store", "sectors", "sectors");
    row("global atomics", "global_atomic", "sectors", "sectors");
    row("shared loads", "shared_load", "wavefronts", "wavefronts");
    row("shared stores", "shared_store", "wavefronts", "wavefronts");
    const std::uint64_t warps = counts["warp_instructions"];
    if (warps != 0)
      line("  {:<14} {:>13} of 32 on average", "lanes at work",
           amount(static_cast<double>(counts["thread_instructions"]) / static_cast<double>(warps)));
  }

  const WhyReport& report_;
  WhyStyle style_;
  std::string out_;
};

}  // namespace

std::string whyText(const WhyReport& report, const WhyStyle& style) { return Page(report, style).write(); }

}  // namespace harness
