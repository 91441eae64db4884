#pragma once
// Streams as queues of deferred operations. An operation runs when something waits for it or for one that comes after
// it, and no earlier, so that a missing synchronise shows. Operations are ordered only by what the program asked for:
// their own stream, events, and the legacy default stream's rule.
//
// Time here is modelled: an operation starts when all it waits for has ended, and ends the modelled seconds later.
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <vector>

namespace gpusim::cudart {

/// The part of the card that an operation occupies; operations of one engine do not overlap in modelled time.
/// Kernels share one engine: the course's launches fill the card, and two of them at once take as long as one after
/// the other.
enum class Engine : std::size_t { none, compute, copyIn, copyOut };

struct Operation {
  std::function<double()> run;  // yields modelled seconds; empty for a mark that takes no time
  std::vector<std::shared_ptr<Operation>> after;
  Engine engine = Engine::none;
  int device = 0;
  double notBefore = 0, end = 0;  // modelled seconds since the device started
  bool done = false;
};
using OperationPointer = std::shared_ptr<Operation>;

struct Capture;
struct Node;

struct Stream {
  std::uint64_t id = 0;
  int device = 0;
  bool blocking = true;    // synchronises with the legacy default stream
  bool destroyed = false;  // by the program; its operations still run
  int priority = 0;
  OperationPointer last;             // null before the first operation
  int synchronizationPolicy = -1;    // cudaStreamAttributeSynchronizationPolicy: never set
  std::shared_ptr<Capture> capture;  // null unless the stream captures
  std::vector<Node*> captured;       // what the next captured node comes after

  bool idle() const { return !last || last->done; }
};

class Scheduler {
 public:
  Scheduler();

  /// The default stream of a device.
  Stream& legacy(int device = 0);
  Stream& create(bool blocking, int priority = 0, int device = 0);
  /// Operations already in the stream still run when something waits for everything.
  void destroy(Stream& stream);
  /// Whether `stream` is one that create() gave out and destroy() has not taken.
  bool knows(const Stream* stream) const;

  /// Appends an operation to `stream`; it also waits for `extra`, if given.
  OperationPointer submit(Stream& stream, Engine engine, std::function<double()> run,
                          const OperationPointer& extra = nullptr);

  /// Appends an operation that also waits for all of `others`.
  OperationPointer submitAfter(Stream& stream, Engine engine, std::function<double()> run,
                               const std::vector<OperationPointer>& others);
  /// An operation of no stream: a node of a graph that runs.
  OperationPointer detached(int device, Engine engine, std::function<double()> run,
                            const std::vector<OperationPointer>& others);

  /// Runs `operation` and everything that must come before it.
  void waitFor(const OperationPointer& operation);
  void waitForStream(Stream& stream);
  void waitForAll();
  /// Everything in the streams of one device.
  void waitForDevice(int device);
  /// Runs one pending operation that `operation` needs, or itself: a program that polls makes progress.
  void step(const OperationPointer& operation);

  /// Of the choice between streams when all are waited for. 0: in the order of their creation.
  void setSeed(std::uint64_t seed);
  /// Modelled time up to which the host has waited.
  double hostTime() const { return hostTime_; }

 private:
  void runOne(Operation& operation);
  OperationPointer runnable(const OperationPointer& operation);
  OperationPointer pendingBefore(const Operation& operation);
  static void makeWait(Operation& operation, const OperationPointer& other);
  template <class Choose>
  void waitForStreams(Choose&& choose);
  void forgetDestroyed();

  std::vector<std::unique_ptr<Stream>> streams_;
  std::uint64_t nextId_ = 0, seed_ = 0;
  std::mt19937_64 random_;
  double hostTime_ = 0;
  std::map<int, std::array<double, 4>> engineFree_;  // by device
  std::map<int, Stream*> legacy_;                    // by device
};

}  // namespace gpusim::cudart
