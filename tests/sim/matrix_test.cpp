// mma.sync and wmma against a multiplication done here. Fragment layouts of mma.sync are written out as the PTX ISA
// states them, element by element; inputs are small integers, so every result is exact.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <random>

#include "launch_support.h"

using namespace launch_test;

namespace {

struct At {
  int row, column;
};

/// One form of mma.sync: shape, types, elements a lane, and where they lie.
struct Form {
  std::string modifiers;  // after the layouts
  int m, n, k;
  std::string type;  // of A and B; u8 x s8 when it is "u8s8"
  std::string sum;   // of C and D
  int a, b, c;       // elements a lane
  At (*aAt)(int lane, int i);
  At (*bAt)(int lane, int i);
};

int group(int lane) { return lane >> 2; }
int inGroup(int lane) { return lane % 4; }

/// PTX ISA: "row = groupID for ci where i < 2, groupID + 8 otherwise; col = threadID_in_group * 2 + (i & 0x1)".
At sumAt(int lane, int i) { return {group(lane) + (i < 2 ? 0 : 8), inGroup(lane) * 2 + (i & 1)}; }

const Form forms[] = {
    {"f32.f16.f16.f32", 16, 8, 8, "f16", "f32", 4, 2, 4,
     [](int l, int i) {
       return At{i < 2 ? group(l) : group(l) + 8, inGroup(l) * 2 + (i & 1)};
     },
     [](int l, int i) {
       return At{inGroup(l) * 2 + i, group(l)};
     }},
    {"f16.f16.f16.f16", 16, 8, 8, "f16", "f16", 4, 2, 4,
     [](int l, int i) {
       return At{i < 2 ? group(l) : group(l) + 8, inGroup(l) * 2 + (i & 1)};
     },
     [](int l, int i) {
       return At{inGroup(l) * 2 + i, group(l)};
     }},
    {"f32.f16.f16.f32", 16, 8, 16, "f16", "f32", 8, 4, 4,
     [](int l, int i) {
       return At{i < 2 || (4 <= i && i < 6) ? group(l) : group(l) + 8, inGroup(l) * 2 + (i & 1) + (i >= 4 ? 8 : 0)};
     },
     [](int l, int i) {
       return At{inGroup(l) * 2 + (i & 1) + (i >= 2 ? 8 : 0), group(l)};
     }},
    {"f16.f16.f16.f16", 16, 8, 16, "f16", "f16", 8, 4, 4,
     [](int l, int i) {
       return At{i < 2 || (4 <= i && i < 6) ? group(l) : group(l) + 8, inGroup(l) * 2 + (i & 1) + (i >= 4 ? 8 : 0)};
     },
     [](int l, int i) {
       return At{inGroup(l) * 2 + (i & 1) + (i >= 2 ? 8 : 0), group(l)};
     }},
    {"f32.bf16.bf16.f32", 16, 8, 8, "bf16", "f32", 4, 2, 4,
     [](int l, int i) {
       return At{i < 2 ? group(l) : group(l) + 8, inGroup(l) * 2 + (i & 1)};
     },
     [](int l, int i) {
       return At{inGroup(l) * 2 + i, group(l)};
     }},
    {"f32.bf16.bf16.f32", 16, 8, 16, "bf16", "f32", 8, 4, 4,
     [](int l, int i) {
       return At{i < 2 || (4 <= i && i < 6) ? group(l) : group(l) + 8, inGroup(l) * 2 + (i & 1) + (i >= 4 ? 8 : 0)};
     },
     [](int l, int i) {
       return At{inGroup(l) * 2 + (i & 1) + (i >= 2 ? 8 : 0), group(l)};
     }},
    {"f32.tf32.tf32.f32", 16, 8, 4, "tf32", "f32", 2, 1, 4,
     [](int l, int i) {
       return At{i == 0 ? group(l) : group(l) + 8, inGroup(l)};
     },
     [](int l, int) {
       return At{inGroup(l), group(l)};
     }},
    {"f32.tf32.tf32.f32", 16, 8, 8, "tf32", "f32", 4, 2, 4,
     [](int l, int i) {
       return At{i == 0 || i == 2 ? group(l) : group(l) + 8, inGroup(l) + (i >= 2 ? 4 : 0)};
     },
     [](int l, int i) {
       return At{i == 0 ? inGroup(l) : inGroup(l) + 4, group(l)};
     }},
    {"s32.s8.s8.s32", 8, 8, 16, "s8", "s32", 4, 4, 2,
     [](int l, int i) {
       return At{group(l), inGroup(l) * 4 + i};
     },
     [](int l, int i) {
       return At{inGroup(l) * 4 + i, group(l)};
     }},
    {"s32.u8.s8.s32", 16, 8, 16, "u8s8", "s32", 8, 4, 4,
     [](int l, int i) {
       return At{i < 4 ? group(l) : group(l) + 8, inGroup(l) * 4 + (i & 3)};
     },
     [](int l, int i) {
       return At{inGroup(l) * 4 + i, group(l)};
     }},
    {"s32.s8.s8.s32", 16, 8, 32, "s8", "s32", 16, 8, 4,
     [](int l, int i) {
       return At{i < 4 || (8 <= i && i < 12) ? group(l) : group(l) + 8, inGroup(l) * 4 + (i & 3) + (i >= 8 ? 16 : 0)};
     },
     [](int l, int i) {
       return At{inGroup(l) * 4 + (i & 3) + (i >= 4 ? 16 : 0), group(l)};
     }},
    {"s32.s4.s4.s32", 8, 8, 32, "s4", "s32", 8, 8, 2,
     [](int l, int i) {
       return At{group(l), inGroup(l) * 8 + i};
     },
     [](int l, int i) {
       return At{inGroup(l) * 8 + i, group(l)};
     }},
    {"s32.u4.u4.s32", 16, 8, 32, "u4", "s32", 16, 8, 4,
     [](int l, int i) {
       return At{i < 8 ? group(l) : group(l) + 8, inGroup(l) * 8 + (i & 7)};
     },
     [](int l, int i) {
       return At{inGroup(l) * 8 + i, group(l)};
     }},
    {"s32.s4.s4.s32", 16, 8, 64, "s4", "s32", 32, 16, 4,
     [](int l, int i) {
       return At{i < 8 || (16 <= i && i < 24) ? group(l) : group(l) + 8, inGroup(l) * 8 + (i & 7) + (i >= 16 ? 32 : 0)};
     },
     [](int l, int i) {
       return At{inGroup(l) * 8 + (i & 7) + (i >= 8 ? 32 : 0), group(l)};
     }},
    {"s32.b1.b1.s32.xor.popc", 8, 8, 128, "b1", "s32", 32, 32, 2,
     [](int l, int i) {
       return At{group(l), inGroup(l) * 32 + i};
     },
     [](int l, int i) {
       return At{inGroup(l) * 32 + i, group(l)};
     }},
    {"s32.b1.b1.s32.and.popc", 16, 8, 128, "b1", "s32", 64, 32, 4,
     [](int l, int i) {
       return At{i < 32 ? group(l) : group(l) + 8, inGroup(l) * 32 + (i & 31)};
     },
     [](int l, int i) {
       return At{inGroup(l) * 32 + i, group(l)};
     }},
    {"s32.b1.b1.s32.xor.popc", 16, 8, 256, "b1", "s32", 128, 64, 4,
     [](int l, int i) {
       return At{i < 32 || (64 <= i && i < 96) ? group(l) : group(l) + 8,
                 inGroup(l) * 32 + (i & 31) + (i >= 64 ? 128 : 0)};
     },
     [](int l, int i) {
       return At{inGroup(l) * 32 + (i & 31) + (i >= 32 ? 128 : 0), group(l)};
     }},
    {"f64.f64.f64.f64", 8, 8, 4, "f64", "f64", 1, 1, 2,
     [](int l, int) {
       return At{group(l), inGroup(l)};
     },
     [](int l, int) {
       return At{inGroup(l), group(l)};
     }},
    {"f64.f64.f64.f64", 16, 8, 8, "f64", "f64", 4, 2, 4,
     [](int l, int i) {
       return At{i % 2 == 0 ? group(l) : group(l) + 8, inGroup(l) + 4 * (i / 2)};
     },
     [](int l, int i) {
       return At{inGroup(l) + 4 * i, group(l)};
     }},
    {"f64.f64.f64.f64", 16, 8, 16, "f64", "f64", 8, 4, 4,
     [](int l, int i) {
       return At{i % 2 == 0 ? group(l) : group(l) + 8, inGroup(l) + 4 * (i / 2)};
     },
     [](int l, int i) {
       return At{inGroup(l) + 4 * i, group(l)};
     }},
};

unsigned bitsOfType(const std::string& type) {
  return type == "f64"                     ? 64
         : type == "f16" || type == "bf16" ? 16
         : type == "b1"                    ? 1
         : type.back() == '4'              ? 4
         : type.back() == '8'              ? 8
                                           : 32;
}

/// Bits of a small integer in a type. Halves: 1 + 5 + 10 bits, worked out by hand for magnitudes up to 2048.
std::uint64_t encode(int value, const std::string& type) {
  const auto single = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  if (type == "f64") return std::bit_cast<std::uint64_t>(static_cast<double>(value));
  if (type == "f32" || type == "tf32") return single;
  if (type == "bf16") return single >> 16;
  if (type == "f16")
    return value == 0 ? 0 : (single >> 16 & 0x8000) | (((single >> 23 & 0xff) - 112) << 10) | (single >> 13 & 0x3ff);
  const unsigned bits = type == "s32" ? 32 : bitsOfType(type);
  return static_cast<std::uint32_t>(value) & (bits == 32 ? ~0u : (1u << bits) - 1);
}

int draw(std::mt19937& random, const std::string& type) {
  const auto between = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  if (type == "s8") return between(-128, 127);
  if (type == "u8") return between(0, 255);
  if (type == "s4") return between(-8, 7);
  if (type == "u4") return between(0, 15);
  if (type == "b1") return between(0, 1);
  if (type == "s32") return between(-100000, 100000);
  return between(-8, 8);
}

/// Puts `value` of element `i` of a lane into the register image [register][lane].
void pack(std::vector<std::uint32_t>& image, int lane, int i, std::uint64_t value, unsigned bits) {
  if (bits == 64) {
    const std::size_t at = (static_cast<std::size_t>(i) * 32 + static_cast<std::size_t>(lane)) * 2;
    image[at] = static_cast<std::uint32_t>(value);
    image[at + 1] = static_cast<std::uint32_t>(value >> 32);
    return;
  }
  const unsigned per = 32 / bits, at = static_cast<unsigned>(i);
  image[at / per * 32 + static_cast<unsigned>(lane)] |= static_cast<std::uint32_t>(value << (bits * (at % per)));
}

std::size_t words(int elements, unsigned bits) { return static_cast<std::size_t>(elements) * bits / 32 * 32; }

/// Loads, one mma, stores. Registers are named a0.., b0.., c0.., d0...
std::string programOf(const Form& form, unsigned registers[3], unsigned bits, unsigned sumBits) {
  std::string body = ".reg .u64 fromLane, toLane;\n";
  const unsigned unit = bits == 64 ? 8 : 4;
  body += fmt::format("mul.wide.u32 v, lane, {};\nadd.u64 fromLane, a, v;\nadd.u64 toLane, b, v;\n", unit);
  unsigned at = 0;
  std::string lists[3];
  for (unsigned which = 0; which < 3; ++which) {
    const char letter = "abc"[which];
    const std::string type = bits == 64 ? "f64" : which == 2 && form.sum == "f32" ? "f32" : "b32";
    for (unsigned r = 0; r < registers[which]; ++r, ++at) {
      body += fmt::format(".reg .{} {}{};\nld.global.{} {}{}, [fromLane+{}];\n", type, letter, r, type, letter, r,
                          at * 32 * unit);
      lists[which] += fmt::format("{}{}{}", r == 0 ? "" : ", ", letter, r);
    }
  }
  std::string results, stores;
  const std::string type = sumBits == 64 ? "f64" : form.sum == "f32" ? "f32" : "b32";
  for (unsigned r = 0; r < registers[2]; ++r) {
    body += fmt::format(".reg .{} d{};\n", type, r);
    results += fmt::format("{}d{}", r == 0 ? "" : ", ", r);
    stores += fmt::format("st.global.{} [toLane+{}], d{};\n", type, r * 32 * unit, r);
  }
  return body +
         fmt::format("mma.sync.aligned.m{}n{}k{}.row.col.{} {{{}}}, {{{}}}, {{{}}}, {{{}}};\n", form.m, form.n, form.k,
                     form.modifiers, results, lists[0], lists[1], lists[2]) +
         stores + "ret;";
}

}  // namespace

