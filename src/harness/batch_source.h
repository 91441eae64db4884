#pragma once
// Many small .cu files as one translation unit. What a file of the course costs the compiler is the headers, and a unit
// reads them once. Each file gets a namespace, keeps its name and its line numbers, and sees the headers it includes
// and no others, so that it means what it means alone. Pure: text in, text out.
#include <string>
#include <string_view>
#include <vector>

#include "harness/source_facts.h"

namespace harness {

/// A file of a unit.
struct BatchItem {
  std::string shown;  // its path as the compiler's messages shall have it
  std::string text;
  SourceFacts facts;
  std::string scope;  // the namespace it gets, unique in the unit
};

/// Puts files of one set of headers into groups, so many that `workers` compilers have work, of at least two files. A
/// file left out of every group has to be compiled alone.
std::vector<std::vector<BatchItem>> groupItems(std::vector<BatchItem> items, std::size_t workers);

/// The translation unit of one group.
std::string batchSource(const std::vector<BatchItem>& items);

/// The items that the compiler's messages speak of.
std::vector<std::string> mentionedItems(const std::vector<BatchItem>& items, std::string_view said);

}  // namespace harness
