// Pages by cmark-gfm: the parser of GitHub itself.
#include "learn/lesson_text.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace learn {
namespace {

constexpr const char *bold = "\033[1m", *dim = "\033[2m", *plain = "\033[0m";

struct NodeFree {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
using Tree = std::unique_ptr<cmark_node, NodeFree>;

Tree parse(std::string_view markdown) {
  cmark_gfm_core_extensions_ensure_registered();
  cmark_parser* parser = cmark_parser_new(CMARK_OPT_DEFAULT);
  for (const char* name : {"table", "autolink"})
    if (cmark_syntax_extension* extension = cmark_find_syntax_extension(name))
      cmark_parser_attach_syntax_extension(parser, extension);
  cmark_parser_feed(parser, markdown.data(), markdown.size());
  Tree tree(cmark_parser_finish(parser));
  cmark_parser_free(parser);
  return tree;
}

std::string literalOf(cmark_node* node) {
  const char* text = cmark_node_get_literal(node);
  return text == nullptr ? "" : text;
}

bool is(cmark_node* node, const char* type) { return std::string_view(cmark_node_get_type_string(node)) == type; }

/// Words wrapped to lines. A word keeps its marks of color, which take no columns.
class Paragraph {
 public:
  Paragraph(std::string first, std::string other, std::size_t width)
      : line_(first), other_(std::move(other)), width_(width), used_(columnsOf(first)) {}

  void add(const std::string& word, std::size_t columns, bool spaceBefore) {
    if (empty_) {
      line_ += word;
    } else if (used_ + (spaceBefore ? 1 : 0) + columns > width_ && spaceBefore) {
      lines_ += line_ + "\n";
      line_ = other_ + word;
      used_ = columnsOf(other_);
    } else {
      line_ += (spaceBefore ? " " : "") + word;
      used_ += spaceBefore ? 1 : 0;
    }
    used_ += columns;
    empty_ = false;
  }

  void breakLine() {
    lines_ += line_ + "\n";
    line_ = other_;
    used_ = columnsOf(other_);
    empty_ = true;
  }

  std::string take() { return lines_ + line_ + "\n"; }

 private:
  std::string lines_, line_, other_;
  std::size_t width_, used_;
  bool empty_ = true;
};

class Renderer {
 public:
  explicit Renderer(const TerminalStyle& style) : style_(style) {}

  std::string render(cmark_node* document) {
    blocks(document, "");
    if (!links_.empty()) {
      out_ += "\n" + marked(bold, "Links") + "\n\n";
      for (std::size_t i = 0; i < links_.size(); ++i)
        out_ += "  [" + std::to_string(i + 1) + "] " + shownLink(links_[i]) + "\n";
    }
    return style_.unicode ? out_ : asciiOnly(out_);
  }

 private:
  /// A stretch of words in one look.
  struct Span {
    std::string text;
    const char* look = nullptr;
  };

  std::string marked(const char* look, const std::string& text) const {
    return style_.color && look != nullptr ? look + text + plain : text;
  }

  void gap() {
    if (!out_.empty() && !out_.ends_with("\n\n")) out_ += "\n";
  }

  void blocks(cmark_node* parent, const std::string& indent) {
    for (cmark_node* node = cmark_node_first_child(parent); node != nullptr; node = cmark_node_next(node))
      block(node, indent);
  }

  void block(cmark_node* node, const std::string& indent) {
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HTML_BLOCK) return html(literalOf(node));
    if (folded_) return;
    if (type == CMARK_NODE_HEADING) {
      gap();
      if (cmark_node_get_heading_level(node) <= 2) out_ += out_.empty() ? "" : "\n";
      paragraph(node, indent, indent, bold);
    } else if (type == CMARK_NODE_PARAGRAPH) {
      if (!tight_) gap();
      paragraph(node, pending_.empty() ? indent : std::exchange(pending_, ""), indent, nullptr);
    } else if (type == CMARK_NODE_BLOCK_QUOTE) {
      blocks(node, indent + (style_.unicode ? "│ " : "| "));
    } else if (type == CMARK_NODE_CODE_BLOCK) {
      code(literalOf(node), indent);
    } else if (type == CMARK_NODE_LIST) {
      list(node, indent);
    } else if (type == CMARK_NODE_THEMATIC_BREAK) {
      gap();
      out_ += indent + std::string(8, '-') + "\n";
    } else if (is(node, "table")) {
      table(node, indent);
    } else {
      blocks(node, indent);
    }
  }

  void html(const std::string& text) {
    if (text.find("<details") != std::string::npos) folded_ = true;
    if (const std::string summary = foldSummary(text); !summary.empty()) {
      gap();
      out_ += marked(dim, "  [folded] " + summary) + "\n";
    }
    if (text.find("</details>") != std::string::npos) folded_ = false;
  }

