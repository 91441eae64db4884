#pragma once
// Text of others inside HTML.
#include <string>
#include <string_view>

namespace harness {

/// `text` for an HTML element or attribute value: nothing in it is markup, tabs are four spaces, other control
/// characters and bytes that are no UTF-8 are U+FFFD.
std::string htmlText(std::string_view text);

}  // namespace harness
