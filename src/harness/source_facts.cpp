#include "harness/source_facts.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace harness {
namespace {

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Identifiers, numbers and single characters of `code`.
std::vector<std::string_view> tokensOf(std::string_view code) {
  std::vector<std::string_view> tokens;
  for (std::size_t at = 0; at < code.size();) {
    if (std::isspace(static_cast<unsigned char>(code[at])) != 0) {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    if (isWord(code[at]))
      while (end < code.size() && isWord(code[end])) ++end;
    tokens.push_back(code.substr(at, end - at));
    at = end;
  }
  return tokens;
}

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Words after which a bracket follows and which nobody declares.
bool isKeyword(std::string_view word) {
  return word.starts_with("__") ||
         isOneOf(word,
                 {"alignas",   "auto",     "bool",     "char",     "class",  "const",    "constexpr",     "decltype",
                  "double",    "enum",     "explicit", "false",    "float",  "int",      "inline",        "long",
                  "namespace", "noexcept", "operator", "short",    "signed", "sizeof",   "static_assert", "static",
                  "struct",    "template", "true",     "typename", "union",  "unsigned", "using",         "void"});
}

/// Reads the directive lines out of `code`, which keeps the rest.
void takeDirectives(std::string& code, SourceFacts& facts) {
  bool codeSeen = false, otherSeen = false;
  for (std::size_t at = 0; at < code.size();) {
    std::size_t end = code.find('\n', at);
    const std::size_t first = code.find_first_not_of(" \t\r", at);
    const bool directive = first != std::string::npos && first < end && code[first] == '#';
    while (directive && end != std::string::npos && code[end - 1] == '\\') end = code.find('\n', end + 1);
    end = std::min(end, code.size());
    if (directive) {
      const std::vector<std::string_view> tokens = tokensOf(std::string_view(code).substr(first + 1, end - first - 1));
      const std::string_view word = tokens.empty() ? "" : tokens[0];
      if (word == "include") {
        const std::size_t open = code.find('<', first), close = code.find('>', first);
        if (open >= end || close >= end) facts.alone = "includes a file by quotes";
        if (codeSeen || otherSeen) facts.alone = "includes a file after other lines";
        if (open < close && close < end) facts.includes.push_back(code.substr(open + 1, close - open - 1));
      } else {
        otherSeen = true;
        if (word == "define" && tokens.size() > 1) facts.macros.emplace_back(tokens[1]);
        const bool unroll = word == "pragma" && tokens.size() > 1 && tokens[1] == "unroll";
        if (!unroll && !isOneOf(word, {"define", "if", "ifdef", "ifndef", "elif", "else", "endif", ""}))
          facts.alone = "has #" + std::string(word);
      }
      std::fill(code.begin() + static_cast<std::ptrdiff_t>(first), code.begin() + static_cast<std::ptrdiff_t>(end),
                ' ');
    } else if (first < end) {
      codeSeen = true;
    }
    at = end + 1;
  }
}

/// Index of the '>' that closes the head opened at `open`: its default values declare nothing.
std::size_t pastTemplateHead(const std::vector<std::string_view>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i] == "<") ++depth;
    if (tokens[i] == ">" && --depth == 0) return i;
  }
  return open;
}

/// Reads declarations at namespace scope, as far as brackets show them.
void readDeclarations(const std::vector<std::string_view>& tokens, SourceFacts& facts) {
  int braces = 0, parentheses = 0;
  bool valueFollows = false;  // after '=': names are used, not declared
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view token = tokens[i];
    const std::string_view before = i > 0 ? tokens[i - 1] : "";
    const bool outside = braces == 0 && parentheses == 0;
    if (outside && before == "template" && token == "<") {
      i = pastTemplateHead(tokens, i);
      continue;
    }
    if (outside && isOneOf(token, {"(", "=", ";", "[", "{"})) {
      const bool attribute = token == "(" && isKeyword(before);
      if (!attribute && !valueFollows && !before.empty() && isWord(before[0]) && !isKeyword(before))
        facts.names.emplace_back(before);
      valueFollows = token == "=" || (valueFollows && token != ";");
    }
    if (outside && token == ",") valueFollows = false;
    if (isOneOf(before, {"struct", "class", "union", "enum", "namespace", "using"}) && outside && isWord(token[0]) &&
        !isKeyword(token) && !(before == "using" && i + 1 < tokens.size() && tokens[i + 1] == ":") &&
        !(before == "namespace" && i > 1 && tokens[i - 2] == "using"))
      facts.names.emplace_back(token);
    if (token == "{") ++braces;
    if (token == "}") --braces;
    if (token == "(") ++parentheses;
    if (token == ")") --parentheses;
    if (braces < 0 || parentheses < 0) facts.alone = "its brackets do not match";
    // What acts on more than its own namespace.
    if (isOneOf(token, {"main", "__managed__", "__COUNTER__", "_Pragma", "printf", "assert", "typeid"}))
      facts.alone = "uses " + std::string(token);
    if (before == "extern" && token == "\"") facts.alone = "uses extern \"C\"";
    if (before == "namespace" && token == "std") facts.alone = "adds to std";
    if (before == "operator" && isOneOf(token, {"new", "delete"})) facts.alone = "replaces operator new or delete";
    if (outside && token == "asm") facts.alone = "has assembly outside a function";
  }
  if (braces != 0 || parentheses != 0) facts.alone = "its brackets do not match";
}

}  // namespace

std::size_t pastOpaque(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) {
    std::size_t end = text.find('\n', at);
    while (end != std::string_view::npos && text[end - 1] == '\\') end = text.find('\n', end + 1);
    return end == std::string_view::npos ? text.size() : end;
  }
  if (rest.starts_with("/*")) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? end : end + 2;
  }
  if (rest.starts_with("R\"") && (at == 0 || !isWord(text[at - 1]))) {
    const std::size_t open = text.find('(', at);
    if (open == std::string_view::npos) return open;
    const std::string close = ")" + std::string(text.substr(at + 2, open - at - 2)) + "\"";
    const std::size_t end = text.find(close, open);
    return end == std::string_view::npos ? end : end + close.size();
  }
  const char quote = text[at];
  if (quote != '"' && quote != '\'') return at;
  if (quote == '\'' && at > 0 && isWord(text[at - 1])) return at;  // 1'000, or a literal's prefix nobody here uses
  for (std::size_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == quote)
      return i + 1;
  }
  return std::string_view::npos;
}

std::string codeOnly(std::string_view text) {
  std::string code;
  code.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = pastOpaque(text, at);
    if (end == std::string_view::npos) return "";
    if (end == at) {
      code += text[at++];
      continue;
    }
    const bool literal = text[at] != '/';
    for (std::size_t i = at; i < end; ++i) code += text[i] == '\n' ? '\n' : ' ';
    if (literal) code[at] = code[end - 1] = text[end - 1];
    at = end;
  }
  return code;
}

SourceFacts readSource(std::string_view text) {
  SourceFacts facts;
  std::string code = codeOnly(text);
  if (code.empty()) {
    facts.alone = "a comment or a literal does not end";
    return facts;
  }
  takeDirectives(code, facts);
  readDeclarations(tokensOf(code), facts);
  // Its initialisation runs before main, in every program of the unit.
  if (std::find(facts.includes.begin(), facts.includes.end(), "iostream") != facts.includes.end())
    facts.alone = "includes <iostream>";
  for (std::vector<std::string>* list : {&facts.macros, &facts.names}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return facts;
}

}  // namespace harness
