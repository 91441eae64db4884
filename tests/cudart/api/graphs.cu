// Graphs that are built node by node.
#include <cstring>

#include "report.h"

namespace {

cudaGraphNode_t kernelNode(cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, int* to, int what) {
  void* arguments[] = {&to, &what};
  cudaKernelNodeParams p{};
  p.func = reinterpret_cast<void*>(store);
  p.gridDim = p.blockDim = 1;
  p.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  says("add kernel node", cudaGraphAddKernelNode(&node, graph, after, count, &p));
  return node;
}

void CUDART_CB bump(void* data) { ++*static_cast<int*>(data); }

}  // namespace

void graphNodesScene() {
  int* data = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&data), 64);
  cudaGraph_t graph = nullptr, clone = nullptr, other = nullptr;
  says("create into null", cudaGraphCreate(nullptr, 0));
  says("create flags 1", cudaGraphCreate(&graph, 1));
  says("create", cudaGraphCreate(&graph, 0));
  cudaGraphNode_t a = nullptr, b = nullptr, c = nullptr, d = nullptr;
  says("empty node", cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
  says("empty node into null", cudaGraphAddEmptyNode(nullptr, graph, nullptr, 0));
  says("empty node of no graph", cudaGraphAddEmptyNode(&b, nullptr, nullptr, 0));
  says("empty node, dependencies missing", cudaGraphAddEmptyNode(&b, graph, nullptr, 1));
  says("empty node after a", cudaGraphAddEmptyNode(&b, graph, &a, 1));
  const cudaGraphNode_t twice[] = {a, a};
  says("empty node after a twice", cudaGraphAddEmptyNode(&c, graph, twice, 2));
  c = kernelNode(graph, &b, 1, data, 1);
  says("kernel node without parameters", cudaGraphAddKernelNode(&d, graph, nullptr, 0, nullptr));
  cudaKernelNodeParams kernel{};
  says("kernel node without function", cudaGraphAddKernelNode(&d, graph, nullptr, 0, &kernel));
  kernel.func = reinterpret_cast<void*>(nothing);
  kernel.gridDim = 0;
  kernel.blockDim = 1;
  says("kernel node without blocks", cudaGraphAddKernelNode(&d, graph, nullptr, 0, &kernel));
  kernel.gridDim = 1;
  kernel.blockDim = 2000;
  says("kernel node of 2000 threads", cudaGraphAddKernelNode(&d, graph, nullptr, 0, &kernel));
  kernel.blockDim = 32;
  kernel.sharedMemBytes = 1 << 20;
  says("kernel node of 1 MiB", cudaGraphAddKernelNode(&d, graph, nullptr, 0, &kernel));
  cudaMemsetParams set{};
  set.dst = data;
  set.elementSize = 4;
  set.width = 4;
  set.height = 1;
  set.value = 9;
  says("memset node", cudaGraphAddMemsetNode(&d, graph, nullptr, 0, &set));
  set.elementSize = 3;
  says("memset node of 3 bytes", cudaGraphAddMemsetNode(&d, graph, nullptr, 0, &set));
  set.elementSize = 4;
  set.dst = nullptr;
  says("memset node of null", cudaGraphAddMemsetNode(&d, graph, nullptr, 0, &set));
  int host[4] = {};
  says("memcpy node", cudaGraphAddMemcpyNode1D(&d, graph, nullptr, 0, host, data, 16, cudaMemcpyDeviceToHost));
  says("memcpy node kind 9",
       cudaGraphAddMemcpyNode1D(&d, graph, nullptr, 0, host, data, 16, static_cast<cudaMemcpyKind>(9)));
  says("memcpy node wrong way",
       cudaGraphAddMemcpyNode1D(&d, graph, nullptr, 0, host, data, 16, cudaMemcpyHostToDevice));
  says("memcpy node from null", cudaGraphAddMemcpyNode1D(&d, graph, nullptr, 0, data, nullptr, 16, cudaMemcpyDefault));
  says("memcpy node of 0 bytes",
       cudaGraphAddMemcpyNode1D(&d, graph, nullptr, 0, host, data, 0, cudaMemcpyDeviceToHost));
  cudaHostNodeParams call{};
  says("host node without function", cudaGraphAddHostNode(&d, graph, nullptr, 0, &call));
  size_t count = 99;
  says("nodes", cudaGraphGetNodes(graph, nullptr, &count));
  value("nodes", static_cast<long long>(count));
  cudaGraphNode_t list[16] = {};
  count = 16;
  says("nodes in 16 places", cudaGraphGetNodes(graph, list, &count));
  value("nodes", static_cast<long long>(count));
  value("list 5 is null", list[5] == nullptr);
  count = 0;
  says("roots", cudaGraphGetRootNodes(graph, nullptr, &count));
  value("roots", static_cast<long long>(count));
  says("edges", cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  value("edges", static_cast<long long>(count));
  says("dependencies", cudaGraphNodeGetDependencies(c, nullptr, nullptr, &count));
  value("dependencies", static_cast<long long>(count));
  says("dependents", cudaGraphNodeGetDependentNodes(a, nullptr, nullptr, &count));
  value("dependents", static_cast<long long>(count));
  cudaGraphNodeType type{};
  says("type", cudaGraphNodeGetType(c, &type));
  value("type", type);
  says("add an edge that is there", cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
  says("add an edge to itself", cudaGraphAddDependencies(graph, &a, &a, nullptr, 1));
  says("add an edge back", cudaGraphAddDependencies(graph, &c, &a, nullptr, 1));
  says("remove it", cudaGraphRemoveDependencies(graph, &c, &a, nullptr, 1));
  says("remove an edge that is not there", cudaGraphRemoveDependencies(graph, &a, &c, nullptr, 1));
  says("clone", cudaGraphClone(&clone, graph));
  cudaGraphNode_t twin = nullptr;
  says("find in clone", cudaGraphNodeFindInClone(&twin, c, clone));
  value("is another", twin != c);
  says("find in itself", cudaGraphNodeFindInClone(&twin, c, graph));
  cudaGraphCreate(&other, 0);
  cudaGraphNode_t child = nullptr;
  says("child", cudaGraphAddChildGraphNode(&child, other, nullptr, 0, graph));
  cudaGraph_t inner = nullptr;
  says("its graph", cudaGraphChildGraphNodeGetGraph(child, &inner));
  value("is a copy", inner != graph);
  says("graph of a kernel node", cudaGraphChildGraphNodeGetGraph(c, &inner));
  says("kernel parameters", cudaGraphKernelNodeGetParams(c, &kernel));
  value("threads", kernel.blockDim.x);
  says("kernel parameters of an empty node", cudaGraphKernelNodeGetParams(a, &kernel));
  says("dependency of another graph", cudaGraphAddEmptyNode(&d, graph, &child, 1));
  says("destroy node", cudaGraphDestroyNode(b));
  cudaGraphGetNodes(graph, nullptr, &count);
  value("nodes", static_cast<long long>(count));
  says("destroy node null", cudaGraphDestroyNode(nullptr));
  says("destroy", cudaGraphDestroy(graph));
  says("destroy null", cudaGraphDestroy(nullptr));
}

void graphRunScene() {
  int *data = nullptr, calls = 0, host[4] = {};
  cudaMalloc(reinterpret_cast<void**>(&data), 64);
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaGraphCreate(&graph, 0);
  says("instantiate an empty graph", cudaGraphInstantiate(&exec, graph, 0));
  says("launch it", cudaGraphLaunch(exec, stream));
  says("destroy it", cudaGraphExecDestroy(exec));
  cudaMemsetParams set{};
  set.dst = data;
  set.elementSize = 4;
  set.width = 4;
  set.height = 1;
  set.value = 9;
  cudaGraphNode_t memset = nullptr, copy = nullptr, call = nullptr;
  cudaGraphAddMemsetNode(&memset, graph, nullptr, 0, &set);
  const cudaGraphNode_t kernel = kernelNode(graph, &memset, 1, data + 1, 5);
  cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, host, data, 16, cudaMemcpyDeviceToHost);
  const cudaHostNodeParams params{bump, &calls};
  says("host node", cudaGraphAddHostNode(&call, graph, &copy, 1, &params));
  says("instantiate", cudaGraphInstantiate(&exec, graph, 0));
  says("instantiate into null", cudaGraphInstantiate(nullptr, graph, 0));
  says("instantiate null", cudaGraphInstantiate(&exec, nullptr, 0));
  says("upload", cudaGraphUpload(exec, stream));
  says("launch", cudaGraphLaunch(exec, stream));
  says("launch again", cudaGraphLaunch(exec, stream));
  says("launch null", cudaGraphLaunch(nullptr, stream));
  says("synchronize", cudaStreamSynchronize(stream));
  value("host 0", host[0]);
  value("host 1", host[1]);
  value("calls", calls);
  unsigned enabled = 9;
  says("enabled", cudaGraphNodeGetEnabled(exec, kernel, &enabled));
  value("enabled", enabled);
  says("disable", cudaGraphNodeSetEnabled(exec, kernel, 0));
  says("disable a host node", cudaGraphNodeSetEnabled(exec, call, 0));
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  value("host 1", host[1]);
  unsigned long long flags = 77;
  says("flags", cudaGraphExecGetFlags(exec, &flags));
  value("flags", static_cast<long long>(flags));
  says("destroy the graph first", cudaGraphDestroy(graph));
  says("launch after it", cudaGraphLaunch(exec, stream));
  says("synchronize", cudaStreamSynchronize(stream));
  value("calls", calls);
  cudaGraphExec_t second = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t allocate = nullptr, release = nullptr;
  cudaMemAllocNodeParams memory{};
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location = {cudaMemLocationTypeDevice, 0};
  memory.bytesize = 256;
  says("alloc node", cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &memory));
  value("has an address", memory.dptr != nullptr);
  const cudaGraphNode_t user = kernelNode(graph, &allocate, 1, static_cast<int*>(memory.dptr), 3);
  says("free node", cudaGraphAddMemFreeNode(&release, graph, &user, 1, memory.dptr));
  says("free node twice", cudaGraphAddMemFreeNode(&release, graph, &user, 1, memory.dptr));
  cudaGraph_t clone = nullptr;
  says("clone with alloc nodes", cudaGraphClone(&clone, graph));
  says("instantiate", cudaGraphInstantiate(&second, graph, 0));
  says("instantiate twice", cudaGraphInstantiate(&exec, graph, 0));
  says("launch", cudaGraphLaunch(second, stream));
  says("launch", cudaGraphLaunch(second, stream));
  says("synchronize", cudaStreamSynchronize(stream));
}

