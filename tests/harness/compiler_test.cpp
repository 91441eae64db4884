// nvcc's steps side by side: the same object and the same messages as nvcc itself.
#include "harness/compiler.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "harness/nvcc_steps.h"
#include "harness/process.h"

namespace fs = std::filesystem;
using namespace harness;

namespace {

const std::string dryRun = R"(#$ _SPACE_=
#$ TOP=/opt/cuda/bin/..
#$ CICC_PATH=/opt/cuda/bin/../nvvm/bin
#$ PATH=/opt/it's/bin:/usr/bin
#$ INCLUDES="-I/opt/cuda/include"
#$ gcc -D__CUDACC__ -E "a.cu" -o "/k/a.cpp4.ii"
#$ cudafe++ --c++17 --gen_module_id_file --module_id_file_name "/k/a.module_id" "/k/a.cpp4.ii"
#$ gcc -D__CUDA_ARCH__=750 -E "a.cu" -o "/k/a.cpp1.ii"
#$ "$CICC_PATH/cicc" --module_id_file_name "/k/a.module_id" "/k/a.cpp1.ii" -o "/k/a.ptx"
#$ fatbinary --image3=kind=ptx,sm=75,file=/k/a.ptx
#$ rm /k/a.fatbin
#$ gcc -c "/k/a.cudafe1.cpp" -o "a.o"
)";

std::string without(std::string text, const std::string& part) {
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.erase(at, part.size());
}

std::string contentOf(const fs::path& path) { return *readText(path, ExitStatus::internal); }

/// The PTX in an object.
std::string ptxOf(const fs::path& object) {
  const std::string bytes = contentOf(object);
  const std::size_t begin = bytes.find(".version");
  REQUIRE(begin != std::string::npos);
  return bytes.substr(begin, bytes.find('\0', begin) - begin);
}

}  // namespace

TEST_CASE("nvcc's steps: host and device apart, and the object last") {
  const std::optional<NvccSteps> steps = readNvccSteps(dryRun);
  REQUIRE(steps);
  CHECK(steps->moduleIdFile == "/k/a.module_id");
  CHECK(steps->host ==
        "set -e\nexport CICC_PATH='/opt/cuda/bin/../nvvm/bin'\nexport PATH='/opt/it'\\''s/bin:/usr/bin'\n"
        "gcc -D__CUDACC__ -E \"a.cu\" -o \"/k/a.cpp4.ii\"\n"
        "cudafe++ --c++17 --module_id_file_name \"/k/a.module_id\" \"/k/a.cpp4.ii\"\n");
  CHECK(steps->device.find("cicc") < steps->device.find("fatbinary"));
  CHECK(steps->device.find("gcc -c") == std::string::npos);
  CHECK(steps->object.find("gcc -c") != std::string::npos);
}

TEST_CASE("nvcc's steps: any other list is left to nvcc") {
  CHECK(!readNvccSteps(""));
  CHECK(!readNvccSteps("nvcc warning : incompatible redefinition\n" + dryRun));
  CHECK(!readNvccSteps(dryRun + "#$ ptxas a.ptx\n"));
  CHECK(!readNvccSteps(without(dryRun, "--gen_module_id_file ")));
  CHECK(!readNvccSteps(without(dryRun, "#$ rm /k/a.fatbin\n#$ gcc -c \"/k/a.cudafe1.cpp\" -o \"a.o\"\n")));
}

TEST_CASE("nvcc's steps: the same PTX and the same words as nvcc's own") {
  const Result<Toolchain> tools = findToolchain(PROJECT_ROOT);
  REQUIRE(tools);
  const fs::path folder = fs::temp_directory_path() / fmt::format("compiler-test-{}", getpid());
  fs::create_directories(folder);
  BuildRequest request;
  request.files.root = folder;
  request.files.folder = folder;
  const char* warns =
      "__global__ void k(float* x) { int unused; x[threadIdx.x] = 1; }\nvoid f(float* x) { k<<<1, 2>>>(x); }\n";
  const char* fails = "__global__ void k(float* x) { x[threadIdx.x] = y; }\n";
  for (const std::string text : {warns, fails}) {
    CAPTURE(text);
    std::ofstream(folder / "a.cu") << text;
    const Unit unit{"a.cu", folder / "a.o", folder / "a.log", "-O3"};
    const CompileResult ours = compile(unit, request, *tools);
    ProcessRequest nvcc;
    nvcc.arguments = {tools->program.string(),
                      "-std=c++17",
                      "-gencode",
                      "arch=compute_75,code=compute_75",
                      "-lineinfo",
                      "--no-compress",
                      "-O3",
                      "-c",
                      "a.cu",
                      "-o",
                      "b.o"};
    nvcc.directory = folder.string();
    const ProcessEnd theirs = runProcess(nvcc);
    CHECK(ours.ok == (theirs.code == 0));
    CHECK(ours.said == theirs.standardOutput + theirs.standardError);
    CHECK(!ours.said.empty());
    if (ours.ok) CHECK(ptxOf(unit.object) == ptxOf(folder / "b.o"));
    fs::remove(unit.object);
  }
  fs::remove_all(folder);
}
