#pragma once
#include <string>

namespace gpusim {

/// What the source calls a symbol: "transpose(float*, float const*, int, int)". The symbol itself if it is not mangled.
std::string demangle(const std::string& symbol);

/// Its last part: "tile" for _ZZ9transposePfPKfE4tile.
std::string variableName(const std::string& symbol);

}  // namespace gpusim
