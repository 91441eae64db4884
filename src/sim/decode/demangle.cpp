#include "sim/decode/demangle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace gpusim {

std::string demangle(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 && text != nullptr ? text.get() : symbol;
}

std::string variableName(const std::string& symbol) {
  const std::string whole = demangle(symbol);
  const std::size_t scope = whole.rfind("::");
  return scope == std::string::npos ? whole : whole.substr(scope + 2);
}

}  // namespace gpusim
