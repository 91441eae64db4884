#pragma once
// A matrix product through tiles, where the tiles hold or give the wrong elements: turned, not moved along k, or loaded
// only by threads whose own result is inside.
#include <cmath>
#include <functional>

#include "exercise/classify/operands.h"

namespace exercise {

namespace detail {

/// The elements of a and b that are multiplied at step `l` of the tile that starts at `first` along k. An index outside
/// its matrix, or `counted` false: that product is 0.
struct TileStep {
  std::size_t aRow, aCol, bRow, bCol;
  bool counted;
};

struct TileReading {
  const char* faultClass;
  std::string headline;
  std::function<TileStep(std::size_t row, std::size_t col, std::size_t first, std::size_t l)> step;
};

inline std::vector<TileReading> tileReadings(const Product& p, std::size_t t) {
  const std::size_t m = p.m, n = p.n;
  const auto tiles = "the " + number(t) + " x " + number(t) + " tile of ";
  const auto turned = [t](bool a, bool b) {
    return [=](std::size_t row, std::size_t col, std::size_t first, std::size_t l) {
      return TileStep{a ? row / t * t + l : row, a ? first + row % t : first + l, b ? first + col % t : first + l,
                      b ? col / t * t + l : col, true};
    };
  };
  const auto fixed = [](bool a) {
    return [=](std::size_t row, std::size_t col, std::size_t first, std::size_t l) {
      return TileStep{row, a ? l : first + l, a ? first + l : l, col, true};
    };
  };
  const auto guarded = [=](bool a, bool b) {
    return [=](std::size_t row, std::size_t col, std::size_t first, std::size_t l) {
      const bool loadedA = !a || col / t * t + l < n, loadedB = !b || row / t * t + l < m;
      return TileStep{row, first + l, first + l, col, loadedA && loadedB};
    };
  };
  const std::string columns = " read column by column where its rows are meant";
  const std::string stays = " stays where it is while the other one moves on along k";
  const auto edge = [t](const char* which) {
    return "wrong where " + number(t) + " x " + number(t) + " tiles reach over " + which +
           ": threads whose result is outside load nothing, and the others miss it";
  };
  return {
      {"tile-turned", tiles + "a is" + columns, turned(true, false)},
      {"tile-turned", tiles + "b is" + columns, turned(false, true)},
      {"tile-turned", "both " + number(t) + " x " + number(t) + " tiles are" + columns, turned(true, true)},
      {"tile-not-moved", tiles + "a" + stays + ": columns 0 to " + number(t - 1) + " of a every time", fixed(true)},
      {"tile-not-moved", tiles + "b" + stays + ": rows 0 to " + number(t - 1) + " of b every time", fixed(false)},
      {"edge-tiles-part-loaded", edge("an edge"), guarded(true, true)},
      {"edge-tiles-part-loaded", edge("the right edge"), guarded(true, false)},
      {"edge-tiles-part-loaded", edge("the lower edge"), guarded(false, true)},
  };
}

inline Explained tileReading(const Facts& facts, const std::string& faultClass) {
  if (facts.relation == nullptr || facts.relation->product == nullptr) return std::nullopt;
  const Product& p = *facts.relation->product;
  for (const std::size_t side : tileSides(facts)) {
    if (side < 4) continue;
    for (const TileReading& reading : tileReadings(p, side)) {
      if (reading.faultClass != faultClass) continue;
      const auto predict = [&](std::size_t cell) {
        double sum = 0, absolutes = 0;
        for (std::size_t first = 0; first < p.k; first += side)
          for (std::size_t l = 0; l < side; ++l) {
            const TileStep step = reading.step(cell / p.n, cell % p.n, first, l);
            if (!step.counted || step.aRow >= p.m || step.aCol >= p.k || step.bRow >= p.k || step.bCol >= p.n) continue;
            const double term = p.a[step.aRow * p.k + step.aCol] * p.b[step.bRow * p.n + step.bCol];
            sum += term;
            absolutes += std::fabs(term);
          }
        return nearestSum(facts, cell, sum, absolutes, p.k);
      };
      if (fitPredicted(facts, predict).holds())
        return Explanation{reading.faultClass, reading.headline, "day 16", writtenWrong(facts)};
    }
  }
  return std::nullopt;
}

}  // namespace detail

/// tile-turned: a tile of a matrix product is read with its two indices exchanged.
inline Explained tileTurned(const Facts& facts) { return detail::tileReading(facts, "tile-turned"); }

/// tile-not-moved: one operand's tile is the same in every step along k.
inline Explained tileNotMoved(const Facts& facts) { return detail::tileReading(facts, "tile-not-moved"); }

/// edge-tiles-part-loaded: a thread whose result is outside loads nothing, and others miss what it should have loaded.
inline Explained edgeTilesPartLoaded(const Facts& facts) {
  return detail::tileReading(facts, "edge-tiles-part-loaded");
}

}  // namespace exercise
