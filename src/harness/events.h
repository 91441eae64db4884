#pragma once
// The child's events (docs/protocol.md), typed. parseEvent refuses a line whose fields are not what the table says.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/json.h"

namespace harness {

struct Hello {
  std::string day, device, card, compute, driver, runtime;
};

struct CaseBegin {
  std::string shape;  // "31x33"
  std::uint64_t k = 0, of = 0, seed = 0, run = 0;
  std::string order;  // of blocks and warps, in words; empty where nobody knows
};

/// One wrong cell; values as the child wrote them: "1.5", "nan", "unwritten".
struct Cell {
  std::uint64_t row = 0, column = 0;
  std::string got, expected;
  std::string place;  // what the row and the column are, in the day's words; empty where they are places of a matrix
};

struct CaseEnd {
  std::string shape;
  std::uint64_t seed = 0, run = 0, wrong = 0, total = 0;
  std::vector<Cell> cells;
  std::string faultClass, headline, see;  // empty when right
  std::vector<std::string> also;          // further classes: of other cells, then the next best for the same
  std::vector<std::string> map;           // the wrong cells as lines of text
};

/// A CUDA error that solve() left behind.
struct ApiError {
  std::string shape, name, text, where, faultClass, headline, see;
  std::int64_t code = 0;
};

/// An input that changed or a guard zone that broke.
struct Spoiled {
  std::string shape, faultClass, headline;
};

struct Site {
  std::array<std::uint64_t, 3> block{}, thread{};
  std::string file;
  std::uint64_t line = 0;
};

struct Finding {
  std::string tool, kind, message, kernel;
  Site site;
  std::optional<Site> other;
  std::uint64_t count = 1;
  bool note = false;  // worth saying, no fault: it does not make a run unsafe
  std::string shape;  // the case it was found in
  std::uint64_t seed = 0;
};

struct Findings {
  std::vector<Finding> findings;
};

/// Bytes that one right call copied between host and device, and those that have to cross. Only where solve() gets host
/// pointers, and only on the simulator.
struct Copies {
  std::string shape;
  std::uint64_t toDevice = 0, toHost = 0, neededToDevice = 0, neededToHost = 0;

  /// The worse direction, in units of what has to cross there.
  double toIdeal() const;
};

/// Page faults of one right call on managed memory, by array. Only on the simulator.
struct Pages {
  struct Array {
    std::string name;
    std::uint64_t pages = 0, kernelFaults = 0, hostFaults = 0;
  };
  std::string shape;
  std::vector<Array> arrays;

  std::uint64_t faults() const;
};

/// What one launch of the learner did, summed over launches by the report.
struct Launch {
  std::string kernel;
  double modelledMilliseconds = 0;
  std::uint64_t globalLoadRequests = 0, globalLoadSectors = 0, globalStoreRequests = 0, globalStoreSectors = 0;
  std::uint64_t globalLoadIdealSectors = 0, globalStoreIdealSectors = 0;  // that the requests' distinct bytes fill
  std::uint64_t sharedLoadRequests = 0, sharedLoadConflicts = 0, sharedStoreRequests = 0, sharedStoreConflicts = 0;
};

struct Timing {
  std::string shape;
  bool modelled = false;
  double copyMilliseconds = 0, naiveMilliseconds = 0, solveMilliseconds = 0;
  double ratioToCopy = 0, ratioToNaive = 0;
  std::array<double, 2> interval{}, intervalToNaive{};  // of the two ratios; on a card at 95%
  std::uint64_t bytes = 0;
  std::vector<Launch> launches;
  Json rawLaunches;                // every counter, for --json
  double ceilingMilliseconds = 0;  // of the card's fastest copy of as many bytes; 0 on the simulator
  std::string ceilingName;
  std::string warning;  // empty, or why the figure should not be trusted

  /// The sum over launches of one counter by its JSON name.
  std::uint64_t sum(std::string_view counter) const;
  /// Global sectors moved in units of the 32-byte sectors that the bytes fill; 0 when nothing was counted (on a card).
  double sectorsToIdeal() const;
  /// Sectors that a global store request touches on average; 0 when nothing was counted or stored.
  double sectorsAStore() const;
};

struct Goodbye {
  std::uint64_t cases = 0;
};

/// What a sampled call cost by source line; why_facts.h reads it.
struct Why {
  Json body;
};

using Event = std::variant<Hello, CaseBegin, CaseEnd, ApiError, Spoiled, Findings, Copies, Pages, Timing, Why, Goodbye>;

/// Why a line is not the next event.
struct EventFault {
  bool forged = true;   // false: the line is the runtime's own, and this harness does not understand it
  std::string message;  // what was wrong with it
};

/// Reads the lines of one child in order.
class EventReader {
 public:
  explicit EventReader(std::string token) : token_(std::move(token)) {}

  /// The event of the next line, or why it is none.
  std::variant<Event, EventFault> read(std::string_view line);

 private:
  std::string token_;
  std::uint64_t next_ = 0;
};

}  // namespace harness
