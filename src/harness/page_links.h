#pragma once
// The links of a lesson page to Compiler Explorer and Colab. They are long, so they stand at the page's end as
// definitions, made anew by `make starters`; the text refers to them by name.
#include <string>
#include <string_view>
#include <vector>

#include "harness/course.h"
#include "harness/result.h"

namespace harness {

/// "[explorer-program]: https://..."
struct PageLink {
  std::string name, target;
};

/// A day's links. `published`: "owner/name" of the public GitHub repository that the course lies in, or empty. Without
/// one, the exercise and the notebook are links to the files: nobody elsewhere can fetch them.
Result<std::vector<PageLink>> pageLinks(const DayFiles& files, const std::string& published);

/// `page` with its definitions made anew; at its end when it has none.
std::string withPageLinks(std::string_view page, const std::vector<PageLink>& links);

/// The names that the page's text does not use.
std::vector<std::string> unusedLinks(std::string_view page, const std::vector<PageLink>& links);

}  // namespace harness
