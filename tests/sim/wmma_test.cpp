// wmma from memory to memory: the layout inside a fragment is the implementation's own, so only the product is checked.
#include <fmt/format.h>

#include <bit>
#include <random>

#include "launch_support.h"

using namespace launch_test;

namespace {

struct Form {
  int m, n, k;
  std::string a, b, sum;  // types
  unsigned aRegisters, bRegisters, sumRegisters;
  const char* multiply;  // modifiers after the shape
  bool onlyRowColumn = false;
};

const Form forms[] = {
    {16, 16, 16, "f16", "f16", "f32", 8, 8, 8, "f32.f32"},
    {32, 8, 16, "f16", "f16", "f32", 8, 8, 8, "f32.f32"},
    {8, 32, 16, "f16", "f16", "f32", 8, 8, 8, "f32.f32"},
    {16, 16, 16, "f16", "f16", "f16", 8, 8, 4, "f16.f16"},
    {32, 8, 16, "f16", "f16", "f16", 8, 8, 4, "f16.f16"},
    {8, 32, 16, "f16", "f16", "f16", 8, 8, 4, "f16.f16"},
    {16, 16, 16, "bf16", "bf16", "f32", 4, 4, 8, "f32.bf16.bf16.f32"},
    {32, 8, 16, "bf16", "bf16", "f32", 8, 2, 8, "f32.bf16.bf16.f32"},
    {8, 32, 16, "bf16", "bf16", "f32", 2, 8, 8, "f32.bf16.bf16.f32"},
    {16, 16, 8, "tf32", "tf32", "f32", 4, 4, 8, "f32.tf32.tf32.f32"},
    {16, 16, 16, "s8", "s8", "s32", 2, 2, 8, "s32.s8.s8.s32"},
    {32, 8, 16, "u8", "u8", "s32", 4, 1, 8, "s32.u8.u8.s32"},
    {8, 32, 16, "s8", "s8", "s32", 1, 4, 8, "s32.s8.s8.s32"},
    {8, 8, 32, "s4", "s4", "s32", 1, 1, 2, "s32.s4.s4.s32", true},
    {8, 8, 32, "u4", "u4", "s32", 1, 1, 2, "s32.u4.u4.s32", true},
    {8, 8, 4, "f64", "f64", "f64", 1, 1, 2, "f64.f64.f64.f64"},
};

unsigned bitsOf(const std::string& type) {
  return type == "f64"                     ? 64
         : type == "f16" || type == "bf16" ? 16
         : type.back() == '4'              ? 4
         : type.back() == '8'              ? 8
                                           : 32;
}

std::uint64_t encode(int value, const std::string& type) {
  const auto single = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  if (type == "f64") return std::bit_cast<std::uint64_t>(static_cast<double>(value));
  if (type == "f32" || type == "tf32") return single;
  if (type == "bf16") return single >> 16;
  if (type == "f16")
    return value == 0 ? 0 : (single >> 16 & 0x8000) | (((single >> 23 & 0xff) - 112) << 10) | (single >> 13 & 0x3ff);
  const unsigned bits = bitsOf(type);
  return static_cast<std::uint32_t>(value) & (bits == 32 ? ~0u : (1u << bits) - 1);
}

/// A matrix in memory: `leading` elements from one row (or column) to the next.
struct Stored {
  bool rowMajor;
  int rows, columns, leading;
  std::string type;
  std::vector<std::uint32_t> words;

  Stored(bool isRowMajor, int rowCount, int columnCount, std::string elementType)
      : rowMajor(isRowMajor),
        rows(rowCount),
        columns(columnCount),
        leading((isRowMajor ? columnCount : rowCount) + 32),
        type(std::move(elementType)),
        words(static_cast<std::size_t>((isRowMajor ? rowCount : columnCount) * leading) * bitsOf(type) / 32) {}
  void put(int row, int column, int value) {
    const auto at = static_cast<unsigned>(rowMajor ? row * leading + column : column * leading + row);
    const std::uint64_t bits = encode(value, type);
    const unsigned size = bitsOf(type);
    if (size == 64) {
      words[at * 2] = static_cast<std::uint32_t>(bits);
      words[at * 2 + 1] = static_cast<std::uint32_t>(bits >> 32);
    } else {
      words[at * size / 32] |= static_cast<std::uint32_t>(bits << (at * size % 32));
    }
  }
};

std::string registerList(char letter, unsigned count) {
  std::string list;
  for (unsigned r = 0; r < count; ++r) list += fmt::format("{}{}{}", r == 0 ? "" : ", ", letter, r);
  return "{" + list + "}";
}

std::string wordType(const std::string& type) { return type == "f64" || type == "f32" ? type : "b32"; }

}  // namespace

