#pragma once
// The table that embed.cmake generates from the *.yaml files of this folder.
#include <cstddef>
#include <string_view>

namespace gpusim::cards {

struct EmbeddedCard {
  std::string_view id;    // the file's name without .yaml
  std::string_view yaml;  // the file's text
};

extern const EmbeddedCard embedded[];
extern const std::size_t embeddedCount;

}  // namespace gpusim::cards
