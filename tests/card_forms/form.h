#pragma once
// Arithmetic forms: one PTX instruction with its modifiers and types, run on fixed operands by a card and by the
// simulator. forms.txt lists them; this reads the list, makes the operands and writes the PTX that both run.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace card_forms {

/// Operand sets of a form: one a thread. The first `printedSets` results are kept as they are, all of them as a hash.
constexpr std::size_t sets = 2048, printedSets = 32;
constexpr unsigned threadsPerBlock = 128;

/// How a result must agree with the card's.
struct Bound {
  bool exact = true;
  double ulps = 0;      // of the result's type
  double absolute = 0;  // or within this
};

struct Form {
  std::string since;                  // "sm_75"
  std::string result;                 // type of d: "u32"; what is stored
  std::vector<std::string> operands;  // types of a, b, c, e
  std::string text;                   // the instructions, with a, b, c, e read and d written
  Bound bound;

  /// "u32 <- u32 u32: add.u32 d, a, b;": no two forms share it.
  std::string name() const;
};

/// The forms of a list, alternatives written out. Throws std::runtime_error with the line on what it cannot read.
/// A line is `since | result <- operands | instructions | exact`, or `ulp N`, `abs X`, `ulp N abs X` in the last place.
/// `{x,y}` stands for x and then y; `$1` anywhere is what the first alternative became. PTX's own braces are written
/// with a space inside: `{ x, y }`.
std::vector<Form> readForms(std::string_view list);

/// A module with one kernel a form, called `form_0`, `form_1`, …. Parameters: the addresses of a, b, c, e and of d, all
/// .u64.
std::string ptxOf(const std::vector<Form>& forms, const std::string& target);

/// `sets` values of `type` for operand `position`: special values in all pairs, then random ones of several kinds.
/// The same everywhere and always.
std::vector<std::uint64_t> operandValues(const std::string& type, std::size_t position);

std::size_t bytesOfType(std::string_view type);

std::vector<std::byte> pack(const std::vector<std::uint64_t>& values, std::size_t bytes);
std::vector<std::uint64_t> unpack(const std::vector<std::byte>& bytes, std::size_t bytesEach);

/// FNV-1a over the values' bytes, little end first.
std::uint64_t hashOf(const std::vector<std::uint64_t>& values, std::size_t bytes);

/// What a card gave for one form.
struct Measured {
  std::string name, type;
  std::uint64_t hash = 0;
  std::vector<std::uint64_t> values;  // the first printedSets
};
std::string show(const Measured& measured);
/// Reads the file that run_on_card writes. Lines that start with '#' say where it comes from.
std::vector<Measured> readMeasured(std::string_view text);

}  // namespace card_forms
