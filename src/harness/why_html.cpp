#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/html.h"
#include "harness/why.h"
#include "harness/why_counters.h"
#include "harness/why_lines.h"
#include "harness/why_sizes.h"
#include "harness/why_style.h"
#include "harness/why_svg.h"

namespace harness {
namespace {

constexpr std::size_t mostPictures = 6;

class Document {
 public:
  explicit Document(const WhyReport& report) : report_(report), costs_(lineCosts(report.facts)) {
    for (const LineCost& line : costs_) total_ += line.cost;
  }

  std::string write() {
    const std::string name = fmt::format("Why {} costs what it costs", htmlText(report_.file));
    out_ = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>{}</style>\n</head>\n"
        "<body>\n<main>\n<h1>{}</h1>\n",
        name, whyStyleSheet, name);
    header();
    worst();
    source();
    pictures();
    wrong();
    counters();
    out_ += "</main>\n</body>\n</html>\n";
    return out_;
  }

 private:
  template <class... T>
  void add(fmt::format_string<T...> format, T&&... values) {
    out_ += fmt::format(format, std::forward<T>(values)...) + "\n";
  }

  void header() {
    add("<p class=\"lead\">Day {}, {}, at {} on a simulated {}, seed {}. {}</p>", report_.files.number,
        htmlText(report_.title), htmlText(report_.facts.shape), htmlText(report_.card), report_.facts.seed,
        htmlText(report_.verdict));
    out_ += "<ul class=\"launches\">\n";
    for (const KernelFacts& kernel : report_.facts.kernels)
      add("<li>{} launch{} of <code>{}</code>, grid {}, block {}, {:.4g} ms modelled</li>", grouped(kernel.launches),
          kernel.launches == 1 ? "" : "es", htmlText(shortName(kernel.name)), extents(kernel.grid),
          extents(kernel.block), kernel.modelledMilliseconds);
    out_ += "</ul>\n";
  }

  void worst() {
    worstLines();
    for (const NarrowIndex& index : findNarrowIndices(report_.facts))
      if (isWithinReach(index)) add("<p>At larger sizes, {}.</p>", htmlText(narrowIndexSentence(index)));
  }

  void worstLines() {
    out_ += "<h2>The worst lines first</h2>\n";
    if (std::none_of(report_.notes.begin(), report_.notes.end(), isWorthSaying)) {
      out_ += "<p>No line moves more than it must.</p>\n";
      return;
    }
    out_ += "<ol class=\"notes\">\n";
    for (const Note& note : report_.notes)
      if (isWorthSaying(note))
        add("<li><a href=\"#L{0}\">line {0}</a>, {1}: {2}.</li>", note.line, htmlText(noteSubject(note)),
            htmlText(note.sentence));
    out_ += "</ol>\n";
  }

  void source() {
    out_ +=
        "<h2>The file, line by line</h2>\n<p>The bar is a line's share of the cost: sectors, a quarter for each "
        "wavefront, a sixteenth for each instruction of a warp.</p>\n<div class=\"scroll\"><table class=\"code\">\n"
        "<thead><tr><th>line</th><th>cost</th><th>source</th></tr></thead>\n<tbody>\n";
    const std::vector<std::string> lines = splitLines(report_.sourceText);
    for (std::size_t k = 0; k < lines.size(); ++k) row(k + 1, lines[k]);
    if (const double share = shareOf(0); share > 0)
      add("<tr><td></td><td>{:.1f}%</td><td>elsewhere: headers and functions that are not in this file</td></tr>",
          100 * share);
    out_ += "</tbody></table></div>\n";
  }

  double shareOf(std::uint64_t line) const {
    for (const LineCost& cost : costs_)
      if (cost.line == line && total_ > 0) return cost.cost / total_;
    return 0;
  }

  void row(std::uint64_t line, const std::string& code) {
    const double share = shareOf(line);
    // The root spreads the small shares: a line of 1% is still seen.
    const std::string heat = share > 0 ? fmt::format(" style=\"--heat:{:.3f}\"", std::sqrt(share)) : "";
    add("<tr id=\"L{0}\"{1}><td class=\"line\">{0}</td><td class=\"share\">{2}</td><td><pre>{3}</pre>", line,
        heat.empty() ? "" : " class=\"hot\"" + heat, share >= 0.0005 ? fmt::format("{:.1f}%", 100 * share) : "",
        htmlText(code));
    for (const Note& note : report_.notes)
      if (note.line == line)
        add("<div class=\"{}\">{}</div>", isWorthSaying(note) ? "note" : "fine", htmlText(noteCounts(note)));
    out_ += "</td></tr>\n";
  }

