#include "cudart/graph.h"

#include <algorithm>

#include "cudart/progress.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

bool holdsMemory(const Graph& graph) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const auto& node) {
    return std::holds_alternative<AllocationWork>(node->work) || std::holds_alternative<ReleaseWork>(node->work);
  });
}

cudaGraph_t Graphs::handleOf(const Graph& graph) { return reinterpret_cast<cudaGraph_t>(const_cast<Graph*>(&graph)); }
cudaGraphNode_t Graphs::handleOf(const Node& node) {
  return reinterpret_cast<cudaGraphNode_t>(const_cast<Node*>(&node));
}

Graph* Graphs::graph(cudaGraph_t handle) {
  const auto found = known_.find(handle);
  return found == known_.end() ? nullptr : found->second;
}

void Graphs::setLive(DeviceAddress address, bool live) {
  const Memory& memory = memory_.at(address);
  if (std::exchange(*memory.live, live) == live) return;
  MemoryAccount& of = account(*memory.context);
  of.live = live ? of.live + memory.bytes : of.live - memory.bytes;
  of.used = std::max(of.used, of.live);
  of.usedHigh = std::max(of.usedHigh, of.used);
  of.reservedHigh = std::max(of.reservedHigh, of.used);
}
Node* Graphs::node(cudaGraphNode_t handle) {
  const auto found = nodes_.find(handle);
  return found == nodes_.end() ? nullptr : found->second;
}
GraphExec* Graphs::exec(cudaGraphExec_t handle) {
  const auto found = execs_.find(handle);
  return found == execs_.end() ? nullptr : found->second.get();
}

std::shared_ptr<Graph> Graphs::make() {
  auto graph = std::make_shared<Graph>();
  graph->id = nextGraph_++;
  graphs_.emplace(graph.get(), graph);
  known_.emplace(graph.get(), graph.get());
  return graph;
}

/// Makes handles of a graph's own nodes and of the graphs inside it.
void Graphs::know(Graph& graph) {
  known_.emplace(&graph, &graph);
  for (const auto& node : graph.nodes) {
    nodes_.emplace(node.get(), node.get());
    if (const auto* child = std::get_if<ChildWork>(&node->work)) know(*child->graph);
  }
}

void Graphs::forget(Graph& graph) {
  for (const auto& node : graph.nodes) {
    nodes_.erase(node.get());
    if (const auto* child = std::get_if<ChildWork>(&node->work)) forget(*child->graph);
  }
  known_.erase(&graph);
}

Node& Graphs::add(Graph& graph, Work work, std::vector<Node*> after) {
  auto node = std::make_unique<Node>();
  node->graph = &graph;
  node->id = nextNode_++;
  node->work = std::move(work);
  node->after = std::move(after);
  Node& added = *node;
  graph.nodes.push_back(std::move(node));
  nodes_.emplace(&added, &added);
  if (const auto* child = std::get_if<ChildWork>(&added.work)) know(*child->graph);
  return added;
}

void Graphs::removeNode(Node& node) {
  Graph& graph = *node.graph;
  for (const auto& other : graph.nodes) std::erase(other->after, &node);
  if (const auto* child = std::get_if<ChildWork>(&node.work)) forget(*child->graph);
  nodes_.erase(&node);
  std::erase_if(graph.nodes, [&](const auto& each) { return each.get() == &node; });
}

std::shared_ptr<Graph> Graphs::clone(const Graph& graph) {
  auto copy = std::make_shared<Graph>();
  copy->id = nextGraph_++;
  copy->origin = graph.id;
  std::unordered_map<const Node*, Node*> twins;
  for (const auto& node : graph.nodes) {
    auto twin = std::make_unique<Node>(*node);
    twin->graph = copy.get();
    twin->id = nextNode_++;
    twin->origin = node->id;
    twin->arguments.clear();
    if (auto* child = std::get_if<ChildWork>(&twin->work)) {
      child->graph = clone(*child->graph);
      child->graph->owned = true;
    }
    twins.emplace(node.get(), twin.get());
    copy->nodes.push_back(std::move(twin));
  }
  for (const auto& twin : copy->nodes) {
    for (Node*& before : twin->after) before = twins.at(before);
  }
  copy->objects = graph.objects;
  for (UserObject* object : copy->objects) ++object->references;
  return copy;
}

std::shared_ptr<Graph> Graphs::adopt(std::shared_ptr<Graph> graph) {
  know(*graph);
  graphs_.emplace(graph.get(), graph);
  return graph;
}

bool Graphs::isInstantiated(const Graph& graph) const {
  return std::any_of(execs_.begin(), execs_.end(),
                     [&](const auto& entry) { return entry.second->graph->origin == graph.id; });
}

void Graphs::destroy(Graph& graph) {
  const auto found = graphs_.find(&graph);
  if (found == graphs_.end()) return;
  const std::shared_ptr<Graph> kept = found->second;
  forget(graph);
  graphs_.erase(found);
  for (UserObject* object : kept->objects) release(*object, 1);
  kept->objects.clear();
}

void Graphs::release(UserObject& object, unsigned count) {
  object.references -= std::min(count, object.references);
  if (object.references != 0) return;
  const cudaHostFn_t function = object.destroy;
  void* data = object.data;
  objects.erase(&object);
  if (function != nullptr) function(data);
}

