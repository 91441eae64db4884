#include "learn/lesson_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace learn {

std::string foldSummary(std::string_view html) {
  const std::size_t begin = html.find("<summary>"), end = html.find("</summary>");
  return begin == std::string_view::npos || end == std::string_view::npos
             ? ""
             : std::string(html.substr(begin + 9, end - begin - 9));
}

std::vector<Fold> foldsOf(std::string_view markdown) {
  std::vector<Fold> folds;
  std::size_t at = 0;
  while ((at = markdown.find("<details>", at)) != std::string_view::npos) {
    const std::size_t end = std::min(markdown.find("</details>", at), markdown.size());
    const std::string_view inside = markdown.substr(at, end - at);
    const std::size_t body = inside.find("</summary>");
    if (body != std::string_view::npos)
      folds.push_back({foldSummary(inside), std::string(inside.substr(body + 10)) + "\n"});
    at = end;
  }
  return folds;
}

std::string shownLink(std::string_view url) {
  constexpr std::size_t longest = 300;
  if (url.size() <= longest) return std::string(url);
  return std::string(url.substr(0, std::min(url.find('#'), longest))) + " (too long to show: open it from the page)";
}

std::string asciiOnly(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 22> words{{
      {"×", "x"},  {"·", "*"},  {"–", "-"},    {"—", "--"}, {"…", "..."}, {"“", "\""}, {"”", "\""}, {"‘", "'"},
      {"’", "'"},  {"→", "->"}, {"←", "<-"},   {"≤", "<="}, {"≥", ">="},  {"≠", "!="}, {"≈", "~"},  {"µ", "u"},
      {"²", "^2"}, {"³", "^3"}, {"°", " deg"}, {"•", "-"},  {"│", "|"},   {"−", "-"},
  }};
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      out += text[at++];
      continue;
    }
    const auto known = std::find_if(words.begin(), words.end(),
                                    [&](const auto& word) { return text.substr(at).starts_with(word.first); });
    out += known == words.end() ? "?" : known->second;
    std::size_t next = at + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xc0) == 0x80) ++next;
    at = next;
  }
  return out;
}

std::size_t columnsOf(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace learn
