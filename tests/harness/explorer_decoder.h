#pragma once
// Compiler Explorer's links read back: what static/url.ts there does, for tests. lz-string's base64, then Rison.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/json.h"

namespace explorer {

/// decodeURIComponent, and '+' for a blank.
inline std::string percentDecoded(std::string_view text) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      out += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

/// decompressFromBase64 of lz-string; empty when the text is cut off or holds something else.
class Decompressor {
 public:
  explicit Decompressor(std::string_view base64) : text_(base64) {}

  std::string operator()() {
    std::map<std::uint32_t, std::string> known;
    std::uint32_t next = 3, left = 2;
    unsigned width = 2;
    std::string out, before;
    const auto countDown = [&] {
      if (--left == 0) left = 1U << width++;
    };
    while (!failed_) {
      std::uint32_t code = bits(width);
      if (code == 2) return out;
      if (code < 2) {
        known[next] = static_cast<char>(bits(code == 0 ? 8 : 16));
        code = next++;
        countDown();
      }
      std::string entry;
      if (known.count(code) != 0)
        entry = known[code];
      else if (code == next && !before.empty())
        entry = before + before[0];
      else
        return "";
      out += entry;
      if (!before.empty()) known[next++] = before + entry[0];
      // The first text has no code of its own to be counted.
      countDown();
      before = entry;
    }
    return "";
  }

 private:
  std::uint32_t bits(unsigned count) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < count; ++i) {
      constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
      if (at_ / 6 >= text_.size()) failed_ = true;
      const std::size_t six = failed_ ? 0 : alphabet.find(text_[at_ / 6]);
      if (six == std::string_view::npos) failed_ = true;
      value |= static_cast<std::uint32_t>((six >> (5 - at_ % 6)) & 1) << i;
      ++at_;
    }
    return value;
  }

  std::string text_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

/// Rison's objects, arrays, strings, literals; numbers are strings here.
class Rison {
 public:
  explicit Rison(std::string_view text) : text_(text) {}

  std::optional<harness::Json> members() { return object('\0'); }

 private:
  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string word() {
    const std::size_t start = at_;
    at_ = std::min(text_.find_first_of(" '!:(),*@$", at_), text_.size());
    return text_.substr(start, at_ - start);
  }

  std::optional<harness::Json> object(char end) {
    harness::Json::Object out;
    while (end == '\0' ? at_ < text_.size() : !take(end)) {
      if (!out.empty() && !take(',')) return std::nullopt;
      const std::string name = word();
      if (name.empty() || !take(':')) return std::nullopt;
      const auto member = value();
      if (!member) return std::nullopt;
      out.emplace_back(name, *member);
    }
    return harness::Json(std::move(out));
  }

  std::optional<harness::Json> value() {
    if (take('(')) return object(')');
    if (take('\'')) {
      std::string out;
      while (at_ < text_.size() && text_[at_] != '\'') {
        if (text_[at_] == '!') ++at_;
        if (at_ < text_.size()) out += text_[at_++];
      }
      if (!take('\'')) return std::nullopt;
      return harness::Json(std::move(out));
    }
    if (take('!')) {
      if (take('t')) return harness::Json(true);
      if (take('f')) return harness::Json(false);
      if (!take('(')) return std::nullopt;
      harness::Json::Array out;
      while (!take(')')) {
        if (!out.empty() && !take(',')) return std::nullopt;
        const auto item = value();
        if (!item) return std::nullopt;
        out.push_back(*item);
      }
      return harness::Json(std::move(out));
    }
    const std::string plain = word();
    if (plain.empty()) return std::nullopt;
    return harness::Json(plain);
  }

  std::string text_;
  std::size_t at_ = 0;
};

/// The panes of a link's state by their component's name; empty when the link cannot be read.
inline std::map<std::string, harness::Json> panesOf(std::string_view link) {
  constexpr std::string_view head = "https://godbolt.org/#";
  if (link.substr(0, head.size()) != head) return {};
  const auto outer = Rison(percentDecoded(link.substr(head.size()))).members();
  const harness::Json* packed = outer ? outer->find("z") : nullptr;
  if (packed == nullptr) return {};
  const auto state = Rison(percentDecoded(Decompressor(packed->text())())).members();
  const harness::Json* content = state ? state->find("content") : nullptr;
  if (content == nullptr || content->array() == nullptr || state->find("version")->text() != "4") return {};
  std::map<std::string, harness::Json> panes;
  for (const harness::Json& pane : *content->array()->front().find("content")->array())
    panes[pane.find("componentName")->text()] = *pane.find("componentState");
  return panes;
}

}  // namespace explorer
