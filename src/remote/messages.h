#pragma once
// The structures of sim.h as bytes. What comes from the submission's process is read with bounds everywhere.
#include <optional>
#include <string>

#include "remote/wire.h"
#include "sim/sim.h"

namespace gpusim::remote {

constexpr std::size_t longestText = std::size_t{20} << 20;  // PTX of a submission

void writeError(Writer& to, const Error& error);
Error readError(Reader& from);

void writeModule(Writer& to, const Module& module);
std::shared_ptr<Module> readModule(Reader& from);

/// What prepare() finds out.
void writePrepared(Writer& to, const Kernel& kernel);
void readPrepared(Reader& from, Kernel& kernel);

void writeConfig(Writer& to, const LaunchConfig& config);
LaunchConfig readConfig(Reader& from);

}  // namespace gpusim::remote
