// Pages where cmark-gfm is not there: Markdown is made to be read as it is, so it is shown as it is, folds folded.
#include "learn/lesson_text.h"

namespace learn {

std::string lessonText(std::string_view markdown, const TerminalStyle& style) {
  std::string out;
  bool folded = false;
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size() - 1) + 1;
    const std::string_view line = markdown.substr(0, end);
    markdown.remove_prefix(end);
    if (line.find("<details>") != std::string_view::npos) folded = true;
    if (const std::string summary = foldSummary(line); !summary.empty()) out += "  [folded] " + summary + "\n";
    const std::size_t target = line.find("]: http");  // a definition of a link
    if (!folded && line.starts_with("[") && target != std::string_view::npos)
      out += std::string(line.substr(0, target + 3)) + shownLink(line.substr(target + 3, end - target - 4)) + "\n";
    else if (!folded)
      out += line;
    if (line.find("</details>") != std::string_view::npos) folded = false;
  }
  return style.unicode ? out : asciiOnly(out);
}

}  // namespace learn