std::vector<Node*> Graphs::ordered(const Graph& graph) {
  std::unordered_map<const Node*, std::size_t> missing;
  std::unordered_map<const Node*, std::vector<Node*>> next;
  std::vector<Node*> order;
  for (const auto& node : graph.nodes) {
    missing[node.get()] = node->after.size();
    for (const Node* before : node->after) next[before].push_back(node.get());
    if (node->after.empty()) order.push_back(node.get());
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (Node* node : next[order[i]]) {
      if (--missing[node] == 0) order.push_back(node);
    }
  }
  if (order.size() != graph.nodes.size()) order.clear();
  return order;
}

GraphExec& Graphs::instantiate(std::shared_ptr<Graph> graph, std::vector<Node*> order, unsigned long long flags) {
  auto exec = std::make_unique<GraphExec>();
  exec->graph = std::move(graph);
  exec->order = std::move(order);
  exec->flags = flags;
  GraphExec& made = *exec;
  execs_.emplace(&made, std::move(exec));
  return made;
}

void Graphs::destroy(GraphExec& exec) {
  const std::vector<UserObject*> kept = std::move(exec.graph->objects);
  execs_.erase(&exec);
  for (UserObject* object : kept) release(*object, 1);
}

/// The state of one launch: which operation each node became.
struct Graphs::Running {
  std::unordered_map<const Node*, OperationPointer> operations;
};

std::vector<OperationPointer> Graphs::run(Runtime& runtime, Running& running, const std::vector<Node*>& order,
                                          const std::vector<OperationPointer>& before) {
  std::unordered_map<const Node*, bool> isLast;
  for (const Node* node : order) {
    isLast[node] = true;
    std::vector<OperationPointer> after;
    for (const Node* other : node->after) {
      after.push_back(running.operations.at(other));
      isLast[other] = false;
    }
    if (after.empty()) after = before;
    const Context* context = contextOf(node->work);
    const int device = context == nullptr ? 0 : context->ordinal;
    OperationPointer operation;
    if (const auto* child = std::get_if<ChildWork>(&node->work)) {
      const OperationPointer begin = runtime.scheduler.detached(device, Engine::none, nullptr, after);
      const std::vector<OperationPointer> ends = run(runtime, running, ordered(*child->graph), {begin});
      operation = runtime.scheduler.detached(device, Engine::none, nullptr, ends);
    } else if (const auto* record = std::get_if<RecordWork>(&node->work)) {
      operation = runtime.scheduler.detached(device, Engine::none, nullptr, after);
      record->event->recorded = operation;
    } else if (const auto* wait = std::get_if<WaitWork>(&node->work)) {
      if (wait->event->recorded) after.push_back(wait->event->recorded);
      operation = runtime.scheduler.detached(device, Engine::none, nullptr, after);
    } else if (!node->enabled || std::holds_alternative<EmptyWork>(node->work)) {
      operation = runtime.scheduler.detached(device, Engine::none, nullptr, after);
    } else {
      operation = runtime.scheduler.detached(device, engineOf(node->work), runtime.action(node->work), after);
      if (std::holds_alternative<HostWork>(node->work)) watchHostWork(runtime, operation);
    }
    running.operations[node] = operation;
  }
  std::vector<OperationPointer> ends;
  for (const Node* node : order) {
    if (isLast[node]) ends.push_back(running.operations.at(node));
  }
  return ends.empty() ? before : ends;
}

/// Follows which of the graph's memory is in use, in the order of its nodes.
cudaError_t Graphs::checkMemory(Runtime& runtime, const GraphExec& exec) {
  for (const Node* node : exec.order) {
    if (const auto* allocation = std::get_if<AllocationWork>(&node->work)) {
      if (*allocation->live && (exec.flags & graphAutoFreeOnLaunch) == 0) {
        return runtime.refuse(cudaErrorInvalidValue,
                              "the graph's memory of the launch before was not freed: free it, or instantiate with "
                              "cudaGraphInstantiateFlagAutoFreeOnLaunch");
      }
      setLive(allocation->address, true);
    } else if (const auto* released = std::get_if<ReleaseWork>(&node->work); released != nullptr && released->live) {
      setLive(released->address, false);
    }
  }
  return cudaSuccess;
}

cudaError_t Graphs::launch(Runtime& runtime, GraphExec& exec, Stream& stream) {
  if (const cudaError_t error = disturb(runtime, stream); error != cudaSuccess) return error;
  if (const cudaError_t error = checkMemory(runtime, exec); error != cudaSuccess) return error;
  const OperationPointer begin = runtime.scheduler.submit(stream, Engine::none, nullptr, exec.last);
  Running running;
  const std::vector<OperationPointer> ends = run(runtime, running, exec.order, {begin});
  exec.last = runtime.scheduler.submitAfter(stream, Engine::none, nullptr, ends);
  return cudaSuccess;
}

cudaError_t Graphs::reserve(Runtime& runtime, Context& context, std::size_t bytes, AllocationWork& work) {
  if (bytes == 0) return runtime.refuse(cudaErrorInvalidValue, "an allocation node of 0 bytes");
  runtime.wake(context);
  const Result<DeviceAddress> address = context.device->allocate(bytes, MemoryKind::device);
  if (!address) return runtime.refuse(address.error());
  work.context = &context;
  work.address = *address;
  work.bytes = bytes;
  work.live = std::make_shared<bool>(false);
  memory_[*address] = {work.live, &context, bytes};
  return cudaSuccess;
}

std::shared_ptr<bool> Graphs::liveness(DeviceAddress address) const {
  const auto found = memory_.find(address);
  return found == memory_.end() ? nullptr : found->second.live;
}

}  // namespace gpusim::cudart
