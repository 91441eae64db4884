#pragma once
// What the run has to say, as events on a pipe or as text on stdout (docs/protocol.md).
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "exercise/errors.h"
#include "exercise/host_account.h"
#include "exercise/json.h"
#include "exercise/observations.h"
#include "exercise/page_account.h"
#include "exercise/shape.h"
#include "exercise/tally.h"
#include "exercise/text.h"

namespace exercise {

struct DeviceFacts {
  bool simulated = false;
  std::string card, compute, driver, runtime;
  std::uint64_t l2Bytes = 0;
};

/// One call of solve() as the reports name it.
struct CallName {
  Shape shape;
  std::size_t k = 0, of = 0;  // the how-manieth case of how many, from 1
  std::uint64_t seed = 0;     // the whole run's: with the case it replays the call
  unsigned run = 0;
  std::string order;  // of blocks and warps, in words; empty on a card
};

struct WrongCell {
  std::size_t row = 0, col = 0;
  double got = 0, expected = 0;
  bool unwritten = false;
  std::string place;  // in words
};

/// The outcome of a call whose values were compared.
struct CaseOutcome {
  std::size_t wrong = 0, total = 0;
  std::vector<WrongCell> cells;  // the first ten
  std::string faultClass, headline, see;
  std::vector<std::string> also;  // classes of other cells, then the one that fits the same cells next best
  std::vector<std::string> map;   // lines of text (cell_map.h)
};

struct TimingResult {
  Shape shape;
  bool modelled = false;
  double copyMilliseconds = 0, naiveMilliseconds = 0, solveMilliseconds = 0;
  double ratioToCopy = 0;   // solve over copy: 1 is the ceiling, larger is slower
  double ratioToNaive = 0;  // naive over solve: how many times as fast as the naive kernel
  std::array<double, 2> interval{0, 0}, intervalToNaive{0, 0};
  std::uint64_t bytes = 0;
  std::string launches;  // JSON, or empty
  double l2Multiple = 0;
  // On a card: the faster of a 16-byte copy and cudaMemcpy of as many bytes, and how the times were taken.
  double ceilingMilliseconds = 0;
  std::string ceilingName;
  std::size_t quads = 0, droppedQuads = 0;
  double clockMegahertz = 0;
  std::string warning;  // empty, or why the figure should not be trusted
};

/// What a call that was sampled amounted to.
struct WhyOutcome {
  std::string kernels = "[]";  // as gpusimTakeLines gives it
  std::string map;             // wrongMapJson of the first wrong array; empty when every value is right
  std::string error;           // why the call ended early; empty when it did not
  std::uint64_t wrong = 0, total = 0, bytes = 0;
};

class Report {
 public:
  /// `events` < 0 writes text on stdout.
  Report(int events, std::string token, std::string day)
      : events_(events), token_(std::move(token)), day_(std::move(day)) {}

  const Tally& tally() const { return tally_; }

  void hello(const DeviceFacts& device, std::uint64_t seed) {
    tally_.simulated = device.simulated;
    if (events_ < 0) {
      std::printf("%s on %s (%s), seed %llu\n", day_.c_str(), device.card.c_str(),
                  device.simulated ? "simulated" : ("compute capability " + device.compute).c_str(),
                  static_cast<unsigned long long>(seed));
      return;
    }
    send("hello", JsonObject()
                      .text("day", day_)
                      .text("device", device.simulated ? "sim" : "gpu")
                      .text("card", device.card)
                      .text("compute", device.compute)
                      .count("l2_bytes", device.l2Bytes)
                      .text("driver", device.driver)
                      .text("runtime", device.runtime));
  }

  void caseBegin(const CallName& call) {
    if (events_ < 0) return;
    JsonObject event;
    event.text("case", call.shape.str()).count("k", call.k).count("of", call.of);
    event.count("seed", call.seed).count("run", call.run);
    if (!call.order.empty()) event.text("order", call.order);
    send("case_begin", event);
  }

  void caseEnd(const CallName& call, const CaseOutcome& outcome) {
    tally_.wrong = tally_.wrong || outcome.wrong > 0;
    if (events_ < 0) return printCase(call, outcome);
    JsonObject event;
    event.text("case", call.shape.str()).count("seed", call.seed).count("run", call.run);
    event.count("wrong", outcome.wrong).count("total", outcome.total);
    if (outcome.wrong > 0) {
      std::string cells;
      for (const WrongCell& cell : outcome.cells) {
        JsonObject object;
        object.count("row", cell.row).count("col", cell.col);
        if (cell.unwritten)
          object.text("got", "unwritten");
        else
          object.real("got", cell.got);
        object.real("expected", cell.expected).text("place", cell.place);
        cells += (cells.empty() ? "" : ",") + object.str();
      }
      event.raw("cells", "[" + cells + "]").text("fault_class", outcome.faultClass);
      event.text("headline", outcome.headline).text("see", outcome.see);
      event.raw("also", jsonStrings(outcome.also)).raw("map", jsonStrings(outcome.map));
    }
    send("case_end", event);
  }

