#include "grade/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace grade {

using harness::ExitStatus;
using harness::Problem;
using harness::Result;

Result<std::string> signatureOf(std::string_view demangled) {
  const std::size_t open = demangled.find('(');
  if (open == std::string_view::npos || !demangled.ends_with(')'))
    return Problem{ExitStatus::course, fmt::format("'{}' is no function", demangled)};
  std::string_view rest = demangled.substr(open + 1, demangled.size() - open - 2);
  constexpr std::array<std::string_view, 4> wide{"long", "unsigned long", "long long", "unsigned long long"};
  constexpr std::array<std::string_view, 8> narrow{"int",  "unsigned int",  "short",       "unsigned short",
                                                   "char", "unsigned char", "signed char", "bool"};
  std::string letters;
  while (!rest.empty() && rest != "void") {
    const std::size_t comma = std::min(rest.find(", "), rest.size());
    const std::string_view type = rest.substr(0, comma);
    rest.remove_prefix(std::min(comma + 2, rest.size()));
    const auto isOne = [&](const auto& types) { return std::find(types.begin(), types.end(), type) != types.end(); };
    // A reference is a pointer; what it leads to has to be the device's or lent (exercise/lend.h). A template's commas
    // are not ours to count.
    if ((type.ends_with('*') || type.ends_with('&')) && type.find('<') == std::string_view::npos) {
      letters += 'p';
    } else if (isOne(wide)) {
      letters += 'i';
    } else if (isOne(narrow)) {
      letters += 'w';
    } else if (type == "float" || type == "double") {
      letters += type[0];
    } else {
      return Problem{ExitStatus::course,
                     fmt::format("{}: a parameter of type '{}' cannot be handed to another process: grading without a "
                                 "card takes pointers and numbers",
                                 demangled, type)};
    }
  }
  return letters;
}

bool resultTravels(std::string_view exerciseHeader) {
  for (const char* type :
       {"void", "cudaError_t", "bool", "int", "unsigned", "long", "std::size_t", "float", "double"}) {
    const std::string declaration = fmt::format("\n{} solve(", type);
    if (exerciseHeader.starts_with(std::string_view(declaration).substr(1)) ||
        exerciseHeader.find(declaration) != std::string_view::npos)
      return true;
  }
  return false;
}

}  // namespace grade
