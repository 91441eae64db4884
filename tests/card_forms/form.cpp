#include "form.h"

#include <cstdio>
#include <sstream>
#include <stdexcept>

namespace card_forms {
namespace {

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find(separator, at);
    parts.push_back(trimmed(text.substr(at, end - at)));
    if (end == std::string_view::npos) return parts;
    at = end + separator.size();
  }
}

std::string substituted(std::string text, const std::vector<std::string>& chosen) {
  for (std::size_t at = text.find('$'); at != std::string::npos; at = text.find('$', at)) {
    const auto number = at + 1 < text.size() ? static_cast<std::size_t>(text[at + 1] - '1') : chosen.size();
    if (number >= chosen.size()) throw std::runtime_error("no such alternative: " + text);
    text.replace(at, 2, chosen[number]);
  }
  return text;
}

/// Calls use(text, chosen) for every way to write `text` out.
template <class F>
void expand(const std::string& text, std::vector<std::string>& chosen, F&& use) {
  std::size_t open = text.find('{');
  while (open != std::string::npos && text.compare(open, 2, "{ ") == 0) open = text.find('{', open + 1);
  if (open == std::string::npos) return use(substituted(text, chosen));
  const std::size_t close = text.find('}', open);
  if (close == std::string::npos) throw std::runtime_error("'}' is missing: " + text);
  for (const std::string& choice : split(std::string_view(text).substr(open + 1, close - open - 1), ",")) {
    chosen.push_back(choice);
    expand(text.substr(0, open) + choice + text.substr(close + 1), chosen, use);
    chosen.pop_back();
  }
}

Bound readBound(const std::string& text) {
  Bound bound;
  if (text == "exact") return bound;
  bound.exact = false;
  std::istringstream words(text);
  std::string word;
  double number = 0;
  while (words >> word >> number)
    if (word == "ulp")
      bound.ulps = number;
    else if (word == "abs")
      bound.absolute = number;
    else
      throw std::runtime_error("no such bound: " + text);
  if (bound.ulps == 0 && bound.absolute == 0) throw std::runtime_error("a bound is missing: " + text);
  return bound;
}

std::string registerType(const std::string& type) {
  return ".b" + std::to_string(bytesOfType(type) == 1 ? 16 : 8 * bytesOfType(type));
}
/// How memory of `type` is loaded: packed and floating types as bits.
std::string memoryType(const std::string& type) {
  return type == "s8" || type == "u8" ? "." + type : ".b" + std::to_string(8 * bytesOfType(type));
}

}  // namespace

std::string Form::name() const {
  std::string types;
  for (const std::string& operand : operands) types += " " + operand;
  return result + " <-" + types + ": " + text;
}

std::vector<Form> readForms(std::string_view list) {
  std::vector<Form> forms;
  for (const std::string& line : split(list, "\n")) {
    if (line.empty() || line[0] == '#') continue;
    const auto fields = split(line, " | ");
    if (fields.size() != 4) throw std::runtime_error("not four fields: " + line);
    std::vector<std::string> chosen;
    // The types may name what the instruction chose, so the alternatives of the instruction come first.
    expand(fields[2], chosen, [&](const std::string& text) {
      const std::string types = substituted(fields[1], chosen);
      const std::size_t arrow = types.find("<-");
      if (arrow == std::string::npos) throw std::runtime_error("'<-' is missing: " + line);
      Form form{fields[0], trimmed(std::string_view(types).substr(0, arrow)), {}, text, readBound(fields[3])};
      std::istringstream words(types.substr(arrow + 2));
      for (std::string type; words >> type;) form.operands.push_back(type);
      if (form.operands.empty() || form.operands.size() > 4) throw std::runtime_error("1 to 4 operands: " + line);
      forms.push_back(std::move(form));
    });
  }
  return forms;
}

