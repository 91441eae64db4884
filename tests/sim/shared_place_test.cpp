// How a byte of shared memory is called in messages.
#include "sim/exec/shared_place.h"

#include <doctest/doctest.h>

#include <limits>

#include "sim/decode/demangle.h"

using namespace gpusim;

namespace {

std::string placeOf(std::vector<DecodedKernel::SharedVariable> variables, std::uint64_t offset,
                    std::uint8_t elementBytes, std::uint8_t width) {
  DecodedKernel code;
  code.sharedVariables = std::move(variables);
  Instruction access;
  access.elementBytes = elementBytes;
  access.width = width;
  return sharedPlace(code, offset, access);
}

const std::vector<DecodedKernel::SharedVariable> twoArrays{{"tile", 0, 100}, {"counts", 112, 64}};
constexpr std::size_t toTheEnd = std::numeric_limits<std::size_t>::max() - 256;

}  // namespace

TEST_CASE("shared place: by the variable and the element of the access") {
  CHECK(placeOf(twoArrays, 28, 4, 16) == "shared byte 28 (element 7 of tile)");
  CHECK(placeOf(twoArrays, 120, 8, 8) == "shared byte 120 (element 1 of counts)");
  CHECK(placeOf(twoArrays, 120, 0, 4) == "shared byte 120 (element 2 of counts)");  // no vector: its width
  CHECK(placeOf(twoArrays, 3, 1, 1) == "shared byte 3 (byte 3 of tile)");
  CHECK(placeOf(twoArrays, 114, 4, 4) == "shared byte 114 (byte 2 of counts)");
}

TEST_CASE("shared place: a byte that no variable holds, or two names do, stays a number") {
  CHECK(placeOf(twoArrays, 104, 4, 4) == "shared byte 104");
  CHECK(placeOf(twoArrays, 176, 4, 4) == "shared byte 176");
  CHECK(placeOf({}, 28, 4, 4) == "shared byte 28");
  CHECK(placeOf({{"ints", 256, toTheEnd}, {"floats", 256, toTheEnd}}, 260, 4, 4) == "shared byte 260");
  CHECK(placeOf({{"buffer", 256, toTheEnd}}, 1280, 4, 4) == "shared byte 1280 (element 256 of buffer)");
}

TEST_CASE("shared place: what the source calls a variable") {
  CHECK(variableName("_ZZ9transposePfPKfE4tile") == "tile");
  CHECK(variableName("buffer") == "buffer");
  CHECK(variableName("_ZN12_GLOBAL__N_16bufferE") == "buffer");
}