  void apiError(const CallName& call, const ApiError& error, const ErrorExplanation& why) {
    tally_.error = true;
    tally_.outOfMemory = tally_.outOfMemory || why.faultClass == "out-of-memory";
    tally_.tookTooLong = tally_.tookTooLong || error.name == "cudaErrorLaunchTimeout";
    if (events_ < 0) return printFault(call, why.headline);
    send("api_error", JsonObject()
                          .text("case", call.shape.str())
                          .text("name", error.name)
                          .count("code", static_cast<std::uint64_t>(error.code))
                          .text("text", error.text)
                          .text("where", error.where)
                          .text("fault_class", why.faultClass)
                          .text("headline", why.headline)
                          .text("see", why.see));
  }

  void inputChanged(const CallName& call, std::size_t row, std::size_t col, const std::string& headline) {
    tally_.inputChanged = true;
    if (events_ < 0) return printFault(call, headline);
    send("input_changed", JsonObject()
                              .text("case", call.shape.str())
                              .count("row", row)
                              .count("col", col)
                              .text("fault_class", "changed-input")
                              .text("headline", headline));
  }

  void guardBroken(const CallName& call, const std::string& buffer, long long byte, const std::string& headline) {
    tally_.guardBroken = true;
    if (events_ < 0) return printFault(call, headline);
    send("guard_broken", JsonObject()
                             .text("case", call.shape.str())
                             .text("buffer", buffer)
                             .raw("byte", std::to_string(byte))
                             .text("fault_class", "wrote-outside")
                             .text("headline", headline));
  }

  /// `json`: an array, as the simulator gives it.
  void findings(const CallName& call, const std::string& json) {
    tally_.fault = tally_.fault || readFindings(json).any;
    if (events_ < 0) return printFindings(call, json);
    send("findings", JsonObject().text("case", call.shape.str()).count("seed", call.seed).raw("findings", json));
  }

  void timing(const TimingResult& timing) {
    tally_.timed = true;
    tally_.ratioToCopy = timing.ratioToCopy;
    tally_.ratioToNaive = timing.ratioToNaive;
    tally_.interval = timing.interval;
    tally_.intervalToNaive = timing.intervalToNaive;
    tally_.modelled = timing.modelled;
    tally_.timedShape = timing.shape;
    tally_.bytes = timing.bytes;
    tally_.launches = timing.launches;
    if (events_ < 0) return printTiming(timing);
    JsonObject event;
    event.text("case", timing.shape.str()).flag("modelled", timing.modelled);
    event.real("copy_ms", timing.copyMilliseconds).real("naive_ms", timing.naiveMilliseconds);
    event.real("solve_ms", timing.solveMilliseconds);
    event.real("ratio_to_copy", timing.ratioToCopy).real("ratio_to_naive", timing.ratioToNaive);
    event.raw("interval", "[" + jsonNumber(timing.interval[0]) + "," + jsonNumber(timing.interval[1]) + "]");
    event.raw("interval_to_naive",
              "[" + jsonNumber(timing.intervalToNaive[0]) + "," + jsonNumber(timing.intervalToNaive[1]) + "]");
    event.count("bytes", timing.bytes).real("l2_multiple", timing.l2Multiple);
    if (timing.ceilingMilliseconds > 0)
      event.real("ceiling_ms", timing.ceilingMilliseconds).text("ceiling", timing.ceilingName);
    if (timing.quads > 0) event.count("quads", timing.quads).count("dropped_quads", timing.droppedQuads);
    if (timing.clockMegahertz > 0) event.real("clock_mhz", timing.clockMegahertz);
    if (!timing.launches.empty()) event.raw("launches", timing.launches);
    if (!timing.warning.empty()) event.text("warning", timing.warning);
    send("timing", event);
  }

  void why(const CallName& call, const WhyOutcome& why) {
    if (events_ < 0) {
      std::printf("%s\n", why.kernels.c_str());
      return;
    }
    JsonObject event;
    event.text("case", call.shape.str()).count("seed", call.seed).count("bytes", why.bytes);
    event.count("wrong", why.wrong).count("total", why.total).raw("kernels", why.kernels);
    if (!why.map.empty()) event.raw("map", why.map);
    if (!why.error.empty()) event.text("error", why.error);
    send("why", event);
  }

  /// Bytes that one call copied between host and device, and those that have to cross.
  void copies(const CallName& call, const HostAccount& account, const NeededCopies& needed) {
    tally_.copied(account.toDevice, needed.toDevice);
    tally_.copied(account.toHost, needed.toHost);
    if (events_ < 0) return;
    send("copies", JsonObject()
                       .text("case", call.shape.str())
                       .count("to_device", account.toDevice)
                       .count("to_host", account.toHost)
                       .count("needed_to_device", needed.toDevice)
                       .count("needed_to_host", needed.toHost));
  }

