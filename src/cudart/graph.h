#pragma once
// Graphs: nodes of Work with what each comes after, built by hand or captured from streams, and run as often as asked.
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "cudart/abi_graph.h"
#include "cudart/work.h"

namespace gpusim::cudart {

class Runtime;

struct Node {
  Graph* graph = nullptr;
  std::uint64_t id = 0;  // counts within a process; what a dot print calls it
  Work work;
  std::vector<Node*> after;  // no node twice
  std::uint64_t origin = 0;  // of a clone: the id of the node it was made from
  bool enabled = true;       // of an instantiated graph
  int priority = 0;
  std::vector<void*> arguments;  // what cudaGraphKernelNodeGetParams points at
};

struct UserObject {
  void* data = nullptr;
  abi::cudaHostFn_t destroy = nullptr;
  unsigned references = 0;
};

struct Graph {
  std::vector<std::unique_ptr<Node>> nodes;  // in the order they were added
  std::uint64_t id = 0, origin = 0;          // origin: of a clone, the id of the graph it was made from
  bool owned = false;                        // by a node of another graph, or by the capture that fills it
  std::vector<UserObject*> objects;          // one entry a reference
};

/// Whether a graph's launch may hold memory nodes: it owns addresses, so it can be neither cloned nor a child.
bool holdsMemory(const Graph& graph);

struct GraphExec {
  std::shared_ptr<Graph> graph;  // a clone; its nodes' origins are the nodes the program knows
  std::vector<Node*> order;      // each after those it comes after
  unsigned long long flags = 0;
  OperationPointer last;  // launches of one executable graph follow each other
};

/// A capture that is going on, shared by the streams that joined it.
struct Capture {
  std::uint64_t id = 0;
  std::shared_ptr<Graph> graph;
  int mode = 0;
  std::uint64_t thread = 0;
  Stream* origin = nullptr;
  std::vector<Stream*> streams;
  std::vector<Node*> left;  // the last nodes of streams that were destroyed meanwhile
  bool invalid = false;
};

class Graphs {
 public:
  // Handles: null when the program's pointer is none of ours.
  Graph* graph(abi::cudaGraph_t handle);
  Node* node(abi::cudaGraphNode_t handle);
  GraphExec* exec(abi::cudaGraphExec_t handle);
  static abi::cudaGraph_t handleOf(const Graph& graph);
  static abi::cudaGraphNode_t handleOf(const Node& node);

  std::shared_ptr<Graph> make();
  /// The shared handle of a graph of the program's own.
  std::shared_ptr<Graph> share(const Graph& graph) const { return graphs_.at(&graph); }
  Node& add(Graph& graph, Work work, std::vector<Node*> after);
  void removeNode(Node& node);
  /// A copy with its child graphs; nodes remember their origin.
  std::shared_ptr<Graph> clone(const Graph& graph);
  /// Makes a clone the program's own.
  std::shared_ptr<Graph> adopt(std::shared_ptr<Graph> graph);
  void destroy(Graph& graph);
  /// Nodes so that each comes after those it waits for; empty with a cycle (or without nodes).
  static std::vector<Node*> ordered(const Graph& graph);

  GraphExec& instantiate(std::shared_ptr<Graph> graph, std::vector<Node*> order, unsigned long long flags);
  void destroy(GraphExec& exec);
  bool isInstantiated(const Graph& graph) const;
  /// Queues every node in `stream`.
  abi::cudaError_t launch(Runtime& runtime, GraphExec& exec, Stream& stream);

  /// Memory that a graph will hold; `work` is the node's.
  abi::cudaError_t reserve(Runtime& runtime, Context& context, std::size_t bytes, AllocationWork& work);
  /// What graphs hold of a device's memory, in bytes. `live`: between an allocation node and its release; `used`: the
  /// most that was live since the last trim, for a release gives nothing back. An H200 answers with these for what is
  /// reserved as well (tests/cudart/api/graph_memory.cu).
  struct MemoryAccount {
    std::size_t live = 0, used = 0, usedHigh = 0, reservedHigh = 0;
  };
  MemoryAccount& account(const Context& context) { return accounts_[&context]; }
  /// Notes that an allocation's memory is in use from here on, or is not.
  void setLive(DeviceAddress address, bool live);

  /// Whether a graph's memory is in use; null for memory of no graph.
  std::shared_ptr<bool> liveness(DeviceAddress address) const;

  // Capture.
  abi::cudaError_t begin(Runtime& runtime, Stream& stream, int mode, std::shared_ptr<Graph> graph,
                         std::vector<Node*> after);
  abi::cudaError_t end(Runtime& runtime, Stream& stream, abi::cudaGraph_t* graph);
  /// Makes a node of what a capturing stream was asked.
  abi::cudaError_t capture(Runtime& runtime, Stream& stream, Work work);
  /// The stream waits for an event of a capture: it joins.
  abi::cudaError_t join(Runtime& runtime, Stream& stream, const Event& event);
  /// What a call that waits for `stream` answers while it captures; the capture is lost.
  abi::cudaError_t spoil(Runtime& runtime, Stream& stream, abi::cudaError_t code);
  /// Use of the legacy stream beside a blocking stream that captures: cudaErrorStreamCaptureImplicit.
  abi::cudaError_t disturb(Runtime& runtime, Stream& stream);
  /// A wait for the whole device while one of its streams captures.
  abi::cudaError_t disturbDevice(Runtime& runtime, int ordinal);
  /// Calls like cudaMalloc, which a capture in the global or thread-local mode forbids.
  abi::cudaError_t forbid(Runtime& runtime, const char* what);
  bool capturing() const { return !captures_.empty(); }
  /// The stream is destroyed.
  void leave(Stream& stream);
  int exchangeMode(int mode);

  std::map<const void*, std::unique_ptr<UserObject>> objects;
  void release(UserObject& object, unsigned count);

 private:
  struct Running;
  void know(Graph& graph);
  void forget(Graph& graph);
  void finish(const std::shared_ptr<Capture>& capture);
  std::vector<OperationPointer> run(Runtime& runtime, Running& running, const std::vector<Node*>& order,
                                    const std::vector<OperationPointer>& before);
  abi::cudaError_t checkMemory(Runtime& runtime, const GraphExec& exec);

  std::unordered_map<const void*, std::shared_ptr<Graph>> graphs_;
  std::unordered_map<const void*, Graph*> known_;  // graphs_ and the graphs that nodes own
  std::unordered_map<const void*, Node*> nodes_;
  std::unordered_map<const void*, std::unique_ptr<GraphExec>> execs_;
  struct Memory {
    std::shared_ptr<bool> live;
    const Context* context = nullptr;
    std::size_t bytes = 0;
  };
  std::map<DeviceAddress, Memory> memory_;
  std::map<const Context*, MemoryAccount> accounts_;
  std::vector<std::shared_ptr<Capture>> captures_;
  std::uint64_t nextGraph_ = 1, nextNode_ = 1, nextCapture_ = 1;
};

}  // namespace gpusim::cudart
