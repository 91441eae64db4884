// docs/runtime.md against the library: what answers 801 is in its table, and the table names nothing that is there.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "support.h"

namespace {

/// `pattern` has stars at its ends only.
bool matches(const std::string& pattern, const std::string& name) {
  const bool open = pattern.front() == '*', rest = pattern.back() == '*';
  const std::string core = pattern.substr(open ? 1 : 0, pattern.size() - (open ? 1 : 0) - (rest ? 1 : 0));
  const std::size_t at = name.find(core);
  if (at == std::string::npos) return false;
  if (open && rest) return true;
  if (open) return name.size() >= core.size() && name.compare(name.size() - core.size(), core.size(), core) == 0;
  return at == 0 && (rest || name == core);
}

std::vector<std::string> patterns() {
  const std::string text = support::readText(PROJECT_ROOT "/docs/runtime.md");
  const std::size_t first = text.find("| missing | names |"), last = text.find("\n\n", first);
  REQUIRE(first != std::string::npos);
  std::vector<std::string> found;
  for (std::size_t at = text.find('`', first); at < last; at = text.find('`', at)) {
    const std::size_t end = text.find('`', at + 1);
    found.push_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return found;
}

}  // namespace

TEST_CASE("docs/runtime.md lists what answers 801") {
  std::vector<std::string> names;
#define CUDART_UNSUPPORTED(name) names.emplace_back(#name);
#include "cudart/unsupported.inc"
#undef CUDART_UNSUPPORTED
  REQUIRE(names.size() > 50);
  const std::vector<std::string> table = patterns();
  REQUIRE(table.size() > 10);
  std::set<std::string> used;
  for (const std::string& name : names) {
    CAPTURE(name);
    std::string plain = name;
    for (const char* suffix : {"_ptsz", "_ptds"}) {
      if (plain.size() > 5 && plain.compare(plain.size() - 5, 5, suffix) == 0) plain.resize(plain.size() - 5);
    }
    bool found = false;
    for (const std::string& pattern : table) {
      if (!matches(pattern, plain)) continue;
      found = true;
      used.insert(pattern);
    }
    CHECK(found);
  }
  for (const std::string& pattern : table) {
    CAPTURE(pattern);
    CHECK(used.count(pattern) == 1);
  }
}
