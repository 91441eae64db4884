// What makes a file safe to compile beside others, and what does not.
#include <doctest/doctest.h>

#include "harness/source_facts.h"

using harness::codeOnly;
using harness::readSource;
using harness::SourceFacts;

namespace {

const std::string kernel = R"(// a comment with #include "x.h" and main
#include <cstddef>
#include <cmath>

#define TILE 32
constexpr unsigned rows = 8, tileDim = TILE;

struct Pair { float a, b; };
using Count = unsigned long;

template <int width = 4>
__device__ __forceinline__ float sum(Pair p) { return p.a + p.b * width; }

__global__ void __launch_bounds__(256) copy(const float* in, float* out, Count n) {
  __shared__ float tile[TILE];
  const char* text = "main( extern \"C\" {";
  if (n > 1'000 && text[0] != '{') out[0] = sum<2>({in[0], tile[0]});
}

void solve(const float* in, float* out, size_t n) { copy<<<1, 256>>>(in, out, n); }
)";

std::string aloneFor(const std::string& line) { return readSource("#include <cstddef>\n" + line + "\n").alone; }

}  // namespace

TEST_CASE("source facts: an ordinary file may be compiled with others") {
  const SourceFacts facts = readSource(kernel);
  CHECK(facts.alone == "");
  CHECK(facts.includes == std::vector<std::string>{"cstddef", "cmath"});
  CHECK(facts.macros == std::vector<std::string>{"TILE"});
  CHECK(facts.names == std::vector<std::string>{"Count", "Pair", "copy", "rows", "solve", "sum", "tileDim"});
}

TEST_CASE("source facts: what reaches beyond a namespace means alone") {
  CHECK(aloneFor("int f();") == "");
  CHECK(aloneFor("#include \"mine.h\"") == "includes a file by quotes");
  CHECK(aloneFor("int x;\n#include <cmath>") == "includes a file after other lines");
  CHECK(aloneFor("#define NDEBUG\n#include <cassert>") == "includes a file after other lines");
  CHECK(aloneFor("#pragma nv_diag_suppress 177") == "has #pragma");
  CHECK(aloneFor("#undef NULL") == "has #undef");
  CHECK(aloneFor("int main() {}") == "uses main");
  CHECK(aloneFor("extern \"C\" void f();") == "uses extern \"C\"");
  CHECK(aloneFor("namespace std { struct X; }") == "adds to std");
  CHECK(aloneFor("void* operator new(size_t);") == "replaces operator new or delete");
  CHECK(aloneFor("asm(\"nop\");") == "has assembly outside a function");
  CHECK(aloneFor("__managed__ int x;") == "uses __managed__");
  CHECK(aloneFor("__global__ void k() { printf(\"x\"); }") == "uses printf");
  CHECK(aloneFor("void f() { }}") == "its brackets do not match");
  CHECK(aloneFor("void f() {") == "its brackets do not match");
  CHECK(aloneFor("/* no end") == "a comment or a literal does not end");
  CHECK(aloneFor("const char* s = \"no end;") == "a comment or a literal does not end");
  CHECK(readSource("#include <iostream>\n").alone == "includes <iostream>");
}

TEST_CASE("source facts: variables and functions of the device may share a module with others'") {
  for (const char* variable : {"__device__ int x;", "__device__ float t[4];", "static __device__ int x = 1;",
                               "__constant__ float t[4];", "__device__ __align__(16) float t[4];"}) {
    CAPTURE(variable);
    CHECK(aloneFor(variable) == "");
  }
  for (const char* function :
       {"__device__ int f(int x = 3);", "__device__ __forceinline__ int f() { return 1; }",
        "template <int n = 3> __device__ int f() { int x[n] = {}; return x[0]; }", "extern __shared__ float tile[];"}) {
    CAPTURE(function);
    CHECK(aloneFor(function) == "");
  }
}

TEST_CASE("source facts: comments and literals are no code") {
  CHECK(codeOnly("a /* { \n */ b // }\nc") == "a      \n    b     \nc");
  CHECK(codeOnly("s = \"{\\\"}\";") == "s = \"    \";");
  CHECK(codeOnly("c = '{';") == "c = ' ';");
  CHECK(codeOnly("n = 1'000;") == "n = 1'000;");
  CHECK(codeOnly("r = R\"x({)\")x\";").find('{') == std::string::npos);
  CHECK(codeOnly("// spliced \\\n still {\nd") == "            \n        \nd");
}