TEST_CASE("mma: every shape and type multiplies what its fragments hold") {
  std::mt19937 random(20261130);
  for (const Form& form : forms) {
    CAPTURE(form.modifiers);
    CAPTURE(form.m);
    CAPTURE(form.k);
    const std::string aType = form.type == "u8s8" ? "u8" : form.type, bType = form.type == "u8s8" ? "s8" : form.type;
    const unsigned bits = bitsOfType(aType), sumBits = form.sum == "s32" ? 32 : bitsOfType(form.sum);
    const auto cells = [](int rows, int columns) {
      return std::vector<int>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    };
    std::vector<int> a = cells(form.m, form.k), b = cells(form.k, form.n), c = cells(form.m, form.n);
    for (int& x : a) x = draw(random, aType);
    for (int& x : b) x = draw(random, bType);
    for (int& x : c) x = draw(random, form.sum);
    const auto cell = [](std::vector<int>& matrix, At at, int columns) -> int& {
      return matrix.at(static_cast<std::size_t>(at.row * columns + at.column));
    };

    std::vector<std::uint32_t> images[3] = {std::vector<std::uint32_t>(words(form.a, bits)),
                                            std::vector<std::uint32_t>(words(form.b, bits)),
                                            std::vector<std::uint32_t>(words(form.c, sumBits))};
    for (int lane = 0; lane < 32; ++lane) {
      for (int i = 0; i < form.a; ++i)
        pack(images[0], lane, i, encode(cell(a, form.aAt(lane, i), form.k), aType), bits);
      for (int i = 0; i < form.b; ++i)
        pack(images[1], lane, i, encode(cell(b, form.bAt(lane, i), form.n), bType), bits);
      for (int i = 0; i < form.c; ++i)
        pack(images[2], lane, i, encode(cell(c, sumAt(lane, i), form.n), form.sum), sumBits);
    }
    std::vector<std::uint32_t> input;
    unsigned registers[3];
    for (int which = 0; which < 3; ++which) {
      input.insert(input.end(), images[which].begin(), images[which].end());
      registers[which] = static_cast<unsigned>(images[which].size() / (bits == 64 ? 64 : 32));
    }

    std::vector<std::uint32_t> expected(images[2].size());
    for (int lane = 0; lane < 32; ++lane)
      for (int i = 0; i < form.c; ++i) {
        const At at = sumAt(lane, i);
        int total = cell(c, at, form.n);
        for (int k = 0; k < form.k; ++k) {
          const int x = cell(a, {at.row, k}, form.k), y = cell(b, {k, at.column}, form.n);
          total += aType != "b1" ? x * y : form.modifiers.find("xor") != std::string::npos ? (x ^ y) : (x & y);
        }
        pack(expected, lane, i, encode(total, form.sum), sumBits);
      }

    for (const char* card : {"t4", "h200"}) {
      Bench bench(0, 1, card);
      const DeviceAddress to = bench.zeros(expected.size());
      const LaunchReport report =
          bench.launch(programOf(form, registers, bits, sumBits), Shape{}, bench.buffer(input), to);
      checkSilent(report);
      CHECK(bench.read(to, expected.size()) == expected);
    }
  }
}