  /// Page faults of one call on managed memory.
  void pages(const CallName& call, const std::vector<PageAccount>& accounts) {
    std::string arrays;
    std::uint64_t faults = 0;
    for (const PageAccount& account : accounts) {
      faults += account.faults.ofDevice + account.faults.ofHost;
      if (events_ < 0) {
        if (call.run == 0 && account.faults.ofDevice + account.faults.ofHost > 0)
          std::printf("  case %s: page faults on %s: %s of the kernel, %s of the host\n", call.shape.str().c_str(),
                      account.array.c_str(), number(account.faults.ofDevice).c_str(),
                      number(account.faults.ofHost).c_str());
        continue;
      }
      arrays += (arrays.empty() ? "" : ",") + JsonObject()
                                                  .text("name", account.array)
                                                  .count("pages", account.pages)
                                                  .count("kernel_faults", account.faults.ofDevice)
                                                  .count("host_faults", account.faults.ofHost)
                                                  .str();
    }
    tally_.pageFaults = std::max(tally_.pageFaults, faults);
    if (events_ >= 0) send("pages", JsonObject().text("case", call.shape.str()).raw("arrays", "[" + arrays + "]"));
  }

  void goodbye(std::size_t cases) {
    if (events_ >= 0) send("goodbye", JsonObject().count("cases", cases));
  }

 private:
  void send(const std::string& name, const JsonObject& fields) {
    JsonObject head;
    head.text("token", token_).count("n", next_++).text("event", name);
    const std::string body = fields.str(), start = head.str();
    const std::string line = start.substr(0, start.size() - 1) + (body.size() > 2 ? "," : "") + body.substr(1) + "\n";
    for (std::size_t done = 0; done < line.size();) {
      const ssize_t written = write(events_, line.data() + done, line.size() - done);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) _exit(74);  // the parent is gone, and with it everybody who could be told
      done += static_cast<std::size_t>(written);
    }
  }

  void printCase(const CallName& call, const CaseOutcome& outcome) const {
    if (outcome.wrong == 0) {
      if (call.run > 0) return;  // said at the first of the case
      std::printf("  case %zu of %zu, %s: right\n", call.k, call.of, call.shape.str().c_str());
      return;
    }
    std::printf("  case %zu of %zu, %s, run %u, seed %llu: %s of %s wrong\n", call.k, call.of, call.shape.str().c_str(),
                call.run, static_cast<unsigned long long>(call.seed), number(outcome.wrong).c_str(),
                counted(outcome.total, "cell").c_str());
    for (const WrongCell& cell : outcome.cells) {
      std::printf("    %s: got %s, expected %s\n", cell.place.c_str(),
                  cell.unwritten ? "nothing (never written)" : valueText(cell.got).c_str(),
                  valueText(cell.expected).c_str());
    }
    std::printf("  %s%s%s%s\n", outcome.headline.c_str(), outcome.see.empty() ? "" : " (see ", outcome.see.c_str(),
                outcome.see.empty() ? "" : ")");
    for (const std::string& line : outcome.map) std::printf("    %s\n", line.c_str());
  }

  static void printFault(const CallName& call, const std::string& headline) {
    std::printf("  case %zu of %zu, %s: %s\n", call.k, call.of, call.shape.str().c_str(), headline.c_str());
  }

  /// Kind, place and message of each; what the checkers say, without the JSON around it.
  static void printFindings(const CallName& call, const std::string& json) {
    const auto word = [](const std::string& object, const char* key) {
      const std::string after = jsonAfter(object, key);
      return after.size() > 1 && after[0] == '"' ? after.substr(1, after.find('"', 1) - 1) : "";
    };
    for (const std::string& object : jsonElements(json)) {
      // Without -lineinfo there is no line.
      const std::string after = jsonAfter(object, "line"),
                        line = after.substr(0, after.find_first_not_of("0123456789"));
      printFault(call, word(object, "tool") + ": " + word(object, "kind") +
                           (line.empty() || line == "0" ? "" : " at line " + line) + ": " + word(object, "message"));
    }
  }

  static void printTiming(const TimingResult& timing) {
    const auto line = [&](const char* name, double milliseconds) {
      std::printf("  %-6s %9.4f ms  %8.1f GB/s  %5.2fx\n", name, milliseconds,
                  static_cast<double>(timing.bytes) / milliseconds / 1e6, milliseconds / timing.copyMilliseconds);
    };
    std::printf("%s, %s\n", timing.shape.str().c_str(), timing.modelled ? "modelled" : "measured");
    if (timing.ceilingMilliseconds > 0) line("best", timing.ceilingMilliseconds);
    line("copy", timing.copyMilliseconds);
    line("naive", timing.naiveMilliseconds);
    line("solve", timing.solveMilliseconds);
    std::printf("  %.3f times the copy's time (%.3f to %.3f), %.2f times as fast as the naive kernel\n",
                timing.ratioToCopy, timing.interval[0], timing.interval[1], timing.ratioToNaive);
    if (!timing.warning.empty()) std::printf("  warning: %s\n", timing.warning.c_str());
  }

  Tally tally_;
  int events_;
  std::string token_, day_;
  std::uint64_t next_ = 0;
};

}  // namespace exercise