  void pictures() {
    std::size_t shown = 0;
    for (const Note& note : report_.notes) {
      if (shown == mostPictures) break;
      const bool worth = isWorthSaying(note);
      // A page without a fault shows its accesses all the same: what good ones look like.
      if ((!worth && shown >= 2) || note.cause == Cause::local) continue;
      if (shown == 0) out_ += "<h2>Lane by lane</h2>\n<p>One warp each, the furthest from its ideal.</p>\n";
      const std::string id = fmt::format("map{}", ++shown);
      add("<section>\n<h3>Line {}, {}</h3>\n<p>{}.</p>", note.line, htmlText(noteSubject(note)),
          htmlText(note.sentence));
      if (note.cause == Cause::divergence) {
        out_ += "<div class=\"scroll\">" + splitStrip(note, id) + "</div>\n</section>\n";
        continue;
      }
      const WarpFacts& warp = note.access.worst;
      add("<p class=\"who\">Block ({}, {}, {}), the warp of thread ({}, {}, {}).</p>", warp.block[0], warp.block[1],
          warp.block[2], warp.thread[0], warp.thread[1], warp.thread[2]);
      out_ += "<div class=\"scroll\">" + (note.access.isShared ? bankMap(note, id) : laneMap(note, id)) + "</div>\n";
      addressTable(note);
      out_ += "</section>\n";
    }
  }

  /// The picture in numbers.
  void addressTable(const Note& note) {
    const AccessFacts& access = note.access;
    add("<details><summary>The same as a table</summary><div class=\"scroll\"><table class=\"data\"><thead><tr>"
        "<th>lane</th><th>byte offset</th><th>{}</th></tr></thead><tbody>",
        access.isShared ? "bank" : "sector");
    for (unsigned lane = 0; lane < warpLanes; ++lane) {
      if (!access.active(lane)) {
        add("<tr><td>{}</td><td colspan=\"2\">takes no part</td></tr>", lane);
        continue;
      }
      const std::int64_t at = access.address[lane];
      add("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", lane, at,
          access.isShared ? at / 4 % 32 : (at >= 0 ? at / 32 : -((-at + 31) / 32)));
    }
    out_ += "</tbody></table></div></details>\n";
  }

  void wrong() {
    if (!report_.facts.map) return;
    const WrongMap& map = *report_.facts.map;
    add("<h2>Where the values are wrong</h2>\n<p>{} of {} values at {}. A field of the picture is {} x {} cells of "
        "<code>{}</code>; the stronger its color, the more of them are wrong. Blue ones were never written.</p>",
        grouped(report_.facts.wrong), grouped(report_.facts.total), htmlText(report_.facts.shape),
        grouped(map.fieldRows), grouped(map.fieldCols), htmlText(map.array));
    out_ += "<div class=\"scroll\">" + wrongCells(map, "wrong") + "</div>\n";
  }

  void counters() {
    out_ +=
        "<h2>The counters</h2>\n<p>Counted by the simulator over one solve(). The names are Nsight Compute's.</p>\n"
        "<div class=\"scroll\"><table class=\"data\"><thead><tr><th>what</th><th>count</th><th>on a card: ncu "
        "--metrics</th></tr></thead><tbody>\n";
    const Counts counts = report_.facts.counts();
    for (const CounterName& counter : counterNames()) {
      const std::uint64_t value = counts[counter.field];
      if (value == 0) continue;
      add("<tr><td>{}</td><td>{}</td><td><code>{}</code></td></tr>", counter.text, grouped(value), counter.metric);
    }
    out_ += "</tbody></table></div>\n";
  }

  const WhyReport& report_;
  std::vector<LineCost> costs_;
  double total_ = 0;
  std::string out_;
};

}  // namespace

std::string whyHtml(const WhyReport& report) { return Document(report).write(); }

}  // namespace harness
