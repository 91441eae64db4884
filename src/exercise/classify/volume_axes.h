#pragma once
// Holes of a volume that are everything past one plane, one row of each plane, or one column.
#include "exercise/classify/hole_shapes.h"

namespace exercise {

/// What was written of a volume: the box from the origin of these extents. Nothing when the holes are another shape.
inline std::optional<std::array<std::size_t, 3>> writtenBoxOf(const Facts& facts, const Holes& holes) {
  if (facts.shape.rank != 3 || holes.count() == 0) return std::nullopt;
  const std::array<std::size_t, 3> extent = facts.shape.extent;
  const std::size_t plane = extent[1] * extent[2];
  std::array<std::size_t, 3> written = extent;
  const std::array<std::size_t, 3> stride{plane, extent[2], 1};
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t at = extent[axis]; at-- > 0;)
      if (holes.at(at * stride[axis])) written[axis] = at;
  if (written[0] == 0 || written[1] == 0 || written[2] == 0) return std::nullopt;
  const bool exact = holes.areExactly([&](std::size_t cell) {
    return cell / plane >= written[0] || cell / extent[2] % extent[1] >= written[1] || cell % extent[2] >= written[2];
  });
  return exact ? std::optional(written) : std::nullopt;
}

/// "planes 2 to 8 and rows 48 to 49 of each plane": what lies past the box.
inline std::string pastBoxWords(const Facts& facts, const std::array<std::size_t, 3>& written) {
  const char* const nouns[] = {"plane", "row", "column"};
  std::string words;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (written[axis] == facts.shape.extent[axis]) continue;
    words += (words.empty() ? "" : " and ") + span(nouns[axis], written[axis], facts.shape.extent[axis] - 1) +
             (axis == 1 ? " of each plane" : "");
  }
  return words;
}

/// Whether those are more than one plane, row or column.
inline bool pastBoxIsPlural(const Facts& facts, const std::array<std::size_t, 3>& written) {
  std::size_t past = written[1] < facts.shape.extent[1] ? 2 : 0;  // a row of each plane
  for (std::size_t axis = 0; axis < 3; ++axis) past += facts.shape.extent[axis] - written[axis];
  return past > 1;
}

}  // namespace exercise
