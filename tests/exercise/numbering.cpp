// numbering.h: which wrong formula left the holes.
#include "exercise/numbering.h"

#include <doctest/doctest.h>

#include "exercise/arrays.h"

using namespace exercise;

namespace {

Array ownNumbers(std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(i);
  return outputArray("out", ElementType::u32, Shape(count), values);
}

/// What threads 0 … count - 1 leave, each with number(i) at that place.
template <class Number>
Bytes leftBy(const Array& array, Number number) {
  Bytes bytes = poison(array.bytes());
  for (std::size_t i = 0; i < array.shape.count(); ++i)
    if (number(i) < array.shape.count()) storeElement(bytes, array.type, number(i), static_cast<double>(number(i)));
  return bytes;
}

std::string named(const Array& array, const Bytes& got) {
  const auto diagnosis = explainNumbering(array, got,
                                          {
                                              {"blocks-overlap", "a", "day 1", [](std::size_t i) { return i % 5; }},
                                              {"one-a-block", "b", "day 2", [](std::size_t i) { return i / 5; }},
                                              {"far-apart", "c", "day 3", [](std::size_t i) { return i * 3; }},
                                          });
  return diagnosis ? diagnosis->faultClass + " " + diagnosis->headline + " " + diagnosis->see : "";
}

}  // namespace

TEST_CASE("numbering: the formula that leaves these holes is named, with its words") {
  const Array array = ownNumbers(15);
  CHECK(named(array, leftBy(array, [](std::size_t i) { return i % 5; })) == "blocks-overlap a day 1");
  CHECK(named(array, leftBy(array, [](std::size_t i) { return i / 5; })) == "one-a-block b day 2");
  // Numbers past the end leave nothing inside.
  CHECK(named(array, leftBy(array, [](std::size_t i) { return i * 3; })) == "far-apart c day 3");
}

TEST_CASE("numbering: another set of holes, or a value that is not its place, is no formula's") {
  const Array array = ownNumbers(15);
  CHECK(named(array, array.expected).empty());
  CHECK(named(array, poison(array.bytes())).empty());
  Bytes oneMore = leftBy(array, [](std::size_t i) { return i % 5; });
  storeElement(oneMore, array.type, 7, 7);
  CHECK(named(array, oneMore).empty());
  Bytes otherValue = leftBy(array, [](std::size_t i) { return i % 5; });
  storeElement(otherValue, array.type, 2, 3);
  CHECK(named(array, otherValue).empty());
}
