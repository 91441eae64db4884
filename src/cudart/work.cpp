#include "cudart/work.h"

#include <fmt/format.h>

#include <cstdio>

#include "cudart/pools.h"
#include "cudart/runtime.h"
#include "cudart/transfer.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

double runKernel(Runtime& runtime, const KernelWork& work) {
  const Kernel& kernel = *work.kernel;
  work.context->device->options().counters = runtime.counts();
  const Result<LaunchReport> report = work.context->device->launch(kernel, work.config, work.parameters);
  if (!report) {
    runtime.fault(*work.context, toCudaError(report.error().code),
                  fmt::format("{}: {}", kernel.demangled, report.error().message));
    return 0;
  }
  // Device printf belongs to the program's own output, in the order of its host printf calls.
  std::fwrite(report->printed.data(), 1, report->printed.size(), stdout);
  runtime.journal.add(*report, work.stream);
  if (work.context->device->options().samples) runtime.lines.add(*report);
  if (runtime.settings.verbose) fmt::print(stderr, "gpusim: {}\n", describe(*report));
  if (!report->fault.empty()) {
    const Error& error = report->fault.front();
    // A failed assertion is told on stderr, as a card tells it, whoever takes the findings.
    if (error.code == ErrorCode::assertFailed) fmt::print(stderr, "{}\n", error.message);
    runtime.fault(*work.context, toCudaError(error.code), fmt::format("{}: {}", kernel.demangled, error.message));
  }
  return report->modelledSeconds;
}

double release(Runtime& runtime, const ReleaseWork& work) {
  if (work.live) return 0;  // a graph's memory keeps its address
  runtime.pools.freed(work.address);
  if (const Status freed = work.context->device->free(work.address); !freed)
    runtime.fault(*work.context, cudaErrorInvalidValue, freed.error().message);
  return 0;
}

}  // namespace

Engine engineOf(const Work& work) {
  if (std::holds_alternative<KernelWork>(work) || std::holds_alternative<FillWork>(work)) return Engine::compute;
  if (const auto* copy = std::get_if<CopyWork>(&work)) {
    if (copy->path == Path::hostToDevice) return Engine::copyIn;
    if (copy->path == Path::deviceToHost) return Engine::copyOut;
    if (copy->path == Path::onDevice) return Engine::compute;
  }
  return Engine::none;
}

const Context* contextOf(const Work& work) {
  if (const auto* kernel = std::get_if<KernelWork>(&work)) return kernel->context;
  if (const auto* copy = std::get_if<CopyWork>(&work)) return copy->context;
  if (const auto* fill = std::get_if<FillWork>(&work)) return fill->context;
  if (const auto* host = std::get_if<HostWork>(&work)) return host->context;
  if (const auto* allocation = std::get_if<AllocationWork>(&work)) return allocation->context;
  if (const auto* released = std::get_if<ReleaseWork>(&work)) return released->context;
  return nullptr;
}

double perform(Runtime& runtime, const Work& work) {
  if (const auto* kernel = std::get_if<KernelWork>(&work)) return runKernel(runtime, *kernel);
  if (const auto* copy = std::get_if<CopyWork>(&work)) return runCopy(runtime, *copy);
  if (const auto* fill = std::get_if<FillWork>(&work)) return runFill(runtime, *fill);
  if (const auto* released = std::get_if<ReleaseWork>(&work)) return release(runtime, *released);
  if (const auto* host = std::get_if<HostWork>(&work)) {
    const CallbackScope scope;
    host->function(host->data);
  }
  if (const auto* allocation = std::get_if<AllocationWork>(&work)) {
    // Fresh each time: what an earlier launch left there is not for this one to read.
    static_cast<void>(allocation->context->device->markUnwritten(allocation->address, allocation->bytes));
  }
  return 0;
}

}  // namespace gpusim::cudart
