// docs/ptx.md against the code: its first table has every instruction of the ISA table and no other, and each
// instruction and each form it names stands in a test; its examples load. Every line of its second table is refused at
// load, with file, line and mnemonic.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "../card_forms/form.h"
#include "launch_support.h"
#include "sim/isa/table.h"

namespace {

using Words = std::vector<std::string>;

/// Tests of a row as text: the instructions, one a line, or, where a program makes them up, its whole source.
struct TestText {
  Words instructions;
  std::string program;
};

std::string readAll(const std::filesystem::path& path) {
  std::ifstream file(path);
  REQUIRE_MESSAGE(file.good(), path.string() << " is missing");
  return {std::istreambuf_iterator<char>(file), {}};
}

Words split(const std::string& text, const std::string& separators) {
  Words parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find_first_of(separators, from), text.size());
    const std::size_t first = text.find_first_not_of(" \t\n", from);
    if (first < to) {
      const std::size_t last = text.find_last_not_of(" \t\n", to - 1);
      parts.push_back(text.substr(first, last - first + 1));
    }
    from = to + 1;
  }
  return parts;
}

/// The words in backticks of a cell.
Words codeIn(const std::string& cell) {
  Words words;
  const std::regex code("`([^`]*)`");
  for (auto at = std::sregex_iterator(cell.begin(), cell.end(), code); at != std::sregex_iterator(); ++at)
    words.push_back((*at)[1].str());
  return words;
}

/// The rows of the table that follows a heading, cell by cell. `\|` is a bar inside a cell.
std::vector<Words> table(const std::string& heading) {
  static const std::string document = readAll(PROJECT_ROOT "/docs/ptx.md");
  const std::size_t start = document.find("\n## " + heading + "\n");
  REQUIRE_MESSAGE(start != std::string::npos, "docs/ptx.md has no part '" << heading << "'");
  const std::size_t end = document.find("\n## ", start + 1);
  std::vector<Words> rows;
  for (const std::string& line : split(document.substr(start, end - start), "\n")) {
    if (line[0] != '|' || line.starts_with("|---")) continue;
    Words cells(1);
    for (std::size_t k = 1; k < line.size(); ++k) {
      if (line[k] == '\\' && k + 1 < line.size() && line[k + 1] == '|')
        cells.back() += line[++k];
      else if (line[k] == '|')
        cells.emplace_back();
      else
        cells.back() += line[k];
    }
    cells.pop_back();
    rows.push_back(std::move(cells));
  }
  REQUIRE(rows.size() > 2);
  rows.erase(rows.begin());
  return rows;
}

/// Opcode and modifiers of one instruction: "@p add.u32 d, a, b" is {"add", "u32"}.
Words mnemonicOf(const std::string& instruction) {
  std::size_t from = 0;
  if (instruction[0] == '@') from = std::min(instruction.find_first_of(" \t"), instruction.size() - 1) + 1;
  const std::size_t last = std::min(instruction.find_first_of(" \t\n", from), instruction.size());
  return split(instruction.substr(from, last - from), ".");
}

/// Statements without comments, labels and braces.
Words statementsOf(std::string text) {
  text = std::regex_replace(text, std::regex("//[^\n]*"), "");
  Words statements;
  for (std::string statement : split(text, ";\n"))
    if (statement = std::regex_replace(statement, std::regex(R"(^([{}]|[$\w]+:)\s*)"), ""); !statement.empty())
      statements.push_back(statement);
  return statements;
}

bool matches(const std::string& name, const std::string& pattern) {
  const std::size_t star = pattern.find('*');
  return star == std::string::npos
             ? name == pattern
             : name.starts_with(pattern.substr(0, star)) && name.ends_with(pattern.substr(star + 1));
}

TestText testsCalled(const std::string& name) {
  static std::map<std::string, TestText> known;
  if (const auto found = known.find(name); found != known.end()) return found->second;
  TestText text;
  if (name == "card_forms") {
    for (const auto& form : card_forms::readForms(readAll(PROJECT_ROOT "/tests/card_forms/forms.txt")))
      for (const std::string& statement : statementsOf(form.text)) text.instructions.push_back(statement);
  } else if (name.ends_with(".cpp")) {
    text.program = readAll(PROJECT_ROOT "/tests/sim/" + name);
  } else {
    for (const auto& entry : std::filesystem::directory_iterator(PROJECT_ROOT "/tests/ptx"))
      if (entry.path().extension() == ".ptx" && matches(entry.path().stem().string(), name))
        for (const std::string& statement : statementsOf(readAll(entry.path()))) text.instructions.push_back(statement);
  }
  REQUIRE_MESSAGE(text.instructions.size() + text.program.size() != 0, "docs/ptx.md: no test '" << name << "'");
  return known[name] = text;
}