void graphUpdateScene() {
  int *data = nullptr, host[2] = {};
  cudaMalloc(reinterpret_cast<void**>(&data), 64);
  cudaGraph_t graph = nullptr, same = nullptr, more = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&same, 0);
  cudaGraphCreate(&more, 0);
  const cudaGraphNode_t node = kernelNode(graph, nullptr, 0, data, 1);
  kernelNode(same, nullptr, 0, data, 2);
  const cudaGraphNode_t first = kernelNode(more, nullptr, 0, data, 3);
  kernelNode(more, &first, 1, data + 1, 4);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphExecUpdateResultInfo info{};
  const auto run = [&] {
    says("launch", cudaGraphLaunch(exec, nullptr));
    cudaMemcpy(host, data, 8, cudaMemcpyDeviceToHost);
    value("data", host[0]);
  };
  run();
  says("update", cudaGraphExecUpdate(exec, same, &info));
  value("result", info.result);
  run();
  says("update with more nodes", cudaGraphExecUpdate(exec, more, &info));
  value("result", info.result);
  run();
  int what = 11;
  void* arguments[] = {&data, &what};
  cudaKernelNodeParams p{};
  p.func = reinterpret_cast<void*>(store);
  p.gridDim = p.blockDim = 1;
  p.kernelParams = arguments;
  says("set kernel parameters", cudaGraphExecKernelNodeSetParams(exec, node, &p));
  run();
  says("set kernel parameters of another graph's node", cudaGraphExecKernelNodeSetParams(exec, first, &p));
  what = 12;
  says("set the node's parameters", cudaGraphKernelNodeSetParams(node, &p));
  run();
  p.blockDim = 4096;
  says("set bad parameters", cudaGraphExecKernelNodeSetParams(exec, node, &p));
  cudaMemsetParams set{};
  set.dst = data;
  set.elementSize = 1;
  set.width = 4;
  set.height = 1;
  says("set memset parameters of a kernel node", cudaGraphExecMemsetNodeSetParams(exec, node, &set));
  cudaGraph_t empty = nullptr;
  cudaGraphCreate(&empty, 0);
  cudaGraphNode_t one = nullptr;
  cudaGraphAddEmptyNode(&one, empty, nullptr, 0);
  says("update with another type", cudaGraphExecUpdate(exec, empty, &info));
  value("result", info.result);
}
