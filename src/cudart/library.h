#pragma once
// Device code that a program loads at run time (cudaLibrary_t), as one more fatbinary of every device.
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cudart/abi.h"

namespace gpusim::cudart {

struct Library {
  std::size_t fatbinary = 0;  // its number in each Registry
  /// Handles of kernels, by name: addresses that the registries know as kernels.
  std::map<std::string, std::unique_ptr<char>> kernels;
};

class Libraries {
 public:
  Library* find(const void* handle) {
    const auto found = libraries_.find(handle);
    return found == libraries_.end() ? nullptr : found->second.get();
  }
  Library& add(std::unique_ptr<Library> library) {
    Library& added = *library;
    libraries_.emplace(&added, std::move(library));
    return added;
  }
  void remove(Library& library) { libraries_.erase(&library); }

 private:
  std::map<const void*, std::unique_ptr<Library>> libraries_;
};

}  // namespace gpusim::cudart
