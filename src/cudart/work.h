#pragma once
// Everything a stream or a graph can be asked to do. A stream queues it, a capturing stream makes a node of it, a graph
// launch queues its nodes: the same description serves all three.
#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cudart/abi.h"
#include "cudart/context.h"
#include "cudart/scheduler.h"

namespace gpusim::cudart {

class Runtime;
struct Event;
struct Graph;
struct Pool;

/// A box of bytes on both sides of a copy, or on one side of a fill: rows of `width` bytes, `height` rows a slice,
/// `depth` slices. A plain copy is one row.
struct Box {
  void* to = nullptr;
  std::size_t toPitch = 0, toSlice = 0;  // bytes from row to row, from slice to slice
  const void* from = nullptr;
  std::size_t fromPitch = 0, fromSlice = 0;
  std::size_t width = 0, height = 1, depth = 1;

  std::size_t bytes() const { return width * height * depth; }
};

struct EmptyWork {};

struct KernelWork {
  Context* context = nullptr;
  const void* host = nullptr;  // the handle that the program launched
  const Kernel* kernel = nullptr;
  LaunchConfig config;
  std::vector<std::byte> parameters;
  std::uint64_t stream = 0;  // Stream::id of the launch; 0 in a graph
};

/// Between which sides a copy moves bytes: what the model charges for it.
enum class Path { hostToHost, hostToDevice, deviceToHost, onDevice };

struct CopyWork {
  Box box;
  int kind = 0;
  Path path = Path::hostToHost;
  Context* context = nullptr;                 // whose copy engine moves the bytes
  Context *to = nullptr, *from = nullptr;     // null: through the host's own pointer
  std::shared_ptr<std::vector<char>> staged;  // keeps what `box.from` points at
};

struct FillWork {
  Context* context = nullptr;
  Box box;                          // `width` counts bytes
  unsigned value = 0, element = 1;  // bytes of `value` that repeat: 1, 2 or 4
};

struct HostWork {
  Context* context = nullptr;
  abi::cudaHostFn_t function = nullptr;
  void* data = nullptr;
};

struct ChildWork {
  std::shared_ptr<Graph> graph;
};

struct RecordWork {
  std::shared_ptr<Event> event;
};

struct WaitWork {
  std::shared_ptr<Event> event;
};

/// Memory of a graph: it has its address from the node's creation on.
struct AllocationWork {
  Context* context = nullptr;
  DeviceAddress address = 0;
  std::size_t bytes = 0;
  abi::cudaMemPoolProps properties{};
  std::shared_ptr<bool> live;  // between the allocation and its release
};

struct ReleaseWork {
  DeviceAddress address = 0;
  Context* context = nullptr;
  std::shared_ptr<bool> live;  // null: plain stream-ordered memory, which is freed for good
};

using Work = std::variant<EmptyWork, KernelWork, CopyWork, FillWork, HostWork, ChildWork, RecordWork, WaitWork,
                          AllocationWork, ReleaseWork>;

/// Which part of the card `work` occupies, and on which device.
Engine engineOf(const Work& work);
const Context* contextOf(const Work& work);
/// Does it, now; yields modelled seconds. A fault goes to the runtime. Not for graphs and event waits, which only
/// order.
double perform(Runtime& runtime, const Work& work);

}  // namespace gpusim::cudart
