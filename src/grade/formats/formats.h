#pragma once
// The other forms of the master's records. Pure: records in, text out.
#include <string>
#include <vector>

#include "grade/record.h"

namespace grade {

/// Gradescope's results.json of one submission. Hidden cases are visible after publishing.
std::string gradescopeJson(const Record& record);

/// What GitHub Classroom's reporter takes from the environment: base64 of its JSON.
std::string githubResult(const Record& record);
std::string githubJson(const Record& record);

/// check50's JSON of one submission; what was not reached has null for `passed`.
std::string check50Json(const Record& record);

/// JUnit XML of all: a suite a submission, a case a part.
std::string junitXml(const std::vector<Record>& records);

/// One line a submission, RFC 4180. A cell that a spreadsheet would take for a formula starts with an apostrophe.
std::string csvTable(const std::vector<Record>& records);

/// For a terminal: a line a submission.
std::string textTable(const std::vector<Record>& records);

/// How often each fault code occurs, most first, with what it means.
std::string summaryText(const std::vector<Record>& records);
/// Both tables as one page without scripts.
std::string summaryHtml(const std::vector<Record>& records);

/// `bytes` in base64.
std::string base64(std::string_view bytes);

}  // namespace grade
