#include "harness/glossary.h"

#include <cctype>

#include "harness/yaml_mapping.h"

namespace harness {
namespace {

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; }

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return out;
}

/// The page's own prose, with everything else blanked so that places and lines stay.
std::string proseOf(std::string_view page) {
  std::string out = lower(page);
  bool fenced = false, over = false;
  for (std::size_t begin = 0; begin < out.size();) {
    const std::size_t end = std::min(out.find('\n', begin), out.size());
    const std::string_view line(out.data() + begin, end - begin);
    const bool mark = line.starts_with("```");
    over = over || line.starts_with("## go deeper");
    const bool title = line.starts_with("#");  // names the subject before the text defines it
    if (fenced || mark || over || title || line.starts_with("> ") || line.starts_with("    "))
      std::fill(out.begin() + static_cast<std::ptrdiff_t>(begin), out.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    if (mark) fenced = !fenced;
    begin = end + 1;
  }
  // Inline code, addresses of links and HTML.
  const auto blank = [&](char open, char close) {
    for (std::size_t at = out.find(open); at != std::string::npos; at = out.find(open, at + 1)) {
      if (open == '(' && (at == 0 || out[at - 1] != ']')) continue;
      const std::size_t end = out.find(close, at + 1);
      if (end == std::string::npos || out.substr(at, end - at).find("\n\n") != std::string::npos) continue;
      for (std::size_t i = at + 1; i < end; ++i)
        if (out[i] != '\n') out[i] = ' ';
      at = end;
    }
  };
  blank('`', '`');
  blank('(', ')');
  blank('<', '>');
  return out;
}

/// The first use of any form at or after `from`.
std::pair<std::size_t, std::size_t> firstUse(const std::string& prose, const std::vector<std::string>& forms) {
  std::pair<std::size_t, std::size_t> first{std::string::npos, 0};
  for (const std::string& form : forms) {
    for (std::size_t at = prose.find(form); at != std::string::npos; at = prose.find(form, at + 1)) {
      const std::size_t end = at + form.size();
      if ((at > 0 && isWord(prose[at - 1])) || (end < prose.size() && isWord(prose[end]))) continue;
      if (at < first.first || (at == first.first && form.size() > first.second)) first = {at, form.size()};
      break;
    }
  }
  return first;
}

std::size_t lineAt(const std::string& text, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// Whether the text at `at` is the words of a link to `page` ("[a barrier](day14-barriers.md#...)").
bool isLinkTo(const std::string& text, std::size_t at, const std::string& page) {
  const std::size_t open = text.rfind('[', at), close = text.find("](", at);
  if (open == std::string::npos || close == std::string::npos || text.find(']', open) < at) return false;
  return text.compare(close + 2, page.size(), page) == 0;
}

}  // namespace

Result<std::vector<Term>> parseGlossary(std::string_view yaml, const std::string& fileName) {
  const Result<YAML::Node> root = parseYaml(yaml, fileName);
  if (!root) return root.problem();
  Mapping file(*root, fileName, "the file");
  file.allowOnly({"terms"});
  std::vector<Term> terms;
  for (Mapping& mapping : file.mappings("terms", "term")) {
    mapping.allowOnly({"term", "day", "forms"});
    Term term;
    term.term = mapping.text("term");
    term.day = static_cast<int>(mapping.number("day", 0, true));
    if (mapping.has("forms")) term.forms = mapping.list("forms");
    file.adopt(mapping);
    terms.push_back(std::move(term));
  }
  if (file.problem()) return *file.problem();
  return terms;
}

std::vector<GlossaryFault> glossaryFaults(const std::vector<Term>& glossary, const std::vector<LessonPage>& pages) {
  std::vector<std::string> proses;
  for (const LessonPage& page : pages) proses.push_back(proseOf(page.text));
  std::vector<GlossaryFault> faults;
  for (const Term& term : glossary) {
    std::vector<std::string> forms{lower(term.term)};
    for (const std::string& form : term.forms) forms.push_back(lower(form));
    std::string home;
    for (const LessonPage& page : pages)
      if (page.day == term.day) home = page.fileName.substr(page.fileName.rfind('/') + 1);
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const LessonPage& page = pages[i];
      if (page.day > term.day) continue;
      const auto [at, length] = firstUse(proses[i], forms);
      if (page.day < term.day) {
        if (at != std::string::npos && !isLinkTo(page.text, at, home))
          faults.push_back({page.fileName, lineAt(page.text, at),
                            fmt::format("'{}' is used here and defined on day {}: define it or link to {}",
                                        page.text.substr(at, length), term.day, home)});
        continue;
      }
      if (at == std::string::npos || at < 2 || page.text.compare(at - 2, 2, "**") != 0)
        faults.push_back(
            {page.fileName, at == std::string::npos ? 1 : lineAt(page.text, at),
             fmt::format("the first use of '{}' should be its definition, with the term in bold", term.term)});
    }
  }
  return faults;
}

}  // namespace harness