std::string ptxOf(const std::vector<Form>& forms, const std::string& target) {
  std::string text = ".version 9.0\n.target " + target + "\n.address_size 64\n";
  for (std::size_t k = 0; k < forms.size(); ++k) {
    const Form& form = forms[k];
    text += "\n.visible .entry form_" + std::to_string(k) + "(";
    for (const char* name : {"p_a", "p_b", "p_c", "p_e", "p_d"})
      text += std::string(name[2] == 'a' ? "" : ", ") + ".param .u64 " + name;
    text +=
        ")\n{\n  .reg .pred p, q;\n  .reg .b8 m;\n  .reg .b16 h, g;\n  .reg .b32 i, t, u, v;\n  .reg .b64 w, x, "
        "address, offset;\n";
    text += "  .reg " + registerType(form.result) + " d;\n";
    text += "  mov.u32 i, %ctaid.x;\n  mov.u32 t, %ntid.x;\n  mov.u32 u, %tid.x;\n  mad.lo.u32 i, i, t, u;\n";
    const auto place = [&](const std::string& parameter, std::size_t bytes) {
      text += "  ld.param.u64 address, [" + parameter + "];\n  mul.wide.u32 offset, i, " + std::to_string(bytes) +
              ";\n  add.u64 address, address, offset;\n";
    };
    for (std::size_t operand = 0; operand < form.operands.size(); ++operand) {
      const std::string name(1, "abce"[operand]), &type = form.operands[operand];
      text += "  .reg " + registerType(type) + " " + name + ";\n";
      place("p_" + name, bytesOfType(type));
      text += "  ld.global" + memoryType(type) + " " + name + ", [address];\n";
    }
    text += "  " + form.text + "\n";
    place("p_d", bytesOfType(form.result));
    text += "  st.global" + memoryType(form.result) + " [address], d;\n  ret;\n}\n";
  }
  return text;
}

std::size_t bytesOfType(std::string_view type) {
  if (type.ends_with("16x2")) return 4;
  if (type.ends_with("64")) return 8;
  if (type.ends_with("32")) return 4;
  if (type.ends_with("16")) return 2;
  if (type.ends_with("8")) return 1;
  throw std::runtime_error("no such type: " + std::string(type));
}

std::vector<std::byte> pack(const std::vector<std::uint64_t>& values, std::size_t bytes) {
  std::vector<std::byte> out;
  for (std::uint64_t value : values)
    for (std::size_t k = 0; k < bytes; ++k) out.push_back(static_cast<std::byte>(value >> (8 * k) & 0xff));
  return out;
}

std::vector<std::uint64_t> unpack(const std::vector<std::byte>& bytes, std::size_t bytesEach) {
  std::vector<std::uint64_t> values(bytes.size() / bytesEach, 0);
  for (std::size_t k = 0; k < values.size() * bytesEach; ++k)
    values[k / bytesEach] |= std::to_integer<std::uint64_t>(bytes[k]) << (8 * (k % bytesEach));
  return values;
}

std::uint64_t hashOf(const std::vector<std::uint64_t>& values, std::size_t bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::byte byte : pack(values, bytes)) hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3;
  return hash;
}

std::string show(const Measured& measured) {
  char text[32];
  const auto hex = [&](std::uint64_t value, int digits) {
    std::snprintf(text, sizeof text, " %0*llx", digits, static_cast<unsigned long long>(value));
    return std::string(text);
  };
  std::string out = measured.name + "\n " + measured.type + hex(measured.hash, 16);
  for (std::uint64_t value : measured.values) out += hex(value, 2 * static_cast<int>(bytesOfType(measured.type)));
  return out + "\n";
}

std::vector<Measured> readMeasured(std::string_view text) {
  std::vector<Measured> all;
  std::string form;
  for (const std::string& line : split(text, "\n")) {
    if (line.empty() || line[0] == '#') continue;
    if (form.empty()) {
      form = line;
      continue;
    }
    Measured measured;
    measured.name = std::move(form);
    form.clear();
    std::istringstream words(line);
    words >> measured.type >> std::hex >> measured.hash;
    for (std::uint64_t value = 0; words >> std::hex >> value;) measured.values.push_back(value);
    if (measured.values.size() != printedSets) throw std::runtime_error("values are missing: " + measured.name);
    all.push_back(std::move(measured));
  }
  return all;
}

}  // namespace card_forms
