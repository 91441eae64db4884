#include "ptx_triple.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "ptx_values.h"
#include "sim/sim.h"

namespace ptx_triple {
namespace {

using gpusim::Device;
using Problems = std::vector<std::string>;

struct Buffer {
  std::string name;
  Type type;
  std::size_t count = 0;
  gpusim::DeviceAddress address = 0;
};

/// A wrong field would be an expectation that nobody checks.
void allowOnly(const YAML::Node& node, const std::set<std::string>& fields, const std::string& where) {
  if (!node) return;
  if (!node.IsMap()) throw std::runtime_error(where + ": a map was expected");
  for (const auto& item : node)
    if (!fields.contains(item.first.as<std::string>()))
      throw std::runtime_error(where + ": unknown field '" + item.first.as<std::string>() + "'");
}

gpusim::Dim3 parseDim(const YAML::Node& node) {
  if (!node) return {1, 1, 1};
  if (node.IsScalar()) return {node.as<std::uint32_t>(), 1, 1};
  gpusim::Dim3 dim;
  if (node.size() > 0) dim.x = node[0].as<std::uint32_t>();
  if (node.size() > 1) dim.y = node[1].as<std::uint32_t>();
  if (node.size() > 2) dim.z = node[2].as<std::uint32_t>();
  return dim;
}

std::string readFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.filename().string());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

template <class T>
T valueOf(gpusim::Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

const std::map<std::string, gpusim::ErrorCode>& faultCodes() {
  using gpusim::ErrorCode;
  static const std::map<std::string, ErrorCode> codes{
      {"illegal_address", ErrorCode::illegalAddress}, {"misaligned_address", ErrorCode::misalignedAddress},
      {"assert_failed", ErrorCode::assertFailed},     {"trapped", ErrorCode::trapped},
      {"launch_timeout", ErrorCode::launchTimeout},   {"unsupported_ptx", ErrorCode::unsupportedPtx},
      {"stack_overflow", ErrorCode::stackOverflow},   {"invalid_program_counter", ErrorCode::invalidProgramCounter}};
  return codes;
}

const std::map<std::string, std::uint64_t gpusim::Counters::*>& counterFields() {
  using C = gpusim::Counters;
  static const std::map<std::string, std::uint64_t C::*> fields{
      {"global_load_requests", &C::globalLoadRequests},
      {"global_load_sectors", &C::globalLoadSectors},
      {"global_store_requests", &C::globalStoreRequests},
      {"global_store_sectors", &C::globalStoreSectors},
      {"global_load_ideal_sectors", &C::globalLoadIdealSectors},
      {"global_store_ideal_sectors", &C::globalStoreIdealSectors},
      {"global_atomic_requests", &C::globalAtomicRequests},
      {"global_atomic_sectors", &C::globalAtomicSectors},
      {"local_load_requests", &C::localLoadRequests},
      {"local_store_requests", &C::localStoreRequests},
      {"shared_load_requests", &C::sharedLoadRequests},
      {"shared_load_wavefronts", &C::sharedLoadWavefronts},
      {"shared_load_conflicts", &C::sharedLoadConflicts},
      {"shared_store_requests", &C::sharedStoreRequests},
      {"shared_store_wavefronts", &C::sharedStoreWavefronts},
      {"shared_store_conflicts", &C::sharedStoreConflicts},
      {"shared_atomic_requests", &C::sharedAtomicRequests},
      {"warp_instructions", &C::warpInstructions},
      {"thread_instructions", &C::threadInstructions},
      {"branches", &C::branches},
      {"divergent_branches", &C::divergentBranches},
      {"barriers", &C::barriers}};
  return fields;
}

/// Allocates and fills the buffers, and lays out the parameters.
std::vector<std::byte> bindParameters(Device& device, const gpusim::Kernel& kernel, const YAML::Node& list,
                                      std::vector<Buffer>& buffers) {
  std::vector<std::byte> parameters(kernel.parameterBytes);
  if (list.size() != kernel.parameters.size())
    throw std::runtime_error(
        fmt::format("{} parameters described, the kernel has {}", list.size(), kernel.parameters.size()));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto item = *list[i].begin();
    Buffer buffer{item.first.as<std::string>(), {}, 0, 0};
    const YAML::Node field = item.second;
    allowOnly(field, {"type", "value", "values", "zeros", "unwritten"}, buffer.name);
    buffer.type = parseType(field["type"].as<std::string>());
    std::vector<std::byte> argument;
    if (field["value"]) {
      argument = toBytes({parseValue(field["value"].as<std::string>(), buffer.type)}, buffer.type);
    } else {
      std::vector<std::uint64_t> values;
      if (field["values"]) values = parseValues(field["values"], buffer.type);
      if (field["zeros"]) values.assign(field["zeros"].as<std::size_t>(), 0);
      buffer.count = field["unwritten"] ? field["unwritten"].as<std::size_t>() : values.size();
      buffer.address = valueOf(device.allocate(buffer.count * buffer.type.bytes, gpusim::MemoryKind::device));
      const std::vector<std::byte> bytes = toBytes(values, buffer.type);
      if (!bytes.empty()) valueOf(device.copyToDevice(buffer.address, bytes.data(), bytes.size()));
      argument = toBytes({buffer.address}, Type{'u', 8});
      buffers.push_back(buffer);
    }
    const gpusim::Parameter& parameter = kernel.parameters[i];
    if (argument.size() != parameter.bytes)
      throw std::runtime_error(
          fmt::format("{}: {} bytes described, the kernel takes {}", buffer.name, argument.size(), parameter.bytes));
    std::memcpy(parameters.data() + parameter.offset, argument.data(), argument.size());
  }
  return parameters;
}

void checkBuffer(Device& device, const Buffer& buffer, const YAML::Node& list, double tolerance, Problems& problems) {
  const auto expected = parseValues(list, buffer.type);
  if (expected.size() != buffer.count) {
    problems.push_back(
        fmt::format("{}: {} values expected, the buffer holds {}", buffer.name, expected.size(), buffer.count));
    return;
  }
  std::vector<std::byte> bytes(buffer.count * buffer.type.bytes);
  valueOf(device.copyToHost(bytes.data(), buffer.address, bytes.size()));
  const auto got = fromBytes(bytes, buffer.type);
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!isAsExpected(got[i], expected[i], buffer.type, tolerance))
      problems.push_back(fmt::format("{}[{}]: got {}, expected {}", buffer.name, i, show(got[i], buffer.type),
                                     show(expected[i], buffer.type)));
}

