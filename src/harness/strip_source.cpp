#include "harness/strip_source.h"

#include "harness/source_facts.h"

namespace harness {
namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// Appends what is left of a text, line by line.
class Lines {
 public:
  void code(char c) {
    if (isBlank(c) && text_.size() == begin_) return;  // indentation
    text_ += c;
  }

  /// Text of a literal, which may hold line ends and blanks of its own.
  void literal(std::string_view text) { text_ += text; }

  void end() {
    while (text_.size() > begin_ && isBlank(text_.back())) text_.pop_back();  // a literal ends in no blank
    // An empty line ends a directive that the line before it goes on with.
    const bool goesOn = text_.size() > 1 && text_[text_.size() - 2] == '\\';
    if (text_.size() > begin_ || goesOn) text_ += '\n';
    begin_ = text_.size();
  }

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::size_t begin_ = 0;  // of the line
};

}  // namespace

std::string strippedSource(std::string_view text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t past = pastOpaque(text, at);
    if (past == std::string_view::npos) return std::string(text);
    if (past == at) {
      if (text[at] == '\n')
        lines.end();
      else
        lines.code(text[at]);
      ++at;
      continue;
    }
    if (text[at] == '/')
      lines.code(' ');  // what a comment stands for
    else
      lines.literal(text.substr(at, past - at));
    at = past;
  }
  lines.end();
  return lines.take();
}

}  // namespace harness
