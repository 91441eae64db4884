#pragma once
// libgpusim: a CUDA device in software. This header is its whole public interface.
//
// PTX text goes in as modules, launches run synchronously, and each returns a LaunchReport with what Nsight Compute
// would count, what the checkers found and the time the model gives. The library never prints and never exits;
// it knows nothing of the CUDA runtime API (src/cudart) or of the course.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/cards/card.h"
#include "sim/model/work.h"
#include "sim/result.h"
#include "sim/samples.h"

namespace gpusim {

/// An address as device code sees it. Host code cannot dereference it: the range is reserved and inaccessible.
using DeviceAddress = std::uint64_t;

/// Named as compute-sanitizer names its tools.
enum class Tool : std::uint32_t { memcheck = 1, initcheck = 2, racecheck = 4, synccheck = 8 };
constexpr std::uint32_t allTools = 15;

/// One party of a finding: a thread at a source line.
struct Site {
  Dim3 block{0, 0, 0};
  Dim3 thread{0, 0, 0};
  SourceLine where;
};

/// What a checker saw. Findings alike in tool, kind, kernel and lines are one finding with a count.
struct Finding {
  Tool tool = Tool::memcheck;
  std::string
      kind;  // stable words: "out-of-bounds write", "read of unwritten shared memory", "race", "barrier not reached"
  std::string message;  // one line for a learner, without the location
  std::string kernel;   // demangled name
  Site site;
  std::vector<Site> other;  // the other thread of a race or barrier, if there is one
  std::uint64_t count = 1;  // how many accesses were alike
  bool note = false;        // worth saying, no fault: threads that write one value to one place
};

/// What Nsight Compute counts, by its definitions. Requests are warp-level; sectors are 32 bytes; wavefronts are passes
/// over the 32 banks. docs/counters.md has the metric name of each.
struct Counters {
  std::uint64_t globalLoadRequests = 0, globalLoadSectors = 0;
  std::uint64_t globalStoreRequests = 0, globalStoreSectors = 0;
  /// What no layout could go below for the same lanes and bytes: each request's distinct bytes in whole sectors.
  std::uint64_t globalLoadIdealSectors = 0, globalStoreIdealSectors = 0;
  std::uint64_t globalAtomicRequests = 0, globalAtomicSectors = 0;
  std::uint64_t localLoadRequests = 0, localStoreRequests = 0;
  std::uint64_t sharedLoadRequests = 0, sharedLoadWavefronts = 0, sharedLoadConflicts = 0;
  std::uint64_t sharedStoreRequests = 0, sharedStoreWavefronts = 0, sharedStoreConflicts = 0;
  std::uint64_t sharedAtomicRequests = 0;
  std::uint64_t warpInstructions = 0, threadInstructions = 0;  // PTX instructions; SASS differs
  std::uint64_t branches = 0, divergentBranches = 0;
  std::uint64_t barriers = 0;

  Counters& operator+=(const Counters& other);
};

/// The counters of all instructions that came from one source line through one chain of inlined calls.
struct LineCounters {
  SourceLine where;
  Counters counters;
  std::vector<SourceLine> inlinedAt;  // innermost call first; empty when the line stands in the kernel itself
};

struct LaunchConfig {
  Dim3 grid, block;
  std::size_t dynamicSharedBytes = 0;
  /// What cudaFuncSetAttribute allowed this kernel; 0 means never set.
  std::size_t dynamicSharedLimit = 0;
  /// All blocks are resident at once, so that they may wait for each other (cudaLaunchCooperativeKernel).
  bool cooperative = false;
};

struct LaunchReport {
  std::string kernel;  // demangled
  LaunchConfig config;
  Counters counters;
  std::vector<LineCounters> lines;
  std::vector<AccessSample> accesses;  // with DeviceOptions::samples, in the order of the code
  std::vector<BranchSample> splits;    // likewise
  std::vector<Finding> findings;
  std::vector<Error> fault;      // empty, or the one error that ended the launch early
  std::string printed;           // device printf, in the order the blocks ran
  Work work;                     // what the model sees of the launch
  double modelledSeconds = 0;    // by src/sim/model; modelled, never measured
  std::uint64_t pageFaults = 0;  // of managed memory, where its pages are watched; not part of the model
};

struct Parameter {
  std::size_t offset = 0, bytes = 0, alignment = 1;
};

class DecodedKernel;  // src/sim/decode
class ManagedPages;   // src/sim/memory/managed_pages.h

/// A kernel of a loaded module. Valid as long as its Device.
struct Kernel {
  std::string name;       // mangled, as registered
  std::string demangled;  // "transTiled<1>(float const*, float*, unsigned long, unsigned long)"
  std::vector<Parameter> parameters;
  std::size_t parameterBytes = 0;
  std::size_t staticSharedBytes = 0;
  std::size_t localBytesPerThread = 0;
  unsigned registersPerThread = 0;            // estimated from live ranges; ptxas decides on a card
  unsigned maxThreadsPerBlock = 1024;         // from .maxntid, else the card's limit
  std::shared_ptr<const DecodedKernel> code;  // null until the kernel is prepared
};

struct Module {
  std::vector<Kernel> kernels;
  struct Variable {
    std::string name;
    DeviceAddress address = 0;
    std::size_t bytes = 0;
  };
  std::vector<Variable> variables;  // __device__ and __constant__, already initialised
};

enum class MemoryKind {
  device,   // cudaMalloc: the host cannot touch it
  managed,  // cudaMallocManaged: both sides can
  pinned,   // cudaMallocHost: both sides can
  heap,     // malloc in device code: only device code can
};

struct AllocationInfo {
  DeviceAddress base = 0;
  std::size_t bytes = 0;
  MemoryKind kind = MemoryKind::device;
};

enum class Decoding { now, later };

struct DeviceOptions {
  unsigned threads = 0;            // host threads that run blocks; 0: one a core
  std::uint64_t seed = 0;          // of the order of blocks and warps; 0: ascending order
  std::uint32_t tools = allTools;  // which checkers watch
  bool counters = true;
  bool samples = false;  // fill LaunchReport::accesses and splits; needs counters
  /// Of one thread, where no depth of calls can be told beforehand: recursion, calls through pointers, alloca. As
  /// cudaLimitStackSize.
  std::size_t stackBytes = 1024;
  std::size_t heapBytes = std::size_t{8} << 20;  // of malloc in device code, all launches together
};

/// One simulated GPU. Calls are not thread safe; src/cudart serialises them.
class Device {
 public:
  explicit Device(Card card, DeviceOptions options = {});
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const Card& card() const;
  DeviceOptions& options();

