#include "harness/compiler_explorer.h"

#include <fmt/format.h>

#include "harness/lz_string.h"

namespace harness {
namespace {

/// What JavaScript's encodeURIComponent leaves alone.
bool isPlain(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         std::string_view("-_.!~*'()").find(c) != std::string_view::npos;
}

/// Text as a string of Rison, the notation of the state (github.com/compiler-explorer/compiler-explorer,
/// shared/rison.ts). What decodeURIComponent would take for something else, and all that is not ASCII, is written %XX.
std::string risonString(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '!') out += '!';
    if (c == '%' || c == '+' || static_cast<unsigned char>(c) >= 0x80)
      out += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      out += c;
  }
  return out + "'";
}

std::string component(std::string_view name, std::string_view state) {
  return fmt::format("(type:component,componentName:{},componentState:({}))", name, state);
}

}  // namespace

std::string explorerLink(const ExplorerState& state) {
  const std::string built =
      fmt::format("compiler:{},lang:cuda,options:{},source:1", explorerCompiler, risonString(state.flags));
  std::string panes = component("codeEditor", "id:1,lang:cuda,source:" + risonString(state.source));
  if (state.deviceView) {
    panes += "," + component("compiler", "id:1,filters:(commentOnly:!t,demangle:!t,directives:!t,labels:!t)," + built);
    panes += "," + component("device", "id:1,editorid:1");
  }
  panes += "," + component("executor", "compilerOutShown:!t," + built);
  const std::string packed = lzStringBase64(fmt::format("content:!((type:row,content:!({}))),version:4", panes));
  std::string link = "https://godbolt.org/#z:'";
  for (const char c : packed) {
    if (isPlain(c) || c == '/')
      link += c;
    else
      link += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return link + "'";
}

std::string explorerPage(const ExplorerState& state) {
  const std::string link = explorerLink(state);  // no character of it means anything to HTML
  return fmt::format(
      "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Compiler Explorer</title>\n"
      "<meta http-equiv=\"refresh\" content=\"0; url={0}\">\n<p><a href=\"{0}\">Open Compiler Explorer</a></p>\n",
      link);
}

}  // namespace harness
