// Whole programs on the shared library, as the loader puts them together.
#include <dlfcn.h>
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "support.h"

namespace {

struct Outcome {
  std::string out, err;
  int status = -1;  // exit status, or 128 + signal
};

/// Runs `program scene` with our library in front and `environment` ("A=b C=d") added.
Outcome run(const std::string& program, const std::string& scene, const std::string& environment = "") {
  std::string errors = (std::filesystem::temp_directory_path() / "cudart-test-XXXXXX").string();
  const int file = mkstemp(errors.data());
  REQUIRE(file >= 0);
  close(file);
  const std::string command =
      "exec env -u GPUSIM_CARD -u GPUSIM_SEED -u GPUSIM_CHECKS -u GPUSIM_VERBOSE LD_LIBRARY_PATH='" CUDART_FOLDER "' " +
      environment + " '" + program + "' " + scene + " 2>'" + errors + "'";
  Outcome outcome;
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  char buffer[4096];
  for (std::size_t n = 0; (n = fread(buffer, 1, sizeof(buffer), pipe)) > 0;) outcome.out.append(buffer, n);
  const int status = pclose(pipe);
  outcome.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  outcome.err = support::readText(errors);
  std::remove(errors.c_str());
  return outcome;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t lines(const std::string& text) {
  std::size_t count = 0;
  for (const char c : text) count += c == '\n' ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("programs of CUDA 11, 12 and 13 compute and get the card's codes") {
  for (const char* program : {PROGRAM_11, PROGRAM_12, PROGRAM_13}) {
    CAPTURE(program);
    const Outcome outcome = run(program, "values");
    CHECK(outcome.status == 0);
    CHECK(outcome.err == "");
    CHECK(outcome.out ==
          "malloc 0\ncopy in 0\nlaunch 0\ncopy out 0\nwrong 0\nsymbol 0 holds 7\nscaled 10 20 30 40\n"
          "past the end 1\nwrong way 1\nfree 0\nfree again 1\nreset 0\nafter reset 0\n");
  }
}

TEST_CASE("a launch runs when something waits for it") {
  const Outcome outcome = run(PROGRAM_13, "deferred");
  CHECK(outcome.status == 0);
  CHECK(outcome.out == "before 0\nquery 600\nsynchronize 0\nafter 1\nelapsed 0 plausible\npolled 2\n");
}

TEST_CASE("the card's limits give its codes, once") {
  CHECK(run(PROGRAM_13, "limits").out ==
        "2048 threads 9 then 0\nno blocks 9 then 0\n53248 bytes 1 then 0\nopt in to 70000 1\nopt in to 53248 0\n"
        "53248 bytes 0 then 0\nsynchronize 0\n");
  CHECK(contains(run(PROGRAM_13, "limits", "GPUSIM_CARD=h200").out, "opt in to 70000 0\n"));
}

TEST_CASE("a fault of device code is told at the synchronise, sticks, and is explained") {
  const Outcome outcome = run(PROGRAM_13, "fault");
  CHECK(outcome.out == "launch 0\nsynchronize 700\nlast 700\nmalloc 700\nlast 700\n");
  CHECK(contains(outcome.err, "gpusim: addOne(int*, int): "));
  CHECK(contains(outcome.err, "gpusim: memcheck: read through a null pointer"));
}

TEST_CASE("work that nothing waits for is dropped at exit") {
  const Outcome outcome = run(PROGRAM_13, "unsynchronised");
  CHECK(outcome.status == 0);
  CHECK(outcome.out == "ended\n");
  CHECK(outcome.err == "");
}

TEST_CASE("a host access to device memory is explained before it kills the process") {
  const Outcome outcome = run(PROGRAM_13, "dereference");
  CHECK(outcome.status == 128 + SIGSEGV);
  CHECK(outcome.out == "");
  CHECK(contains(outcome.err, "gpusim: host code dereferenced device pointer 0x"));
  CHECK(contains(outcome.err, ", which only the GPU can read: copy it with cudaMemcpy first\n"));
  // A handler that the program installed first keeps its say.
  const Outcome chained = run(PROGRAM_13, "chained");
  CHECK(chained.status == 42);
  CHECK(contains(chained.err, "host code dereferenced"));
}

TEST_CASE("a call that is missing says so once and fails") {
  const Outcome outcome = run(PROGRAM_13, "unsupported");
  CHECK(outcome.out == "array 801\narray 801\n");
  CHECK(outcome.err == "gpusim: cudaMallocArray is not simulated yet\n");
}

TEST_CASE("a program without PTX is told what to build") {
  const Outcome outcome = run(PROGRAM_13, "no-ptx");
  CHECK(outcome.out == "launch 209\n");
  CHECK(outcome.err ==
        "gpusim: this program has no PTX in it, only machine code (sm_75): "
        "add -gencode arch=compute_75,code=compute_75 to the nvcc command\n");
}

TEST_CASE("an unknown card is one line, and there is no device") {
  const Outcome outcome = run(PROGRAM_13, "no-card", "GPUSIM_CARD=gtx");
  CHECK(outcome.out == "count 100 is 0\nmalloc 100\n");
  CHECK(outcome.err ==
        "gpusim: GPUSIM_CARD: no card is called 'gtx'; the cards are a100, h100, h200, l4, rtx4090, t4\n");
}

TEST_CASE("GPUSIM_VERBOSE=1 is one line a launch") {
  const Outcome outcome = run(PROGRAM_13, "deferred", "GPUSIM_VERBOSE=1");
  CHECK(contains(outcome.err, "gpusim: addOne(int*, int)<<<(1,1,1), (64,1,1), 0>>>"));
  CHECK(lines(outcome.err) == 2);
}

TEST_CASE("the extension delivers findings and launches, and keeps stderr clean") {
  const Outcome outcome = run(PROGRAM_13, "extension");
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");
  CHECK(outcome.out ==
        "version 1\nclean []\nmark 0 past the end 1\nkept 1\ntaken 1 initcheck\nthen []\nunchecked []\nlaunches 3\n");
}

TEST_CASE("leakcheck counts what the program allocated and did not free") {
  CHECK(run(PROGRAM_13, "deferred", "GPUSIM_CHECKS=all,leakcheck").err ==
        "gpusim: leakcheck: 1 allocation not freed, 256 bytes\n");
  CHECK(run(PROGRAM_13, "deferred").err == "");
}

TEST_CASE("the extension counts the bytes that copies move between host and device") {
  const Outcome outcome = run(PROGRAM_13, "copied");
  CHECK(outcome.out ==
        "at first: 0 to the device, 0 to the host\n"
        "on the device: 0 to the device, 0 to the host\n"
        "up: 268 to the device, 0 to the host\n"
        "down: 268 to the device, 100 to the host\n");
}

TEST_CASE("counting can wait for the first event that has a time") {
  const Outcome outcome = run(PROGRAM_13, "counting");
  CHECK(outcome.status == 0);
  CHECK(outcome.out ==
        "at first: counted\n"
        "before any event: not counted\n"
        "an event without time: not counted\n"
        "an event: counted\n"
        "between events: a time\n"
        "off: not counted\n");
}

TEST_CASE("every function of CUDA 13's library is there, and nothing else but the extension") {
  void* library = dlopen(CUDART_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  REQUIRE(library != nullptr);
  std::size_t count = 0;
  const std::string exports = support::readText(PROJECT_ROOT "/tests/cudart/data/exports.txt");
  for (std::size_t at = 0; at < exports.size(); ++count) {
    const std::size_t end = exports.find('\n', at);
    const std::string name = exports.substr(at, end - at);
    CAPTURE(name);
    CHECK(dlsym(library, name.c_str()) != nullptr);
    at = end + 1;
  }
  CHECK(count == 422);
  CHECK(dlsym(library, "gpusimVersion") != nullptr);
  CHECK(dlsym(library, "_ZN6gpusim6cudart7Runtime8instanceEv") == nullptr);
}

TEST_CASE("CUDA 11 and 12 programs get their own cudaDeviceProp") {
  void* library = dlopen(CUDART_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  REQUIRE(library != nullptr);
  CHECK(dlsym(library, "cudaGetDeviceProperties_cuda11") == nullptr);
  void* const older[] = {dlvsym(library, "cudaGetDeviceProperties", "libcudart.so.11.0"),
                         dlsym(library, "cudaGetDeviceProperties_v2")};
  for (void* function : older) {
    REQUIRE(function != nullptr);
    constexpr std::size_t bytes = 728;  // of CUDA 11; CUDA 12's structure is longer and begins with the same fields
    std::vector<char> buffer(bytes + 64, 'g');
    CHECK(reinterpret_cast<int (*)(void*, int)>(function)(buffer.data(), 0) == 0);
    CHECK(std::string(buffer.data()) == "Tesla T4");
    int clockRate = 0, l2CacheSize = 0;
    std::memcpy(&clockRate, buffer.data() + 348, sizeof(int));
    std::memcpy(&l2CacheSize, buffer.data() + 616, sizeof(int));
    CHECK(clockRate == 1590000);
    CHECK(l2CacheSize == 4194304);
    CHECK(std::string(buffer.begin() + bytes, buffer.end()) == std::string(64, 'g'));
    CHECK(reinterpret_cast<int (*)(void*, int)>(function)(buffer.data(), 1) == 101);
  }
}
