#pragma once
// A decoded kernel: flat instructions in basic blocks, operands resolved to places, handlers chosen.
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/decode/machine_cost.h"
#include "sim/sim.h"

namespace gpusim {

struct Warp;
struct Instruction;
struct MatrixPlan;      // src/sim/exec/matrix.h
struct MatrixTransfer;  // src/sim/exec/matrix.h

/// Executes one instruction for the lanes of a warp.
using Handler = void (*)(Warp& warp, const Instruction& instruction);

/// Where an operand's 32 lanes lie: an offset from one of the warp's base pointers.
/// Values of up to 32 bits are arrays of 32 uint32_t; 64-bit values are arrays of 32 uint64_t; a predicate is one
/// 32-bit lane mask.
struct Operand {
  enum Base : std::uint32_t {
    registers,  // of this warp
    constants,  // splatted immediates, same for every launch of the kernel
    launch,     // splatted parameters, block and grid dimensions: one copy a launch and host thread
    thread,     // %tid and its kin: one copy a warp index, same for every block
    frame,      // of one activation of a function: its stack pointers and what calls pass; see FramePlace
    none,
  };
  std::uint32_t base : 3;
  std::uint32_t offset : 29;  // bytes; before register allocation, the number of the virtual register
};

constexpr Operand noOperand{Operand::none, 0};

/// `offset` below 512 MiB: more registers than any kernel has.
constexpr Operand makeOperand(Operand::Base base, std::size_t offset) {
  return {static_cast<std::uint32_t>(base) & 7u, static_cast<std::uint32_t>(offset) & 0x1fffffff};
}

enum class Space : std::uint8_t { generic, global, shared, local, constant, parameter };

/// A parameter or result of a function, in the frame of one activation: 32 stretches of `stride()` bytes, one a lane.
struct FramePlace {
  std::uint32_t offset = 0, bytes = 0;
  std::uint32_t stride() const { return (bytes + 7) / 8 * 8; }
};

/// The head of a frame: for each lane 64 bits, offsets into the thread's local memory.
struct FrameHead {
  static constexpr std::uint32_t localBase = 0;   // where the function's .local variables start
  static constexpr std::uint32_t stackTop = 256;  // past them and what alloca took: where a callee's will start
  static constexpr std::uint32_t bytes = 512;
};

/// One call instruction: what it passes and what it gets back, as places in the caller's frame.
struct CallSite {
  static constexpr std::uint32_t indirect = 0xffffffff;
  std::uint32_t function = indirect;  // index into DecodedKernel::functions
  std::vector<FramePlace> arguments, results;
};

/// How an access or a fence orders memory, as PTX names it. Weak accesses order nothing.
enum class Order : std::uint8_t { weak, isVolatile, relaxed, acquire, release, acquireRelease, sequential };
/// Among which threads an order holds.
enum class Scope : std::uint8_t { cta, cluster, gpu, system };

struct Instruction {
  Handler run[2] = {nullptr, nullptr};  // [0]: some lanes sit out; [1]: every live lane takes part
  Handler inner = nullptr;              // of a guarded instruction: what run[0] would be without the guard
  Operand operand[6] = {noOperand, noOperand, noOperand, noOperand, noOperand, noOperand};
  Operand guard = noOperand;
  std::int64_t immediate = 0;  // address offset, clamp, mask: the handler's to read
  std::uint32_t index = 0;     // position in DecodedKernel::instructions: the key of per-instruction tables
  std::uint32_t source = 0;    // index into DecodedKernel::sources
  std::uint32_t more = 0;    // index into DecodedKernel::moreOperands: slots from 6 on, of instructions that need them
  std::uint32_t plan = 0;    // index into DecodedKernel::matrixPlans or matrixTransfers
  std::uint16_t weight = 1;  // PTX instructions this one stands for: itself and the moves decoding removed before it
  std::uint8_t width = 0;    // bytes a lane moves, all vector elements together
  std::uint8_t elementBytes = 0;  // of one vector element
  std::uint8_t narrowIndex = 0;   // 31 or 32: its address holds a product that can outgrow as many bits; else 0
  std::uint8_t ptxasWidth =
      0;  // shared loads: bytes after the merge ptxas would do; 0 when another load carries this one
  Space space = Space::generic;
  bool guardNegated = false;
  bool isPlainLoad = false;      // ld without .volatile or an order: ptxas may merge it with its neighbours
  bool isPlainStore = false;     // likewise of st
  bool isWrite = false;          // st, atom, red: ends what may be merged
  bool wideAddress = true;       // the address register has 64 bits
  bool wideSlots = false;        // elements lie in 64-bit registers, whatever their width in memory
  bool isAtomic = false;         // atom, red
  bool isReal = false;           // its elements are floating-point numbers
  bool isOrdered = false;        // an atomic whose effect on memory depends on what other threads did first
  bool isAsyncCopy = false;      // cp.async: reads global memory now and writes shared memory when it lands
  bool startsLoadRound = false;  // the first of loads that are waited for together
  bool bypassesL1 = false;       // ld.cg, ld.cv and loads that other threads' stores must be seen by
  MachineCost cost;              // for the time model
  Order order = Order::weak;     // of a load, store, atomic or fence
  Scope scope = Scope::system;   // with an order other than weak
  bool isCopy = false;           // operand 0 = operand 1, lane by lane: decoding may remove it
};

/// Barriers 0 to 15 have a number in PTX; the one after them is barrier.cluster's.
constexpr unsigned clusterBarrierNumber = 16, barriersOfBlock = 17;

/// How a basic block ends.
struct Terminator {
  enum class Kind : std::uint8_t {
    fall,    // into `next`
    jump,    // to `target`
    branch,  // lanes whose predicate is `!negated` go to `target`, the others to `next`
    table,   // brx.idx: lane's index selects from `targets`
    exit,
    barrier,  // bar.sync, then `next`
    trap,
    call,   // `target` indexes DecodedKernel::callSites, an indirect one's address is in `predicate`; then `next`
    ret,    // of a function: back to its caller
    yield,  // to `next`; if the block's last instruction set Warp::yields, other warps get a turn first
  };
  Kind kind = Kind::fall;
  bool negated = false;
  std::uint8_t barrier = 0;       // barrier number, unless `number` holds it
  std::uint8_t reduction = 0;     // bar.red: 1 popc, 2 and, 3 or; 0 plain
  bool arriveOnly = false;        // bar.arrive
  Operand predicate = noOperand;  // branch condition, or bar.red's input; table: the index
  Operand result = noOperand;     // bar.red's output
  Operand threads = noOperand;    // bar.sync a, b
  Operand number = noOperand;     // of a barrier whose number is in a register
  std::uint32_t target = 0, next = 0;
  std::vector<std::uint32_t> targets;
  std::uint32_t source = 0;
};

/// Instructions [first, last) run in order; then the terminator decides.
struct BasicBlock {
  std::uint32_t first = 0, last = 0;
  std::uint32_t weight = 0;            // PTX instructions of one pass, terminator included
  std::uint32_t reconverge = noBlock;  // immediate post-dominator; noBlock when it is the exit
  Operand warpSync = noOperand;        // the block starts with a warp-synchronous instruction of this member mask
  bool isPredicated = false;           // ptxas issues it for warps that skip it, too; for the time model
  Terminator end;
  static constexpr std::uint32_t noBlock = 0xffffffff;
};

/// A function of a kernel: the kernel itself is the first, the others are those it may call.
struct DecodedFunction {
  std::string name;               // demangled
  std::uint32_t entry = 0;        // basic block
  std::uint32_t frameOffset = 0;  // bytes of registers, after which the frame follows
  std::uint32_t frameBytes = 0;   // 0: the function needs none
  std::uint32_t localBytes = 0;   // of its .local variables
  std::vector<FramePlace> parameters, results;
};

class DecodedKernel {
 public:
  std::string name;
  std::vector<Instruction> instructions;
  std::vector<BasicBlock> blocks;
  std::vector<SourceLine> sources;                 // [0] is the unknown place
  std::vector<std::vector<SourceLine>> inlinedAt;  // by index of `sources`: where it was inlined, innermost call first
  std::vector<Operand> moreOperands;
  std::vector<std::shared_ptr<const MatrixPlan>> matrixPlans;          // by Instruction::plan
  std::vector<std::shared_ptr<const MatrixTransfer>> matrixTransfers;  // by Instruction::plan