TEST_CASE("mma: what does not exist is refused") {
  Bench bench;
  const auto refusal = [&](const std::string& instruction) {
    const auto module = bench.device.loadModule(
        kernelText(".reg .b32 r0, r1, r2, r3, r4, r5, r6, r7;\n" + instruction + "\nret;"), "k.ptx");
    REQUIRE(!module);
    return module.error().message;
  };
  CHECK(refusal("mma.sync.aligned.m16n8k8.row.col.f32.f16.bf16.f32 {r0,r1,r2,r3}, {r4,r5}, {r6}, {r0,r1,r2,r3};")
            .find("not a combination") != std::string::npos);
  CHECK(refusal("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {r0}, {r4,r5}, {r6}, {r0,r1};")
            .find("as many registers") != std::string::npos);
  CHECK(refusal("mma.sync.aligned.m16n8k24.row.col.f16.f16.f16.f16 {r0,r1}, {r4,r5}, {r6}, {r0,r1};").find("shape") !=
        std::string::npos);
}

TEST_CASE("mma: a warp that is not whole is named") {
  const std::string body = R"(.reg .b32 r0, r1;
mov.b32 x, 0;
setp.lt.u32 p, lane, 16;
@p mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {r0,r1}, {x,x}, {x}, {x,x};
ret;)";
  Bench bench;
  const LaunchReport report = bench.launch(body, Shape{});
  theFinding(report, gpusim::Tool::synccheck, "matrix instruction without the whole warp", 4);
}
