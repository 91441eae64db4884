#pragma once
// A lesson page for a terminal. Pure: Markdown in, text out.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace learn {

struct TerminalStyle {
  bool color = false;
  bool unicode = true;  // false: letters and signs that ASCII has none for are written out
  std::size_t width = 80;
};

/// A part of the page that is folded away: a hint, or the solution.
struct Fold {
  std::string summary;  // "Hint 1: Which of the two accesses is slow?"
  std::string body;     // Markdown
};

/// Text between `<summary>` and its end; empty when there is none.
std::string foldSummary(std::string_view html);

/// The folded parts in the page's order.
std::vector<Fold> foldsOf(std::string_view markdown);

/// The page (CommonMark with GitHub's tables) in lines of at most style.width columns, except code and wide tables.
/// Links are numbered and listed at the end; folded parts show their summary. Built without cmark-gfm, the Markdown
/// itself.
std::string lessonText(std::string_view markdown, const TerminalStyle& style);

/// A link as a terminal shows it: of one that holds a whole program, where it leads and that the page has the rest.
std::string shownLink(std::string_view url);

/// `text` with what ASCII has no letter for written out: "2 x 2", "<=", "--". For a locale without UTF-8.
std::string asciiOnly(std::string_view text);

/// Columns that UTF-8 text takes, one a code point.
std::size_t columnsOf(std::string_view text);

}  // namespace learn
