#include "harness/check_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>

namespace harness {
namespace {

/// The lines of a text without trailing blanks: an editor may strip those from either side of a comparison.
std::vector<std::string> linesOf(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string line(text.substr(0, end));
    const std::size_t last = line.find_last_not_of(" \t\r");
    line.resize(last == std::string::npos ? 0 : last + 1);
    lines.push_back(std::move(line));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

bool contains(const std::vector<std::string>& text, const std::vector<std::string>& part) {
  return !part.empty() && std::search(text.begin(), text.end(), part.begin(), part.end()) != text.end();
}

struct Fence {
  std::size_t line = 0;  // of the opening, 1-based
  std::string info;      // "cuda quote"
  std::vector<std::string> body;
};

class Page {
 public:
  Page(std::string_view text, const PageContext& context) : lines_(linesOf(text)), context_(context) {}

  std::vector<PageFault> check() {
    readFences();
    checkHook();
    checkSections();
    checkQuotes();
    checkTranscripts();
    checkFolds();
    for (std::size_t i = 0; i < lines_.size(); ++i)
      if (lines_[i].find("<!-- FILL") != std::string::npos) blame(i + 1, "a part is still to be filled in");
    return std::move(faults_);
  }

 private:
  void blame(std::size_t line, std::string message) { faults_.push_back({line, std::move(message)}); }

  using Test = std::function<bool(const std::string&)>;

  static Test startsWith(std::string prefix) {
    return [prefix = std::move(prefix)](const std::string& line) { return line.starts_with(prefix); };
  }

  /// The first prose line at or after `from` that passes; 0 when none does. Lines count from 1.
  std::size_t find(const Test& test, std::size_t from = 1) const {
    for (std::size_t i = from; i <= lines_.size(); ++i)
      if (!inFence_[i - 1] && test(lines_[i - 1])) return i;
    return 0;
  }

  void readFences() {
    inFence_.assign(lines_.size(), false);
    bool open = false;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const bool mark = lines_[i].starts_with("```");
      if (mark && !open) fences_.push_back({i + 1, lines_[i].substr(3), {}});
      if (!mark && open) fences_.back().body.push_back(lines_[i]);
      inFence_[i] = open || mark;
      if (mark) open = !open;
    }
    if (open) blame(fences_.back().line, "this code block is never closed");
  }

  /// A link, and behind it "checked" and a date.
  static bool isDatedLink(const std::string& line) {
    const std::size_t link = line.find("](http"), checked = line.rfind("checked ");
    if (link == std::string::npos || checked == std::string::npos || checked < link) return false;
    const std::string date = line.substr(checked + 8, 10);
    constexpr std::string_view form = "dddd-dd-dd";
    return date.size() == form.size() && std::equal(date.begin(), date.end(), form.begin(), [](char c, char wanted) {
             return wanted == 'd' ? std::isdigit(static_cast<unsigned char>(c)) != 0 : c == wanted;
           });
  }

  void checkHook() {
    const std::size_t firstSection = find(startsWith("## "));
    const auto before = [&](const Test& test) {
      const std::size_t at = find(test);
      return at != 0 && (firstSection == 0 || at < firstSection);
    };
    if (!before(startsWith("# Day "))) blame(1, "expected a title '# Day NN. ...' first");
    if (!before(startsWith("> "))) blame(1, "expected the hook, a quotation ('> ...'), before the first section");
    if (!before(isDatedLink)) blame(1, "expected the hook's link and 'checked YYYY-MM-DD' before the first section");
  }

  /// The sections of REQUIREMENTS section 2, in its order. The argument and the kernel have headings of their own
  /// making.
  void checkSections() {
    const auto quote =
        std::find_if(fences_.begin(), fences_.end(), [](const Fence& fence) { return fence.info == "cuda quote"; });
    const std::size_t argument = find(startsWith("## "));
    std::size_t kernel = quote == fences_.end() ? 0 : quote->line;
    if (kernel == 0) blame(1, "expected the kernel, quoted in a '```cuda quote' block");
    if (kernel != 0 && (argument == 0 || argument > kernel))
      blame(kernel, "expected the argument, at least one section, before the quoted kernel");
    std::size_t last = std::max(kernel, argument);
    for (const char* heading : {"## Measured", "## Run it yourself", "## Exercise", "## Pitfalls", "## Go deeper"}) {
      const std::size_t at = find(startsWith(heading));
      if (at == 0) blame(1, fmt::format("the section '{}' is missing", heading));
      if (at != 0 && at < last)
        blame(at, fmt::format("the section '{}' stands too early: REQUIREMENTS section 2 has the order", heading));
      if (at != 0) last = at;
    }
    const auto isNext = [](const std::string& line) {
      return line.starts_with("**Next") || line.starts_with("## Next");
    };
    if (find(isNext, std::max<std::size_t>(last, 1)) == 0)
      blame(lines_.size(), "expected 'Next', what the following days take up, at the end");
  }

  void checkQuotes() {
    const std::vector<std::string> program = linesOf(context_.program);
    for (const Fence& fence : fences_)
      if (fence.info == "cuda quote" && !contains(program, fence.body))
        blame(fence.line, "this quoted code is not in the day's program");
  }

  void checkTranscripts() {
    std::size_t transcripts = 0;
    for (const Fence& fence : fences_) {
      if (!fence.info.starts_with("transcript")) continue;
      ++transcripts;
      const std::string path = fence.info.size() > 11 ? fence.info.substr(11) : "";
      const std::optional<std::string> evidence = context_.evidence(path);
      if (!evidence) blame(fence.line, fmt::format("the evidence file '{}' is missing", path));
      if (evidence && !contains(linesOf(*evidence), fence.body))
        blame(fence.line, fmt::format("this transcript is not verbatim in {}", path));
    }
    if (transcripts == 0)
      blame(1, "expected at least one '```transcript evidence/...' block: no figure without an evidence file");
  }

  void checkFolds() {
    std::vector<std::string> summaries;
    for (std::size_t i = 0; i < context_.hints.size(); ++i)
      summaries.push_back(fmt::format("Hint {}: {}", i + 1, context_.hints[i]));
    if (summaries.size() < 2) blame(1, "day.yaml should have two hints");
    summaries.emplace_back("Solution");
    std::size_t last = std::max<std::size_t>(find(startsWith("## Exercise")), 1);
    for (const std::string& summary : summaries) {
      const std::string wanted = "<summary>" + summary + "</summary>";
      const auto found = std::find_if(lines_.begin(), lines_.end(),
                                      [&](const std::string& line) { return line.find(wanted) != std::string::npos; });
      const std::size_t at = static_cast<std::size_t>(found - lines_.begin()) + 1;
      if (found == lines_.end()) {
        blame(last, fmt::format("expected a folded '{}'", wanted));
      } else if (at < last) {
        blame(at, fmt::format("'{}' stands too early", wanted));
      } else {
        if (at < 2 || lines_[at - 2] != "<details>")
          blame(at, fmt::format("'{}' should follow a line '<details>': it must be folded", wanted));
        last = at;
      }
    }
  }

  std::vector<std::string> lines_;
  std::vector<bool> inFence_;
  std::vector<Fence> fences_;
  const PageContext& context_;
  std::vector<PageFault> faults_;
};

}  // namespace

std::vector<PageFault> checkPage(std::string_view page, const PageContext& context) {
  return Page(page, context).check();
}

}  // namespace harness
