// A file that is compiled beside others must get the report it gets alone, byte for byte.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "harness/batch_build.h"
#include "harness/pipeline.h"

namespace fs = std::filesystem;
using namespace harness;

namespace {

/// A course of one day whose files are the project's, with a build folder of its own: nothing is cached.
class Course {
 public:
  Course() : root_(fs::temp_directory_path() / fmt::format("batch-course-{}", getpid())) {
    fs::create_directories(root_ / "build");
    fs::create_directories(root_ / "days");
    fs::create_directory_symlink(PROJECT_ROOT "/src", root_ / "src");
    fs::create_directory_symlink(BUILD_FOLDER "/lib", root_ / "build/lib");
    fs::copy(PROJECT_ROOT "/days/day13-shared-memory", root_ / "days/day13-shared-memory", fs::copy_options::recursive);
  }
  ~Course() { fs::remove_all(root_); }
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  fs::path file(const std::string& name) const { return root_ / "days/day13-shared-memory" / name; }
  fs::path add(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }
  DayFiles day() const { return *resolveDay(root_, "day13"); }
  Target target() const {
    Target target;
    target.buildFolder = root_ / "build";
    return target;
  }

  std::string judged(const fs::path& source, const std::optional<Built>& built) const {
    JudgeRequest request;
    request.files = day();
    request.source = source;
    request.target = target();
    request.seed = 5;
    request.cases = {"1x33", "33x97"};
    request.simulatorThreads = 1;
    request.timing = false;
    request.built = built;
    Result<Report> report = judgeFile(request);
    REQUIRE(report);
    report->buildSeconds = report->runSeconds = 0;
    // The system puts the device's memory where it likes, in each run elsewhere.
    return std::regex_replace(jsonReport(*report) + textReport(*report, {}), std::regex("0x[0-9a-f]+"), "ADDRESS");
  }

 private:
  fs::path root_;
};

const std::string copiesSource = R"(#include <cstddef>
__device__ %TYPE% %NAME%(%TYPE% a, %TYPE% b) { return a < b ? b : a; }
__global__ void k(const float* in, float* out, size_t n) {
  if (threadIdx.x < n) out[threadIdx.x] = %NAME%(in[threadIdx.x], in[0]);
}
void solve(const float* in, float* out, size_t rows, size_t cols) { k<<<1, 32>>>(in, out, rows * cols); }
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

TEST_CASE("batch build: reports are those of a file compiled alone") {
  const Course course;
  const Result<Toolchain> tools = findToolchain(PROJECT_ROOT);
  REQUIRE(tools);
  std::vector<fs::path> sources;
  for (const char* name : {"wrong/missing-barrier.cu", "wrong/read-outside.cu", "wrong/barrier-in-branch.cu",
                           "wrong/stride-swapped-read.cu", "right/padded.cu"})
    sources.push_back(course.file(name));
  // In a namespace this max would hide the headers', and `max(1.0, x)` would mean another function.
  const fs::path overload =
      course.add("wrong/overload.cu", replaced(replaced(copiesSource, "%NAME%", "max"), "%TYPE%", "short"));
  const fs::path broken =
      course.add("wrong/broken.cu", "#include <cstddef>\nvoid solve(const float*, float*, size_t, size_t) { x; }\n");
  const fs::path other = course.add("wrong/other.cu", "#include <cstddef>\nvoid solve(int*, size_t) {}\n");
  for (const fs::path& source : {overload, broken, other}) sources.push_back(source);

  const std::vector<Batch> batches = planBatches(course.day(), sources, 1);
  REQUIRE(batches.size() == 1);
  CHECK(batches[0].sources.size() == sources.size());
  const BuildRequest request = buildRequest(course.day(), "", course.target());
  const BatchMembers members = compileBatch(batches[0], request, *tools);
  CHECK(members.count(overload) == 0);
  CHECK(members.count(broken) == 0);
  CHECK(members.size() == sources.size() - 2);
  const Result<CompiledRuntime> runtime = compileRuntime(request, *tools);
  REQUIRE(runtime);
  CHECK(runtime->solve == "solve(float const*, float*, unsigned long, unsigned long)");
  for (const auto& [source, member] : members) {
    CAPTURE(source.string());
    const std::optional<Built> built = linkMember(member, *runtime, request, *tools);
    CHECK(built.has_value() == (source != other));
    if (!built) continue;
    CHECK(course.judged(source, built) == course.judged(source, std::nullopt));
  }
}
