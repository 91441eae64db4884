// What editors are told: the files are JSON, and the problem matchers of .vscode/tasks.json find the learner's line in
// what their own tasks print, over the fixture course.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "harness/editor_database.h"
#include "harness/json.h"
#include "harness/process.h"

namespace fs = std::filesystem;
using harness::Json;

namespace {

Json jsonOf(const fs::path& file) {
  const harness::Result<std::string> text = harness::readText(file, harness::ExitStatus::course);
  REQUIRE(text);
  const std::optional<Json> value = harness::parseJson(*text);
  CAPTURE(file.string());
  REQUIRE(value);
  return *value;
}

/// The fixture course with a build folder of its own.
class Course {
 public:
  Course() : root_(fs::temp_directory_path() / fmt::format("editors-test-{}", getpid())) {
    fs::copy(PROJECT_ROOT "/tests/harness/fixture", root_, fs::copy_options::recursive);
    fs::create_directory_symlink(PROJECT_ROOT "/src", root_ / "src");
    fs::create_directories(root_ / "build/exercise");
    fs::create_directories(BUILD_FOLDER "/exercise/runtime");  // compiled once for all days
    fs::create_directory_symlink(BUILD_FOLDER "/exercise/runtime", root_ / "build/exercise/runtime");
    fs::create_directories(root_ / "work");
    fs::create_directory_symlink(BUILD_FOLDER "/lib", root_ / "build/lib");
  }
  ~Course() { fs::remove_all(root_); }
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  const fs::path& root() const { return root_; }
  void write(const std::string& text) const { std::ofstream(root_ / "work/day01.cu") << text; }

 private:
  fs::path root_;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

Json taskOf(const Json& tasks, const std::string& label) {
  for (const Json& task : *tasks.find("tasks")->array())
    if (task.find("label")->text() == label) return task;
  FAIL("no task is called ", label);
  return {};
}

/// What the task prints when work/day01.cu is the open file, on the simulator.
std::string printed(const Course& course, const Json& task) {
  std::string command = task.find("command")->text();
  command = replaced(command, "./harness ${fileBasenameNoExtension}",
                     BUILD_FOLDER "/bin/harness-cli --root . day01 --device sim --seed 7");
  command = replaced(command, "${relativeFile}", "work/day01.cu");
  harness::ProcessRequest request;
  request.arguments = {"sh", "-c", command};
  request.directory = course.root().string();
  request.timeLimitSeconds = 300;
  const harness::ProcessEnd end = harness::runProcess(request);
  return end.standardOutput + end.standardError;
}

struct Found {
  std::string file, line, message;
};

/// What the task's matchers find: a matcher of several patterns wants them on lines that follow each other.
std::vector<Found> problemsIn(const std::string& text, const Json& task) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::vector<Found> out;
  for (const Json& matcher : *task.find("problemMatcher")->array()) {
    const Json& pattern = *matcher.find("pattern");
    const Json::Array patterns = pattern.array() != nullptr ? *pattern.array() : Json::Array{pattern};
    for (std::size_t start = 0; start + patterns.size() <= lines.size(); ++start) {
      Found found;
      bool all = true;
      for (std::size_t i = 0; all && i < patterns.size(); ++i) {
        std::smatch match;
        all = std::regex_match(lines[start + i], match, std::regex(patterns[i].find("regexp")->text()));
        const auto take = [&](const char* name, std::string& into) {
          const Json* group = patterns[i].find(name);
          if (all && group != nullptr) into += (into.empty() ? "" : " ") + match[std::stoul(group->text())].str();
        };
        take("file", found.file);
        take("line", found.line);
        take("message", found.message);
      }
      if (all) out.push_back(found);
    }
  }
  return out;
}

bool holds(const std::vector<Found>& problems, const std::string& line, const std::string& message) {
  for (const Found& found : problems)
    if (found.file == "work/day01.cu" && found.line == line && found.message.find(message) != std::string::npos)
      return true;
  return false;
}

}  // namespace

