// What lies past the last kept element of an output is room: nothing there is wrong.
#include <doctest/doctest.h>

#include "exercise/arrays.h"
#include "exercise/compare.h"

using namespace exercise;

TEST_CASE("the room behind what is kept may hold anything, the poison's NaN among it") {
  const Array out = keptArray("out", ElementType::f32, {1, -2, 3, -4}, {1, 0, 1, 0});
  Bytes got = out.expected;
  const Bytes holes = poison(2 * sizeof(float));
  std::memcpy(got.data() + 2 * sizeof(float), holes.data(), holes.size());
  CHECK(compare(out, got).wrong.empty());
  CHECK(compare(out, got).total == 4);
  std::memcpy(got.data() + sizeof(float), holes.data(), sizeof(float));
  CHECK(compare(out, got).wrong == std::vector<std::size_t>{1});
}