TEST_CASE("wmma: every shape, type and layout gives the product") {
  std::mt19937 random(1130);
  for (const Form& form : forms)
    for (int layouts = 0; layouts < 8; ++layouts) {
      const bool aRow = (layouts & 1) == 0, bRow = (layouts & 2) != 0, sumRow = (layouts & 4) == 0;
      if (form.onlyRowColumn && (!aRow || bRow)) continue;
      CAPTURE(form.multiply);
      CAPTURE(form.m);
      CAPTURE(layouts);
      Stored a(aRow, form.m, form.k, form.a), b(bRow, form.k, form.n, form.b), c(sumRow, form.m, form.n, form.sum),
          expected(sumRow, form.m, form.n, form.sum);
      const auto fits = [&](const std::string& type) {
        const int low = type[0] == 'u' ? 0 : -7, high = 7;
        return std::uniform_int_distribution<int>(low, high)(random);
      };
      std::vector<std::vector<int>> left(static_cast<std::size_t>(form.m)), right(static_cast<std::size_t>(form.k));
      for (int row = 0; row < form.m; ++row)
        for (int k = 0; k < form.k; ++k) {
          left[static_cast<std::size_t>(row)].push_back(fits(form.a));
          a.put(row, k, left[static_cast<std::size_t>(row)].back());
        }
      for (int k = 0; k < form.k; ++k)
        for (int column = 0; column < form.n; ++column) {
          right[static_cast<std::size_t>(k)].push_back(fits(form.b));
          b.put(k, column, right[static_cast<std::size_t>(k)].back());
        }
      for (int row = 0; row < form.m; ++row)
        for (int column = 0; column < form.n; ++column) {
          int total = fits(form.sum);
          c.put(row, column, total);
          for (int k = 0; k < form.k; ++k)
            total += left[static_cast<std::size_t>(row)][static_cast<std::size_t>(k)] *
                     right[static_cast<std::size_t>(k)][static_cast<std::size_t>(column)];
          expected.put(row, column, total);
        }

      const std::string shape = fmt::format("m{}n{}k{}", form.m, form.n, form.k);
      const char* names[] = {"col", "row"};
      std::string body = ".reg .u64 pb, pc;\n";
      const auto declare = [&](char letter, const std::string& type, unsigned count) {
        for (unsigned r = 0; r < count; ++r) body += fmt::format(".reg .{} {}{};\n", wordType(type), letter, r);
      };
      declare('l', form.a, form.aRegisters);
      declare('r', form.b, form.bRegisters);
      declare('c', form.sum, form.sumRegisters);
      declare('d', form.sum, form.sumRegisters);
      body += fmt::format("add.u64 pb, a, {};\nadd.u64 pc, a, {};\n", a.words.size() * 4,
                          (a.words.size() + b.words.size()) * 4);
      const auto load = [&](char which, char letter, const Stored& stored, const std::string& address, unsigned count) {
        body += fmt::format("wmma.load.{}.sync.aligned.{}.{}.global.{} {}, [{}], {};\n", which,
                            names[stored.rowMajor ? 1 : 0], shape, stored.type, registerList(letter, count), address,
                            stored.leading);
      };
      load('a', 'l', a, "a", form.aRegisters);
      load('b', 'r', b, "pb", form.bRegisters);
      load('c', 'c', c, "pc", form.sumRegisters);
      body +=
          fmt::format("wmma.mma.sync.aligned.{}.{}.{}.{} {}, {}, {}, {};\n", names[aRow ? 1 : 0], names[bRow ? 1 : 0],
                      shape, form.multiply, registerList('d', form.sumRegisters), registerList('l', form.aRegisters),
                      registerList('r', form.bRegisters), registerList('c', form.sumRegisters));
      body += fmt::format("wmma.store.d.sync.aligned.{}.{}.global.{} [b], {}, {};\nret;", names[sumRow ? 1 : 0], shape,
                          form.sum, registerList('d', form.sumRegisters), expected.leading);

      std::vector<std::uint32_t> input = a.words;
      input.insert(input.end(), b.words.begin(), b.words.end());
      input.insert(input.end(), c.words.begin(), c.words.end());
      Bench bench;
      const DeviceAddress to = bench.zeros(expected.words.size());
      checkSilent(bench.launch(body, Shape{}, bench.buffer(input), to));
      CHECK(bench.read(to, expected.words.size()) == expected.words);
    }
}
