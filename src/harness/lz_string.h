#pragma once
// The compression of lz-string, a JavaScript library, which Compiler Explorer's links are in
// (github.com/pieroxy/lz-string, compressToBase64).
#include <string>
#include <string_view>

namespace harness {

/// ASCII text, compressed, in base64. Other bytes would be taken for characters of their own.
std::string lzStringBase64(std::string_view ascii);

}  // namespace harness