  void code(const std::string& text, const std::string& indent) {
    gap();
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      out_ += indent + "    " + text.substr(begin, end - begin) + "\n";
      begin = end + 1;
    }
  }

  void list(cmark_node* node, const std::string& indent) {
    gap();
    const bool outer = std::exchange(tight_, cmark_node_get_list_tight(node) != 0);
    int number = cmark_node_get_list_start(node);
    const bool ordered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;
    for (cmark_node* item = cmark_node_first_child(node); item != nullptr; item = cmark_node_next(item)) {
      const std::string mark = ordered ? std::to_string(number++) + ". " : style_.unicode ? "• " : "- ";
      const std::string inner = indent + std::string(columnsOf(mark), ' ');
      pending_ = indent + mark;
      blocks(item, inner);
    }
    tight_ = outer;
  }

  /// Rows of cells, columns as wide as their widest cell.
  void table(cmark_node* node, const std::string& indent) {
    gap();
    std::vector<std::vector<std::string>> rows;
    std::vector<std::size_t> widths;
    for (cmark_node* row = cmark_node_first_child(node); row != nullptr; row = cmark_node_next(row)) {
      rows.emplace_back();
      for (cmark_node* cell = cmark_node_first_child(row); cell != nullptr; cell = cmark_node_next(cell)) {
        std::vector<Span> spans;
        inlines(cell, nullptr, spans);
        std::string text;
        for (const Span& span : spans) text += span.text;
        const std::size_t column = rows.back().size();
        if (widths.size() <= column) widths.push_back(0);
        widths[column] = std::max(widths[column], columnsOf(text));
        rows.back().push_back(std::move(text));
      }
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
      std::string line = indent;
      for (std::size_t c = 0; c < rows[r].size(); ++c)
        line += rows[r][c] + std::string(widths[c] - columnsOf(rows[r][c]) + 2, ' ');
      line.resize(line.find_last_not_of(' ') + 1);
      out_ += (r == 0 ? marked(bold, line) : line) + "\n";
    }
  }

  void inlines(cmark_node* parent, const char* look, std::vector<Span>& out) {
    for (cmark_node* node = cmark_node_first_child(parent); node != nullptr; node = cmark_node_next(node)) {
      switch (cmark_node_get_type(node)) {
        case CMARK_NODE_TEXT:
        case CMARK_NODE_CODE:
          out.push_back({literalOf(node), look});
          break;
        case CMARK_NODE_SOFTBREAK:
          out.push_back({" ", look});
          break;
        case CMARK_NODE_LINEBREAK:
          out.push_back({"\n", look});
          break;
        case CMARK_NODE_STRONG:
          inlines(node, bold, out);
          break;
        case CMARK_NODE_LINK:
          inlines(node, look, out);
          link(cmark_node_get_url(node), out);
          break;
        case CMARK_NODE_HTML_INLINE:
          break;
        default:
          inlines(node, look, out);
      }
    }
  }

  void link(const char* url, std::vector<Span>& out) {
    if (url == nullptr || *url == '#') return;
    const auto known = std::find(links_.begin(), links_.end(), url);
    const std::size_t number = static_cast<std::size_t>(known - links_.begin()) + 1;
    if (known == links_.end()) links_.emplace_back(url);
    out.push_back({" [" + std::to_string(number) + "]", dim});
  }

  void paragraph(cmark_node* node, const std::string& first, const std::string& other, const char* look) {
    std::vector<Span> spans;
    inlines(node, look, spans);
    Paragraph lines(first, other, style_.width);
    bool space = false;
    for (const Span& span : spans) {
      if (span.text == "\n") {
        lines.breakLine();
        space = false;
        continue;
      }
      for (std::size_t at = 0; at < span.text.size();) {
        if (span.text[at] == ' ') {
          space = true;
          ++at;
          continue;
        }
        const std::size_t end = std::min(span.text.find(' ', at), span.text.size());
        const std::string word = span.text.substr(at, end - at);
        lines.add(marked(span.look, word), columnsOf(word), space);
        space = false;
        at = end;
      }
    }
    out_ += lines.take();
  }

  const TerminalStyle& style_;
  std::string out_, pending_;  // pending: the mark of a list's item
  std::vector<std::string> links_;
  bool folded_ = false, tight_ = false;
};

}  // namespace

std::string lessonText(std::string_view markdown, const TerminalStyle& style) {
  const Tree tree = parse(markdown);
  return Renderer(style).render(tree.get());
}

}  // namespace learn
