#pragma once
// Which device code the program registered: fatbinaries, kernels and variables by the address of their host twins.
// A fatbinary is decoded, parsed and loaded when one of its kernels or variables is first needed.
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "cudart/abi.h"
#include "sim/sim.h"

namespace gpusim::cudart {

/// A code of the runtime with a line that explains it.
struct Failure {
  abi::cudaError_t code = abi::cudaSuccess;
  std::string message;
};

struct Fatbinary {
  const void* data = nullptr;
  const void* const* units = nullptr;  // of -rdc=true: the files' own fatbinaries up to a null, to be linked
  bool live = true;
  bool tried = false;
  std::shared_ptr<const Module> module;
  Failure failure;
  std::vector<std::byte> copy;  // of a library that the program loaded; empty: `data` is the program's own
};

struct Function {
  Fatbinary* fatbinary = nullptr;
  std::string name;                    // mangled
  const Kernel* kernel = nullptr;      // null until first needed
  std::size_t dynamicSharedLimit = 0;  // what cudaFuncSetAttribute allowed; 0: never set
  bool limitSet = false;               // the limit above may be 0
  int carveout = -1;                   // what cudaFuncSetAttribute asked for
  bool anyClusterSize = false;         // cudaFuncAttributeNonPortableClusterSizeAllowed
};

struct Symbol {
  Fatbinary* fatbinary = nullptr;
  std::string name;
  const Module::Variable* variable = nullptr;  // null until first needed
  void** managed = nullptr;                    // the host pointer of a __managed__ variable
};

class Registry {
 public:
  /// Fatbinaries count from 0, alike on every device of the process.
  std::size_t addFatbinary(const void* wrapper);
  /// Device code that came in memory at run time: PTX text or a fatbinary.
  std::size_t addLibrary(std::vector<std::byte> code);
  /// Null when there is none of that number.
  Fatbinary* fatbinary(std::size_t number);
  void removeFatbinary(Fatbinary* fatbinary);
  void addFunction(Fatbinary* fatbinary, const void* host, const char* name);
  void addSymbol(Fatbinary* fatbinary, const void* host, const char* name, void** managed = nullptr);

  /// Finds and loads; null with `failure` filled in when that cannot be done.
  Function* function(const void* host, Device& device, Failure& failure);
  Symbol* symbol(const void* host, Device& device, Failure& failure);
  /// True when `host` was registered as a kernel; loads nothing.
  bool knowsFunction(const void* host) const { return functions_.count(host) != 0; }
  /// Decodes, parses and loads it if that was not tried yet.
  static void load(Fatbinary& fatbinary, Device& device);
  /// Gives every __managed__ variable's host pointer its address.
  Failure bindManaged(Device& device);
  /// True when a loaded module's variable lies at `address`: the program did not allocate it.
  bool holdsVariable(DeviceAddress address) const;
  /// The device goes away: everything is loaded again when next needed.
  void forgetLoaded();

 private:
  std::deque<Fatbinary> fatbinaries_;  // addresses stay: they are the handles the program holds
  std::unordered_map<const void*, Function> functions_;
  std::unordered_map<const void*, Symbol> symbols_;
};

/// The registered bytes behind a __fatBinC_Wrapper_t's data pointer, limited to the mapped segment that holds it.
std::size_t mappedBytesFrom(const void* data);

}  // namespace gpusim::cudart
