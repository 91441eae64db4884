#pragma once
// A strict reader of one JSON value (RFC 8259) and the little that writing needs. The events come from a process that
// runs a learner's code, so a lenient reader would be a hole; yaml-cpp accepts far more than JSON.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace harness {

/// A parsed JSON value. Numbers keep their text: a seed of 64 bits does not fit a double.
class Json {
 public:
  struct Number {
    std::string text;
  };
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;
  explicit Json(bool value) : value_(value) {}
  explicit Json(Number value) : value_(std::move(value)) {}
  explicit Json(std::string value) : value_(std::move(value)) {}
  explicit Json(Array value) : value_(std::move(value)) {}
  explicit Json(Object value) : value_(std::move(value)) {}

  bool isNull() const { return std::holds_alternative<std::monostate>(value_); }
  const Array* array() const { return std::get_if<Array>(&value_); }
  const Object* object() const { return std::get_if<Object>(&value_); }

  /// The member called `name`, or null when this is no object or has none.
  const Json* find(std::string_view name) const;

  std::optional<std::string> string() const;
  std::optional<bool> boolean() const;
  std::optional<double> number() const;
  /// A whole number of 0 or more, exactly.
  std::optional<std::uint64_t> count() const;
  /// A string's text or a number's digits as written: how a cell's value is shown.
  std::string text() const;

 private:
  std::variant<std::monostate, bool, Number, std::string, Array, Object> value_;
};

/// The one value that `text` holds; empty when `text` is anything but one well-formed JSON value.
std::optional<Json> parseJson(std::string_view text);

/// `text` as a JSON string, quotes included. Bytes that are no UTF-8 become U+FFFD.
std::string jsonString(std::string_view text);

/// The value as JSON on one line.
std::string toJson(const Json& value);

/// The value as JSON with a line for each item and member, a blank of indentation a level, as Jupyter writes notebooks.
std::string toIndentedJson(const Json& value);

}  // namespace harness