  /// `bytes` of memory, 256-byte aligned, filled with a pattern and marked unwritten. outOfMemory past the card's
  /// capacity.
  Result<DeviceAddress> allocate(std::size_t bytes, MemoryKind kind);
  /// invalidValue when `base` is not the start of a live allocation.
  Status free(DeviceAddress base);
  /// The live allocation that holds `address`, or an invalidValue Error that says what the address is instead.
  Result<AllocationInfo> find(DeviceAddress address) const;
  /// Live allocations in the order they were made; a leak report reads this.
  std::vector<AllocationInfo> allocations() const;
  std::uint64_t freeBytes() const;

  /// True when `address` lies in the range of addresses this device hands out, live or not.
  bool owns(DeviceAddress address) const;
  /// That range: its first address and its size; 0 and 0 when there is no memory.
  std::pair<DeviceAddress, std::uint64_t> addresses() const;

  /// What was found outside of launches since the last call: a copy to the host of memory that nobody wrote, as a note.
  std::vector<Finding> takeFindings();

  /// Host-side copies; each checks that the device range lies in one live allocation (invalidValue otherwise).
  Status copyToDevice(DeviceAddress to, const void* from, std::size_t bytes);
  Status copyToHost(void* to, DeviceAddress from, std::size_t bytes);
  Status copyOnDevice(DeviceAddress to, DeviceAddress from, std::size_t bytes);
  Status fill(DeviceAddress to, std::uint8_t value, std::size_t bytes);
  /// Initcheck forgets that anyone wrote these bytes; their values stay.
  Status markUnwritten(DeviceAddress at, std::size_t bytes);

  /// Lets kernels of this device reach `other`'s memory under its own addresses: managed and pinned memory, and with
  /// `everything` all of it (cudaDeviceEnablePeerAccess). Initcheck no longer watches memory that two devices reach.
  void reach(Device& other, bool everything);
  /// Takes that back; `other` may not be reached when it is destroyed.
  void forget(const Device& other);
  /// Lets kernels reach host memory under its own addresses (cudaHostRegister). The host memory must outlive this.
  void reachHost(void* at, std::size_t bytes);
  void forgetHost(void* at);

  /// Where the pages of managed memory are and what moved them. Null unless watchPages() was called, which watches the
  /// allocations that follow, and where managed memory is another process's.
  ManagedPages* pages() const;
  ManagedPages* watchPages();

  /// Parses, checks and decodes PTX; allocates and initialises its variables. `name` is for messages. With
  /// Decoding::later a kernel is checked and decoded by prepare().
  Result<std::shared_ptr<const Module>> loadModule(std::string_view ptx, const std::string& name,
                                                   Decoding decoding = Decoding::now);
  /// The same for a program of several translation units, whose names are resolved as a device linker does.
  Result<std::shared_ptr<const Module>> loadProgram(std::span<const std::string> ptx,
                                                    std::span<const std::string> names,
                                                    Decoding decoding = Decoding::now);
  /// Decodes a kernel loaded with Decoding::later, once. Until then it has no code, and its shared and local bytes and
  /// registers are unknown.
  Status prepare(const Kernel& kernel);

  /// Whether a card would accept the launch: invalidConfiguration, invalidValue (shared memory past what was opted in
  /// to), launchOutOfResources. The message says which limit and by how much.
  Status validate(const Kernel& kernel, const LaunchConfig& config) const;

  /// Runs one launch to its end. `parameters` holds parameterBytes, laid out as kernel.parameters says.
  /// A fault of device code is in the report, not an Error; the Error is validate()'s.
  Result<LaunchReport> launch(const Kernel& kernel, const LaunchConfig& config, std::span<const std::byte> parameters);

  /// Modelled time of a host-device copy or an on-device copy or fill of `bytes`.
  double modelledCopySeconds(std::size_t bytes, bool onDevice) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Resident blocks a multiprocessor can hold, as cudaOccupancyMaxActiveBlocksPerMultiprocessor counts them.
unsigned residentBlocks(const Card& card, const Kernel& kernel, std::uint64_t threadsPerBlock,
                        std::size_t dynamicSharedBytes);

}  // namespace gpusim
