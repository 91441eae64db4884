// The map of wrong cells that the HTML report draws: the field that a cell lies in, and what was never written.
#include <doctest/doctest.h>

#include "exercise/arrays.h"
#include "exercise/wrong_map.h"

using namespace exercise;

TEST_CASE("the map of wrong cells: fields of several cells, those at the far edges of what is left") {
  constexpr std::size_t rows = 100, cols = 130;  // fields of 3 x 3: 34 down, 44 across, the last of 1 x 1
  const Array out = outputArray("out", ElementType::f32, Shape(rows, cols), std::vector<double>(rows * cols, 5));
  Bytes got = out.expected;
  storeElement(got, out.type, 0, 6);
  storeElement(got, out.type, 2 * cols + 2, 6);  // of the same field
  storeElement(got, out.type, 50 * cols + 4, 7);
  const Bytes holes = poison(sizeof(float));
  std::memcpy(got.data() + (rows * cols - 1) * sizeof(float), holes.data(), holes.size());

  std::vector<std::string> wrong(34, ""), unwritten(34, "");
  for (std::size_t row = 0; row < 34; ++row)
    for (std::size_t col = 0; col < 44; ++col) {
      const std::string comma = col == 0 ? "" : ",";
      const bool corner = row == 33 && col == 43;
      wrong[row] += comma + (row == 0 && col == 0 ? "2" : (row == 16 && col == 1) || corner ? "1" : "0");
      unwritten[row] += comma + (corner ? "1" : "0");
    }
  const auto table = [](const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += (text.empty() ? "[" : ",[") + line + "]";
    return "[" + text + "]";
  };
  CHECK(wrongMapJson(out, got) ==
        "{\"array\":\"out\",\"rows\":100,\"cols\":130,\"field_rows\":3,\"field_cols\":3,\"wrong\":" + table(wrong) +
            ",\"unwritten\":" + table(unwritten) + "}");
}