void checkFindings(const gpusim::LaunchReport& report, const YAML::Node& list, Problems& problems) {
  static const std::map<std::string, gpusim::Tool> tools{{"memcheck", gpusim::Tool::memcheck},
                                                         {"initcheck", gpusim::Tool::initcheck},
                                                         {"racecheck", gpusim::Tool::racecheck},
                                                         {"synccheck", gpusim::Tool::synccheck}};
  std::vector<gpusim::Finding> left = report.findings;
  for (const auto& item : list) {
    allowOnly(item, {"tool", "kind", "line"}, "findings");
    const auto found = std::find_if(left.begin(), left.end(), [&](const gpusim::Finding& finding) {
      return finding.tool == tools.at(item["tool"].as<std::string>()) &&
             finding.kind == item["kind"].as<std::string>() &&
             (!item["line"] || finding.site.where.line == item["line"].as<unsigned>());
    });
    if (found == left.end()) {
      problems.push_back("no finding: " + item["kind"].as<std::string>());
    } else {
      left.erase(found);
    }
  }
  for (const auto& finding : left)
    problems.push_back(
        fmt::format("unexpected finding: {} (line {}): {}", finding.kind, finding.site.where.line, finding.message));
}

void checkReport(const gpusim::LaunchReport& report, const YAML::Node& expect, Problems& problems) {
  for (const auto& item : expect["counters"]) {
    const auto field = counterFields().find(item.first.as<std::string>());
    if (field == counterFields().end())
      throw std::runtime_error("unknown counter '" + item.first.as<std::string>() + "'");
    const std::uint64_t got = report.counters.*field->second;
    if (got != item.second.as<std::uint64_t>())
      problems.push_back(fmt::format("{}: got {}, expected {}", field->first, got, item.second.as<std::string>()));
  }
  if (expect["printed"] && report.printed != expect["printed"].as<std::string>())
    problems.push_back("printed '" + report.printed + "', expected '" + expect["printed"].as<std::string>() + "'");
  const bool wantsFault = static_cast<bool>(expect["fault"]);
  if (report.fault.empty() && wantsFault) problems.push_back("no fault, expected " + expect["fault"].as<std::string>());
  if (!report.fault.empty()) {
    if (!wantsFault) {
      problems.push_back("fault: " + report.fault[0].message);
    } else if (report.fault[0].code != faultCodes().at(expect["fault"].as<std::string>())) {
      problems.push_back("another fault than " + expect["fault"].as<std::string>() + ": " + report.fault[0].message);
    }
  }
  checkFindings(report, expect["findings"], problems);
}

