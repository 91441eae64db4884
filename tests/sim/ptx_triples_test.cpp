#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "ptx_triple.h"

namespace {

const std::filesystem::path folder = PROJECT_ROOT "/tests/ptx";
const std::filesystem::path pending = folder / "pending";

}  // namespace

TEST_CASE("ptx triples: every kernel of tests/ptx does what its description says") {
  const auto descriptions = ptx_triple::findAll(folder);
  REQUIRE_MESSAGE(!descriptions.empty(), "no triple in " << folder.string());
  for (const auto& description : descriptions) {
    const auto problems = ptx_triple::run(description);
    CHECK_MESSAGE(problems.empty(), description.stem().string()
                                        << ":\n  " << fmt::format("{}", fmt::join(problems, "\n  ")));
  }
}

TEST_CASE("ptx triples: what is pending is refused at load, in words") {
  // A triple here waits for an instruction or a form of it. Once it passes, it belongs one folder up.
  for (const auto& description : ptx_triple::findAll(pending)) {
    const auto problems = ptx_triple::run(description);
    CHECK_MESSAGE(!problems.empty(), description.stem().string() << " passes now: move it out of pending/");
    if (problems.empty()) continue;
    CHECK_MESSAGE(problems[0].starts_with(description.stem().string() + ".ptx:"),
                  description.stem().string() << " was not refused at a line: " << problems[0]);
  }
}

TEST_CASE("ptx triples: no kernel is without a description") {
  std::size_t kernels = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".ptx") continue;
    ++kernels;
    CHECK_MESSAGE(std::filesystem::exists(std::filesystem::path(entry.path()).replace_extension(".yaml")),
                  entry.path().filename().string());
  }
  CHECK(kernels == ptx_triple::findAll(folder).size() + ptx_triple::findAll(pending).size());
}

TEST_CASE("ptx triples: the runner notices what is wrong") {
  // One kernel, out[tid] = tid, against descriptions that must not pass.
  const auto scratch = std::filesystem::temp_directory_path() / fmt::format("ptx_triples_{}", std::random_device{}());
  std::filesystem::create_directories(scratch);
  std::ofstream(scratch / "t.ptx")
      << ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
         ".reg .b32 %r<2>; .reg .b64 %rd<4>;\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n"
         "mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\nret;\n}\n";
  const auto problemsOf = [&](const std::string& description) {
    std::ofstream(scratch / "t.yaml") << "block: 4\nparameters: [{out: {type: u32, zeros: 4}}]\n" << description;
    return ptx_triple::run(scratch / "t.yaml");
  };
  CHECK(problemsOf("expect: {buffers: {out: [0, 1, 2, 3]}}").empty());
  CHECK(problemsOf("expect: {buffers: {out: [0, 1, 2, 4]}}").size() == 1);
  CHECK(problemsOf("expect: {buffers: {out: [0, 1, 2]}}").size() == 1);
  CHECK(problemsOf("expect: {buffers: {in: [0, 1, 2, 3]}}").size() == 1);
  CHECK(problemsOf("expect: {}").size() == 1);
  CHECK(problemsOf("expects: {}").size() == 1);
  CHECK(problemsOf("expect: {counters: {global_store_requests: 2}}").size() == 1);
  CHECK(problemsOf("expect: {counters: {global_store_requests: 1}}").empty());
  CHECK(problemsOf("expect: {counters: {stores: 1}}").size() == 1);
  CHECK(problemsOf("expect: {fault: trapped}").size() == 1);
  CHECK(problemsOf("expect: {findings: [{tool: memcheck, kind: race}]}").size() == 1);
  CHECK(problemsOf("expect: {printed: hello}").size() == 1);
  CHECK(problemsOf("expect: {load_error: nothing}").size() == 1);
  std::filesystem::remove_all(scratch);
}
