#pragma once
// Terms and where the course defines them. A reader who goes through the days in order meets no term before its
// definition: the first use on any page is the definition, in bold, or a link to the page that has it.
#include <string>
#include <string_view>
#include <vector>

#include "harness/result.h"

namespace harness {

struct Term {
  int day = 0;                     // that defines it
  std::string term;                // as it stands in bold there: "bank conflict"
  std::vector<std::string> forms;  // other forms that count as uses: "bank conflicts"
};

/// Reads course/glossary.yaml's text: a list of `term`, `day` and, where there are any, `forms`.
Result<std::vector<Term>> parseGlossary(std::string_view yaml, const std::string& fileName);

/// A page and the day it belongs to.
struct LessonPage {
  int day = 0;
  std::string fileName;  // "course/day13-shared-memory.md"
  std::string text;
};

struct GlossaryFault {
  std::string fileName;
  std::size_t line = 0;  // 1-based
  std::string message;
};

/// Where a page uses a term before it is defined, and terms that their day never sets in bold. Code, transcripts,
/// quotations, links' addresses and the part from "## Go deeper" on are not read: they are other people's words, or
/// point ahead on purpose.
std::vector<GlossaryFault> glossaryFaults(const std::vector<Term>& glossary, const std::vector<LessonPage>& pages);

}  // namespace harness