void runOnce(const YAML::Node& root, const std::string& ptx, const std::string& name, std::uint64_t seed,
             Problems& problems) {
  const YAML::Node expect = root["expect"];
  gpusim::DeviceOptions options;
  options.seed = seed;
  options.threads = 2;
  Device device(valueOf(gpusim::findCard(root["card"] ? root["card"].as<std::string>() : "t4")), options);
  auto module = device.loadModule(ptx, name + ".ptx");
  if (expect["load_error"]) {
    const auto text = expect["load_error"].as<std::string>();
    if (module) {
      problems.push_back("loaded, expected an error with '" + text + "'");
    } else if (module.error().message.find(text) == std::string::npos) {
      problems.push_back("another error than '" + text + "': " + module.error().message);
    }
    return;
  }
  const auto loaded = valueOf(std::move(module));
  const auto kernelName = root["kernel"] ? root["kernel"].as<std::string>() : "k";
  const auto kernel = std::find_if(loaded->kernels.begin(), loaded->kernels.end(),
                                   [&](const gpusim::Kernel& candidate) { return candidate.name == kernelName; });
  if (kernel == loaded->kernels.end()) throw std::runtime_error("no kernel '" + kernelName + "'");
  gpusim::LaunchConfig config;
  config.grid = parseDim(root["grid"]);
  config.block = parseDim(root["block"]);
  if (root["dynamic_shared"]) config.dynamicSharedBytes = root["dynamic_shared"].as<std::size_t>();
  config.cooperative = root["cooperative"] && root["cooperative"].as<bool>();
  std::vector<Buffer> buffers;
  const auto parameters = bindParameters(device, *kernel, root["parameters"], buffers);
  const auto report = valueOf(device.launch(*kernel, config, parameters));
  checkReport(report, expect, problems);
  for (const auto& item : expect["buffers"]) {
    const auto bufferName = item.first.as<std::string>();
    const auto buffer =
        std::find_if(buffers.begin(), buffers.end(), [&](const Buffer& b) { return b.name == bufferName; });
    if (buffer == buffers.end()) throw std::runtime_error("no buffer '" + bufferName + "'");
    const YAML::Node tolerance = expect["tolerance"];
    const bool isLoose = tolerance && tolerance[bufferName];
    checkBuffer(device, *buffer, item.second, isLoose ? tolerance[bufferName].as<double>() : 0, problems);
  }
}

}  // namespace

std::vector<std::string> run(const std::filesystem::path& description) {
  Problems problems;
  try {
    const YAML::Node root = YAML::Load(readFile(description));
    allowOnly(root, {"kernel", "card", "grid", "block", "dynamic_shared", "cooperative", "parameters", "expect"},
              "description");
    allowOnly(root["expect"], {"buffers", "tolerance", "counters", "findings", "fault", "printed", "load_error"},
              "expect");
    if (!root["expect"] || root["expect"].size() == 0) throw std::runtime_error("nothing is expected");
    const std::string ptx = readFile(std::filesystem::path(description).replace_extension(".ptx"));
    for (const std::uint64_t seed : {0, 7}) {
      runOnce(root, ptx, description.stem().string(), seed, problems);
      if (!problems.empty()) break;
    }
  } catch (const std::exception& error) {
    problems.push_back(error.what());
  }
  return problems;
}

std::vector<std::filesystem::path> findAll(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  if (!std::filesystem::is_directory(folder)) return found;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".yaml") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace ptx_triple
