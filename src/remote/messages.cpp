#include "remote/messages.h"

namespace gpusim::remote {
namespace {

constexpr std::size_t mostKernels = 100000, longestName = 1U << 16;

void writeDim(Writer& to, const Dim3& dim) { to.number(dim.x).number(dim.y).number(dim.z); }

Dim3 readDim(Reader& from) {
  Dim3 dim;
  dim.x = from.number<std::uint32_t>();
  dim.y = from.number<std::uint32_t>();
  dim.z = from.number<std::uint32_t>();
  return dim;
}

}  // namespace

void writeError(Writer& to, const Error& error) {
  to.number(static_cast<std::int32_t>(error.code)).text(std::string_view(error.message).substr(0, longestName));
}

Error readError(Reader& from) {
  const auto code = from.number<std::int32_t>();
  return {static_cast<ErrorCode>(code), from.text(longestName)};
}

void writePrepared(Writer& to, const Kernel& kernel) {
  to.number(std::uint64_t{kernel.staticSharedBytes}).number(std::uint64_t{kernel.localBytesPerThread});
  to.number(kernel.registersPerThread).number(kernel.maxThreadsPerBlock);
}

void readPrepared(Reader& from, Kernel& kernel) {
  kernel.staticSharedBytes = static_cast<std::size_t>(from.number<std::uint64_t>());
  kernel.localBytesPerThread = static_cast<std::size_t>(from.number<std::uint64_t>());
  kernel.registersPerThread = from.number<unsigned>();
  kernel.maxThreadsPerBlock = from.number<unsigned>();
}

void writeModule(Writer& to, const Module& module) {
  to.number(std::uint64_t{module.kernels.size()});
  for (const Kernel& kernel : module.kernels) {
    to.text(kernel.name).text(kernel.demangled).number(std::uint64_t{kernel.parameterBytes});
    to.number(std::uint64_t{kernel.parameters.size()});
    for (const Parameter& parameter : kernel.parameters)
      to.number(std::uint64_t{parameter.offset})
          .number(std::uint64_t{parameter.bytes})
          .number(std::uint64_t{parameter.alignment});
    writePrepared(to, kernel);
  }
  to.number(std::uint64_t{module.variables.size()});
  for (const Module::Variable& variable : module.variables)
    to.text(variable.name).number(variable.address).number(std::uint64_t{variable.bytes});
}

std::shared_ptr<Module> readModule(Reader& from) {
  auto module = std::make_shared<Module>();
  module->kernels.resize(static_cast<std::size_t>(from.count(mostKernels)));
  for (Kernel& kernel : module->kernels) {
    kernel.name = from.text(longestName);
    kernel.demangled = from.text(longestName);
    kernel.parameterBytes = static_cast<std::size_t>(from.number<std::uint64_t>());
    kernel.parameters.resize(static_cast<std::size_t>(from.count(longestName)));
    for (Parameter& parameter : kernel.parameters) {
      parameter.offset = static_cast<std::size_t>(from.number<std::uint64_t>());
      parameter.bytes = static_cast<std::size_t>(from.number<std::uint64_t>());
      parameter.alignment = static_cast<std::size_t>(from.number<std::uint64_t>());
    }
    readPrepared(from, kernel);
  }
  module->variables.resize(static_cast<std::size_t>(from.count(mostKernels)));
  for (Module::Variable& variable : module->variables) {
    variable.name = from.text(longestName);
    variable.address = from.number<DeviceAddress>();
    variable.bytes = static_cast<std::size_t>(from.number<std::uint64_t>());
  }
  return module;
}

void writeConfig(Writer& to, const LaunchConfig& config) {
  writeDim(to, config.grid);
  writeDim(to, config.block);
  to.number(std::uint64_t{config.dynamicSharedBytes}).number(std::uint64_t{config.dynamicSharedLimit});
  to.number(std::uint8_t{config.cooperative});
}

LaunchConfig readConfig(Reader& from) {
  LaunchConfig config;
  config.grid = readDim(from);
  config.block = readDim(from);
  config.dynamicSharedBytes = static_cast<std::size_t>(from.number<std::uint64_t>());
  config.dynamicSharedLimit = static_cast<std::size_t>(from.number<std::uint64_t>());
  config.cooperative = from.number<std::uint8_t>() != 0;
  return config;
}

}  // namespace gpusim::remote
