#pragma once
// The course as course/course.yaml tells it: all days in order, those that exist and those that are planned.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/course.h"
#include "harness/result.h"

namespace harness {

struct OutlineDay {
  int number = 0;
  std::string slug, title, summary;
  bool exists = false;

  std::string id() const;    // "day13"
  std::string name() const;  // "day13-shared-memory"
};

struct Module {
  std::string title;
  std::vector<OutlineDay> days;
};

struct Outline {
  std::vector<Module> modules;
  std::string published;  // "owner/name" of the public GitHub repository that holds the course; empty: there is none

  std::size_t count() const;     // of days
  std::size_t existing() const;  // of days that exist
  /// The day of that number; null when there is none.
  const OutlineDay* find(int number) const;
};

/// Reads course.yaml's text: numbers ascend by one from 1. `fileName` is for messages.
Result<Outline> parseOutline(std::string_view yaml, const std::string& fileName);

/// Reads course/course.yaml below `root`.
Result<Outline> readOutline(const std::filesystem::path& root);

/// The table of README.md: a row a module, its days by number and title, those that exist linked to their pages.
std::string outlineTable(const Outline& outline);

/// What does not agree between the outline, the folders of days/, their titles, and the table in README.md's text: one
/// line each. A README without the table's markers (`<!-- days -->` and `<!-- /days -->`) is a fault.
std::vector<std::string> outlineFaults(const Outline& outline, const std::vector<DayFiles>& days,
                                       std::string_view readme);

/// `readme` with the table between its markers made anew; the text itself when there are no markers.
std::string withOutlineTable(std::string_view readme, const Outline& outline);

}  // namespace harness
