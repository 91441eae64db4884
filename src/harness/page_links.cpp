#include "harness/page_links.h"

#include <fmt/format.h>

#include "harness/amalgamate.h"
#include "harness/compiler_explorer.h"
#include "harness/notebook.h"

namespace harness {
namespace {

constexpr std::string_view linksBegin = "<!-- links, made by `make starters` -->\n", linksEnd = "<!-- /links -->\n";

/// The exercise for Compiler Explorer's editor: what a learner changes, and the rest by its address, which the reader's
/// browser fetches before it compiles. The whole would be a link of 100,000 characters.
std::string exerciseByAddress(const DayFiles& files, const std::string& starter, const std::string& published) {
  return fmt::format(
      "// {0}: change solve(). The last lines fetch the rest of the exercise, which compares, names faults and takes "
      "times.\n\n{1}\n#ifndef EXERCISE_IN_HARNESS\n#define {2}\n"
      "#include <https://raw.githubusercontent.com/{3}/main/starters/{0}.cu>\n#endif\n",
      files.name(), starter, solvedElsewhere, published);
}

}  // namespace

Result<std::vector<PageLink>> pageLinks(const DayFiles& files, const std::string& published) {
  const Result<std::string> program = readText(files.program, ExitStatus::course),
                            starter = readText(files.starter, ExitStatus::course);
  if (!program) return program.problem();
  if (!starter) return starter.problem();
  const std::string flags(buildFlags);
  std::vector<PageLink> links{{"explorer-program", explorerLink({*program, flags})},
                              {"explorer-exercise", fmt::format("../starters/{}.cu", files.name())},
                              {"colab", fmt::format("colab/{}.ipynb", files.id())}};
  if (!published.empty()) {
    links[1].target = explorerLink({exerciseByAddress(files, *starter, published), std::string(quickFlags), false});
    links[2].target = fmt::format("https://colab.research.google.com/github/{}/blob/main/course/colab/{}.ipynb",
                                  published, files.id());
  }
  return links;
}

std::string withPageLinks(std::string_view page, const std::vector<PageLink>& links) {
  std::string block(linksBegin);
  for (const PageLink& link : links) block += fmt::format("[{}]: {}\n", link.name, link.target);
  block += linksEnd;
  const std::size_t begin = page.find(linksBegin), end = page.find(linksEnd);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin)
    return fmt::format("{}\n{}", page, block);
  return std::string(page.substr(0, begin)) + block + std::string(page.substr(end + linksEnd.size()));
}

std::vector<std::string> unusedLinks(std::string_view page, const std::vector<PageLink>& links) {
  std::vector<std::string> unused;
  for (const PageLink& link : links)
    if (page.find("][" + link.name + "]") == std::string_view::npos) unused.push_back(link.name);
  return unused;
}

}  // namespace harness