/// Whether a test holds `opcode` with `form` (without its dot), or with anything when that is empty.
bool holds(const TestText& test, const std::string& opcode, const std::string& form) {
  const bool inOne = std::any_of(test.instructions.begin(), test.instructions.end(), [&](const std::string& text) {
    const Words mnemonic = mnemonicOf(text);
    return !mnemonic.empty() && mnemonic[0] == opcode &&
           (form.empty() || std::find(mnemonic.begin() + 1, mnemonic.end(), form) != mnemonic.end());
  });
  if (inOne) return true;
  const auto hasWord = [&](const std::string& word) {
    return std::regex_search(test.program, std::regex("\\b" + word + "\\b"));
  };
  return !test.program.empty() && hasWord(opcode) && (form.empty() || hasWord(form));
}

/// A kernel around one instruction, which is on line 20.
std::string kernelAround(const std::string& instruction) {
  return ".version 9.0\n.target sm_90a\n.address_size 64\n\n.visible .entry k(.param .u64 parameter)\n{\n"
         ".shared .align 16 .b8 tile[1024];\n.reg .b16 h<16>;\n.reg .b32 r<16>;\n.reg .b64 d<16>;\n.reg .b128 o<4>;\n"
         ".reg .f32 f<16>;\n.reg .f64 g<16>;\n.reg .pred p<8>;\n\n\n\n\n\n" +
         instruction + "\nret;\n}\n";
}

/// What loading says, or nothing.
std::string refusalOf(const std::string& instruction) {
  static gpusim::Device device(launch_test::valueOf(gpusim::findCard("h200")), {1, 0, 0, false});
  const auto module = device.loadModule(kernelAround(instruction), "line.ptx");
  return module ? std::string() : module.error().message;
}

std::string nameOfMnemonic(const std::string& instruction) {
  return fmt::format("{}", instruction.substr(0, instruction.find_first_of(" ;")));
}

}  // namespace

TEST_CASE("ptx forms: docs/ptx.md lists what the ISA table has, file by file") {
  std::map<std::string, std::set<std::string>> listed;  // files by opcode
  for (const Words& row : table("Executed"))
    for (const std::string& opcode : codeIn(row[0]))
      for (const std::string& file : split(row[2], ", ")) listed[opcode].insert(file);
  std::set<std::string> rows;
  for (const auto family : gpusim::isaFamilies())
    for (const gpusim::IsaRow& row : family) {
      const std::string opcode(row.opcode.substr(0, row.opcode.find(':')));
      rows.insert(opcode);
      const auto found = listed.find(opcode);
      const bool inItsFile =
          found != listed.end() &&
          std::any_of(found->second.begin(), found->second.end(), [&](const std::string& file) {
            return readAll(PROJECT_ROOT "/src/sim/isa/" + file).find("{\"" + std::string(row.opcode) + "\",") !=
                   std::string::npos;
          });
      CHECK_MESSAGE(inItsFile, row.opcode << " is not in docs/ptx.md, or under another file");
    }
  CHECK(rows.size() > 100);
  for (const auto& [opcode, files] : listed)
    CHECK_MESSAGE(rows.count(opcode) == 1, opcode << " is in docs/ptx.md, but not executed");
}

TEST_CASE("ptx forms: every instruction and every form has a test") {
  for (const Words& row : table("Executed")) {
    const Words opcodes = codeIn(row[0]);
    REQUIRE(!opcodes.empty());
    std::vector<TestText> tests;
    for (const std::string& name : split(row[3], ", ")) tests.push_back(testsCalled(name));
    const auto tested = [&](const std::string& opcode, const std::string& form) {
      return std::any_of(tests.begin(), tests.end(), [&](const TestText& test) { return holds(test, opcode, form); });
    };
    for (const std::string& opcode : opcodes) CHECK_MESSAGE(tested(opcode, ""), opcode << ": no test among" << row[3]);
    for (const std::string& form : codeIn(row[1])) {
      REQUIRE(form[0] == '.');
      const bool found = std::any_of(opcodes.begin(), opcodes.end(),
                                     [&](const std::string& opcode) { return tested(opcode, form.substr(1)); });
      CHECK_MESSAGE(found, row[0] << "with " << form << ": no test among" << row[3]);
    }
  }
}

TEST_CASE("ptx forms: the examples of what is executed load") {
  for (const Words& row : table("Executed")) {
    const Words examples = codeIn(row[4]);
    REQUIRE(examples.size() == 1);
    const std::string refusal = refusalOf(examples[0]);
    CHECK_MESSAGE(refusal.empty(), refusal);
    const Words opcodes = codeIn(row[0]);
    CHECK(std::find(opcodes.begin(), opcodes.end(), mnemonicOf(examples[0])[0]) != opcodes.end());
  }
}

TEST_CASE("ptx forms: what docs/ptx.md calls refused is refused, with file, line and mnemonic") {
  for (const Words& row : table("Refused")) {
    const Words examples = codeIn(row[1]);
    REQUIRE(examples.size() == 1);
    const std::string refusal = refusalOf(examples[0]);
    const std::string mnemonic = nameOfMnemonic(examples[0]);
    CHECK_MESSAGE(refusal.starts_with(fmt::format("line.ptx:20:1: {}: ", mnemonic)), examples[0] << " -> " << refusal);
    const Words words = split(row[3], "\n");
    REQUIRE(words.size() == 1);
    CHECK_MESSAGE(refusal.find(words[0]) != std::string::npos, examples[0] << " -> " << refusal);
  }
}
