// libFuzzer target of the fatbinary reader: any bytes must come back as images, as PTX text or as an error in words.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "cudart/fatbin.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace fatbin = gpusim::fatbin;
  const auto bytes = std::as_bytes(std::span(data, size));
  if (fatbin::extent(data, size) > size) std::abort();
  const auto images = fatbin::listImages(bytes);
  if (images) {
    for (const fatbin::Image& image : *images) {
      if (image.payload.data() < bytes.data() || image.payload.size() > size) std::abort();
      // What claims to be large is refused; a claim within the limit is allocated, which a small input may not ask for
      // again and again.
      if (image.decodedBytes > (std::size_t{1} << 24)) continue;
      const auto text = fatbin::decode(image);
      if (!text && text.error().message.empty()) std::abort();
    }
  } else if (images.error().message.empty()) {
    std::abort();
  }
  return 0;
}