TEST_CASE("editors: the problem matchers find the learner's line in what the tasks print") {
  const Course course;
  const Json tasks = jsonOf(PROJECT_ROOT "/.vscode/tasks.json");
  const Json judge = taskOf(tasks, "judge this day"), watch = taskOf(tasks, "watch"), why = taskOf(tasks, "why");
  struct Example {
    std::string name, source, line, message;
  };
  const std::vector<Example> examples{
      {"nvcc", "#include <cstddef>\nvoid solve(const float* in, float* out, size_t n) { out = in }\n", "2",
       "expected a \";\""},
      {"g++", "#include <cstddef>\n#include <not_there.h>\n", "2", "No such file or directory"},
      {"out of bounds",
       "#include <cstddef>\n__global__ void copy(const float* in, float* out, size_t n) {\n"
       "  const size_t i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n + 1) out[i] = in[i];\n}\n"
       "void solve(const float* in, float* out, size_t n) { copy<<<(n + 255) / 256, 256>>>(in, out, n); }\n",
       "4", "past the end"},
      {"a race",
       "#include <cstddef>\n__global__ void copy(const float* in, float* out, size_t n) {\n"
       "  __shared__ volatile unsigned last;\n  last = threadIdx.x;\n"
       "  const size_t i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = in[i];\n}\n"
       "void solve(const float* in, float* out, size_t n) { copy<<<(n + 255) / 256, 256>>>(in, out, n); }\n",
       "4", "races with"},
      {"a failed assert",
       "#include <cassert>\n#include <cstddef>\n__global__ void copy(const float* in, float* out, size_t n) {\n"
       "  assert(n > 1);\n}\n"
       "void solve(const float* in, float* out, size_t n) { copy<<<1, 1>>>(in, out, n); }\n",
       "4", "Assertion"},
  };
  for (const Example& example : examples) {
    course.write(example.source);
    const std::string text = printed(course, judge);
    CAPTURE(example.name);
    CAPTURE(text);
    CHECK(holds(problemsIn(text, judge), example.line, example.message));
    CHECK(holds(problemsIn(text, watch), example.line, example.message));
  }
  fs::copy_file(course.root() / "days/day01-copy/starter.cu", course.root() / "work/day01.cu",
                fs::copy_options::overwrite_existing);
  const std::string text = printed(course, why);
  CAPTURE(text);
  CHECK(holds(problemsIn(text, why), "6", "global load"));
  // What is right is no problem.
  fs::copy_file(course.root() / "solutions/day01-copy.cu", course.root() / "work/day01.cu",
                fs::copy_options::overwrite_existing);
  CHECK(problemsIn(printed(course, judge), judge).empty());
}

TEST_CASE("editors: watch tells VS Code when it works and when it waits") {
  const Json watch = taskOf(jsonOf(PROJECT_ROOT "/.vscode/tasks.json"), "watch");
  const harness::Result<std::string> source =
      harness::readText(PROJECT_ROOT "/src/learn/watch.cpp", harness::ExitStatus::course);
  REQUIRE(source);
  // say() puts "[day01] " before each.
  for (const char* said : {"judging ", "waiting for a save"})
    CHECK(source->find('"' + std::string(said)) < source->size());
  for (const Json& matcher : *watch.find("problemMatcher")->array()) {
    const Json* background = matcher.find("background");
    REQUIRE(background != nullptr);
    CHECK(std::regex_search("[day01] judging work/day01.cu", std::regex(background->find("beginsPattern")->text())));
    CHECK(std::regex_search("[day01] waiting for a save.", std::regex(background->find("endsPattern")->text())));
  }
}

TEST_CASE("editors: the container's description is JSON and runs the set-up") {
  const Json container = jsonOf(PROJECT_ROOT "/.devcontainer/devcontainer.json");
  REQUIRE(container.find("image") != nullptr);
  REQUIRE(container.find("onCreateCommand") != nullptr);
  CHECK(container.find("onCreateCommand")->text().find("tools/setup.sh test") != std::string::npos);
}

TEST_CASE("editors: clangd's file names the learner's file of every day, and is written when it changes") {
  const Course course;
  harness::Toolchain tools;
  tools.cudartFolder = course.root() / "toolkit/lib64";
  fs::create_directories(course.root() / "toolkit/include");
  fs::create_directories(course.root() / "toolkit/bin");
  std::ofstream(course.root() / "toolkit/include/cuda_runtime.h") << "\n";
  REQUIRE(harness::writeEditorDatabase(course.root(), tools));
  const fs::path file = course.root() / "work/compile_commands.json";
  const Json database = jsonOf(file);
  REQUIRE(database.array() != nullptr);
  REQUIRE(database.array()->size() == 1);
  const Json& entry = database.array()->front();
  CHECK(entry.find("file")->text() == "work/day01.cu");
  CHECK(entry.find("directory")->text() == course.root().string());
  const std::string arguments = harness::toJson(*entry.find("arguments"));
  CHECK(arguments.find("--cuda-path=" + (course.root() / "toolkit").string() + "\"") != std::string::npos);
  CHECK(arguments.find("\"days/day01-copy\"") != std::string::npos);

  // Without a toolkit clangd reads the headers that the file is compiled with.
  harness::Toolchain clang;
  clang.forCards = false;
  const std::string without = harness::editorDatabase(harness::findDays(course.root()), clang);
  CHECK(without.find("\"-isystem\",\"src/cudart/include\"") != std::string::npos);
  CHECK(without.find("src/harness/clang") == std::string::npos);

  const fs::file_time_type before = fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(file, before);
  REQUIRE(harness::writeEditorDatabase(course.root(), tools));
  CHECK(fs::last_write_time(file) == before);
  fs::create_directories(course.root() / "days/day02-more");
  REQUIRE(harness::writeEditorDatabase(course.root(), tools));
  CHECK(jsonOf(file).array()->size() == 2);
}
