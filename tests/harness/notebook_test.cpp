// A day's notebook: valid by the schema, and what its cells write is what the course has.
#include "harness/notebook.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>

#include "harness/amalgamate.h"
#include "nbformat.h"

namespace {

std::map<std::string, std::string> sourcesOf(const harness::Json& notebook) {
  std::map<std::string, std::string> sources;
  for (const harness::Json& cell : *notebook.find("cells")->array())
    sources[cell.find("id")->text()] = nbformat::textOf(*cell.find("source"));
  return sources;
}

/// `text` with one change, which must be there to be made.
std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("notebook: every day's is valid and writes the day's program and exercise") {
  const std::vector<harness::DayFiles> days = harness::findDays(PROJECT_ROOT);
  REQUIRE_FALSE(days.empty());
  for (const harness::DayFiles& files : days) {
    CAPTURE(files.name());
    const auto text = harness::dayNotebook(files, *harness::standaloneParts(files));
    REQUIRE_MESSAGE(text, text.problem().message);
    CHECK(nbformat::faultOf(*text) == "");
    const auto notebook = harness::parseJson(*text);
    REQUIRE(notebook);
    const harness::Json& metadata = *notebook->find("metadata");
    CHECK(metadata.find("accelerator")->text() == "GPU");
    CHECK(metadata.find("colab")->find("gpuType")->text() == "T4");
    const auto sources = sourcesOf(*notebook);
    const auto written = [&](const char* cell, const std::string& file) {
      const std::string head = "%%writefile " + file + "\n", source = sources.at(cell);
      CHECK(source.substr(0, head.size()) == head);
      return source.substr(std::min(head.size(), source.size()));
    };
    const std::string name = files.program.stem().string(), id = files.id();
    CHECK(written("write-program", name + ".cu") == *harness::readText(files.program, harness::ExitStatus::course));
    CHECK(sources.at("build-program") == fmt::format("!nvcc -std=c++17 -O3 -arch=sm_75 {0}.cu -o {0}", name));
    CHECK(sources.at("run-program") == "!./" + name);
    const std::string exercise = written("write-solve", id + "_solve.cu") + written("write-rest", id + "_rest.cu");
    CHECK(exercise == *harness::standaloneStarter(files));
    CHECK(sources.at("gpu").find("nvidia-smi") != std::string::npos);
    CHECK(sources.at("build-exercise").find(fmt::format("cat {0}_solve.cu {0}_rest.cu > {0}.cu", id)) !=
          std::string::npos);
  }
}

TEST_CASE("notebook: the schema's rules refuse what is not of the format") {
  const auto files = harness::resolveDay(PROJECT_ROOT, "day13");
  REQUIRE(files);
  const std::string good = *harness::dayNotebook(*files, *harness::standaloneParts(*files));
  REQUIRE(nbformat::faultOf(good).empty());
  const std::vector<std::pair<std::string, std::string>> changes{
      {"\"nbformat\": 4", "\"nbformat\": 3"},
      {"\"nbformat_minor\": 5", "\"nbformat_minor\": 4"},
      {"\"nbformat\": 4,", "\"nbformat\": 4, \"more\": 1,"},
      {"\"cell_type\": \"code\"", "\"cell_type\": \"program\""},
      {"\"id\": \"gpu\"", "\"id\": \"g p u\""},
      {"\"id\": \"gpu\"", "\"id\": \"title\""},
      {"\"id\": \"gpu\",", ""},
      {"\"outputs\": []", "\"outputs\": {}"},
      {"\"execution_count\": null", "\"execution_count\": \"1\""},
      {"\"metadata\": {}", "\"metadata\": []"},
      {"\"display_name\"", "\"title\""},
      {"\"source\": [", "\"source\": [1,"},
      {"{\n", "[\n"}};
  for (const auto& [from, to] : changes) {
    CAPTURE(to);
    CHECK(nbformat::faultOf(changed(good, from, to)) != "");
  }
}