  bool blocksInteract = false;  // blocks may see what others do, in order: one host thread runs them all

  std::vector<DecodedFunction> functions;  // [0] is the kernel
  std::vector<CallSite> callSites;
  std::unordered_map<std::uint64_t, std::uint32_t> functionByAddress;   // those an indirect call may reach
  std::vector<std::pair<std::uint64_t, std::uint64_t>> constantRanges;  // addresses of the module's .const variables

  std::size_t registerBytes = 0;            // of one warp, the kernel's own frame included
  std::vector<std::uint64_t> constantPool;  // bytes behind Operand::constants
  std::size_t launchPoolBytes = 0;          // bytes behind Operand::launch
  struct ParameterSlot {                    // a scalar parameter splatted into the launch pool
    std::size_t parameterOffset, poolOffset;
    unsigned bytes;
    bool isSigned;
  };
  std::vector<ParameterSlot> parameterSlots;
  std::size_t staticSharedBytes = 0;
  std::size_t dynamicSharedOffset = 0;  // where extern shared arrays start
  struct SharedVariable {
    std::string name;  // as the source has it: "tile"
    std::size_t offset, bytes;
  };
  std::vector<SharedVariable> sharedVariables;  // by offset; an extern array reaches to the end
  std::size_t localBytes = 0;                   // of one thread: all calls together, as far as decoding can tell
  bool usesHeap = false;                        // malloc or free: blocks run on one host thread
  bool stackUnbounded = false;                  // recursion, indirect calls or alloca: the stack limit decides
};

/// Fixed places in the launch pool and the thread pool, in units of 128 bytes (32 lanes of 32 bits).
enum class LaunchSlot : std::uint32_t {
  ctaidX,
  ctaidY,
  ctaidZ,
  nctaidX,
  nctaidY,
  nctaidZ,
  ntidX,
  ntidY,
  ntidZ,
  dynamicShared,
  totalShared,
  gridWorkspaceHigh,  // %envreg1 and 2: where the blocks of a cooperative launch meet
  gridWorkspaceLow,
  gridId,
  count
};
enum class ThreadSlot : std::uint32_t {
  tidX,
  tidY,
  tidZ,
  laneId,
  warpId,
  maskEq,
  maskLt,
  maskLe,
  maskGt,
  maskGe,
  nwarpId,
  count
};
constexpr std::size_t laneBytes32 = 128;

}  // namespace gpusim
