#pragma once
// Strict reading of the course's YAML files: an unknown, missing or repeated field, or a value of the wrong kind, is
// refused with file, line and what was expected.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/day.h"
#include "harness/result.h"

namespace harness {

/// The document `text` holds, or the Problem with its line.
inline Result<YAML::Node> parseYaml(std::string_view text, const std::string& fileName) {
  try {
    return YAML::Load(std::string(text));
  } catch (const YAML::Exception& error) {
    return Problem{ExitStatus::course, fmt::format("{}:{}: {}", fileName, error.mark.line + 1, error.msg)};
  }
}

/// One mapping of the file. Every read names what it expected; the first thing that is not so is the file's problem.
class Mapping {
 public:
  Mapping(const YAML::Node& node, std::string fileName, std::string where)
      : node_(node), fileName_(std::move(fileName)), where_(std::move(where)) {}

  const std::optional<Problem>& problem() const { return problem_; }

  /// Refuses a field that is none of these, or that is given twice.
  void allowOnly(const std::vector<std::string>& names) {
    if (!node_.IsMap()) return blame(node_, fmt::format("expected {} to be a mapping of fields", where_));
    std::vector<std::string> seen;
    for (const auto& entry : node_) {
      const std::string name = entry.first.Scalar();
      if (std::find(names.begin(), names.end(), name) == names.end())
        blame(entry.first,
              fmt::format("unknown field '{}' in {}, expected one of: {}", name, where_, fmt::join(names, ", ")));
      if (std::find(seen.begin(), seen.end(), name) != seen.end())
        blame(entry.first, fmt::format("field '{}' is given twice in {}", name, where_));
      seen.push_back(name);
    }
  }

  bool has(const std::string& name) const { return node_.IsMap() && node_[name].IsDefined(); }

  std::string text(const std::string& name) {
    const YAML::Node value = field(name, "a text");
    if (!value.IsDefined()) return {};
    if (value.IsScalar() && !value.Scalar().empty()) return value.Scalar();
    wrongKind(value, name, "a text");
    return {};
  }

  /// A number greater than `above` and, if given, whole. Below 0: a number of 0 or more.
  double number(const std::string& name, double above, bool whole = false) {
    const std::string expected =
        above < 0 ? "a number of 0 or more" : fmt::format("{} above {}", whole ? "a whole number" : "a number", above);
    const YAML::Node value = field(name, expected);
    if (!value.IsDefined()) return 0;
    double out = 0;
    if (value.IsScalar()) {
      const std::string& scalar = value.Scalar();
      const auto [end, error] = std::from_chars(scalar.data(), scalar.data() + scalar.size(), out);
      const bool read = error == std::errc() && end == scalar.data() + scalar.size();
      if (read && out > above && out < 1e9 && (!whole || out == static_cast<double>(static_cast<long>(out))))
        return out;
    }
    wrongKind(value, name, expected);
    return 0;
  }

  std::string choice(const std::string& name, const std::vector<std::string>& choices) {
    const std::string expected = fmt::format("one of {}", fmt::join(choices, ", "));
    const YAML::Node value = field(name, expected);
    if (!value.IsDefined()) return {};
    if (value.IsScalar() && std::find(choices.begin(), choices.end(), value.Scalar()) != choices.end())
      return value.Scalar();
    wrongKind(value, name, expected);
    return {};
  }

  bool flag(const std::string& name) { return choice(name, {"true", "false"}) == "true"; }

  /// The mappings of a list, each called `what` and its place in messages: "day 3".
  std::vector<Mapping> mappings(const std::string& name, const std::string& what) {
    const YAML::Node value = field(name, "a list");
    std::vector<Mapping> out;
    if (!value.IsDefined()) return out;
    if (!value.IsSequence()) wrongKind(value, name, "a list");
    if (value.IsSequence())
      for (const auto& item : value) out.emplace_back(item, fileName_, fmt::format("{} {}", what, out.size() + 1));
    return out;
  }

  std::vector<std::string> list(const std::string& name) {
    const YAML::Node value = field(name, "a list");
    std::vector<std::string> out;
    if (!value.IsDefined()) return out;
    if (!value.IsSequence()) wrongKind(value, name, "a list");
    if (value.IsSequence())
      for (const auto& item : value) {
        if (!item.IsScalar()) wrongKind(item, name, "a list of texts");
        if (item.IsScalar()) out.push_back(item.Scalar());
      }
    return out;
  }

  /// Texts such as "31x33" that are cases of this shape (day.h).
  std::vector<std::string> cases(const std::string& name, const std::string& shape) {
    const std::string expected = fmt::format("a list of {} cases such as {}", shape, example(shape));
    const YAML::Node value = field(name, expected);
    std::vector<std::string> out;
    if (!value.IsDefined()) return out;
    if (!value.IsSequence() || value.size() == 0) {
      wrongKind(value, name, expected);
      return out;
    }
    for (const auto& item : value) {
      if (!item.IsScalar() || !isCase(item.Scalar(), shape)) wrongKind(item, name, expected);
      if (item.IsScalar()) out.push_back(item.Scalar());
    }
    return out;
  }

  /// A value of the right kind that says nothing usable.
  void refuse(const std::string& name, const std::string& message) {
    blame(node_[name], fmt::format("field '{}' in {}: {}", name, where_, message));
  }

  Mapping mapping(const std::string& name) { return {field(name, "a mapping of fields"), fileName_, "'" + name + "'"}; }

  void adopt(const Mapping& inner) {
    if (!problem_) problem_ = inner.problem_;
  }

  void blame(const YAML::Node& node, const std::string& message) {
    if (problem_) return;
    const int line = node.IsDefined() ? std::max(node.Mark().line, 0) + 1 : 1;
    problem_ = Problem{ExitStatus::course, fmt::format("{}:{}: {}", fileName_, line, message)};
  }

 private:
  static std::string_view example(const std::string& shape) {
    return shape == "vector" ? "1000" : shape == "volume" || shape == "product" ? "4x5x6" : "31x33";
  }

  YAML::Node field(const std::string& name, const std::string& expected) {
    if (!has(name)) {
      blame(node_, fmt::format("missing field '{}' in {}, expected {}", name, where_, expected));
      return YAML::Node(YAML::NodeType::Undefined);
    }
    return node_[name];
  }

  void wrongKind(const YAML::Node& value, const std::string& name, const std::string& expected) {
    const std::string got = value.IsScalar()     ? "'" + value.Scalar() + "'"
                            : value.IsSequence() ? "a list"
                            : value.IsMap()      ? "a mapping"
                                                 : "nothing";
    blame(value, fmt::format("field '{}' is {}, expected {}", name, got, expected));
  }

  const YAML::Node node_;
  std::string fileName_, where_;
  std::optional<Problem> problem_;
};

}  // namespace harness
