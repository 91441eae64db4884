#pragma once
// Recorded runs: the lines a child wrote, read as the harness reads them.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "harness/events.h"
#include "harness/run.h"

namespace recorded {

/// An event line without its first two fields: `rest` starts at "event".
inline std::string line(std::size_t n, const std::string& rest) {
  return fmt::format(R"({{"token":"T","n":{},{}}})", n, rest);
}

/// A record of these events, of a child that exited with 0.
inline harness::RunRecord run(const std::vector<std::string>& events) {
  harness::RunRecord record;
  record.end.kind = harness::ProcessEnd::Kind::exited;
  record.timeLimitSeconds = 60;
  harness::EventReader reader("T");
  for (std::size_t n = 0; n < events.size() && !record.fault; ++n) {
    const auto event = reader.read(line(n, events[n]));
    if (const auto* fault = std::get_if<harness::EventFault>(&event)) record.fault = *fault;
    if (!record.fault) record.events.push_back(std::get<harness::Event>(event));
  }
  return record;
}

const std::string hello =
    R"("event":"hello","day":"day13","device":"sim","card":"Tesla T4","compute":"7.5","l2_bytes":4194304,"driver":"13000","runtime":"13000")";
const std::string begin = R"("event":"case_begin","case":"31x33","k":3,"of":8,"seed":7,"run":0)";
const std::string right = R"("event":"case_end","case":"31x33","seed":7,"run":0,"wrong":0,"total":1023)";
const std::string wrong =
    R"("event":"case_end","case":"31x33","seed":7,"run":0,"wrong":990,"total":1023,"cells":[{"row":0,"col":1,"got":"unwritten","expected":2.5},)"
    R"({"row":1,"col":0,"got":"nan","expected":-3}],"fault_class":"copied-not-transposed","headline":"copied, not transposed","see":"day 13, The block swaps")";
const std::string launchError =
    R"("event":"api_error","case":"31x33","name":"cudaErrorInvalidConfiguration","code":9,"text":"invalid configuration argument","where":"launch","headline":"a block of 2048 threads")";
const std::string stopped =
    R"("event":"api_error","case":"31x33","name":"cudaErrorLaunchTimeout","code":702,"text":"timed out","where":"kernel","headline":"no thread could go on")";
const std::string stillRunning =
    R"("event":"findings","case":"31x33","seed":7,"findings":[{"tool":"synccheck","kind":"still running","message":"the kernel was still running","kernel":"transpose","block":[0,0,0],)"
    R"("thread":[1,0,0],"file":"work/day13.cu","line":2,"count":1,"other":null}])";
const std::string memoryError =
    R"("event":"api_error","case":"31x33","name":"cudaErrorMemoryAllocation","code":2,"text":"out of memory","where":"allocation","headline":"asked for 100 GB")";
const std::string inputChanged =
    R"("event":"input_changed","case":"31x33","row":0,"col":0,"headline":"changed its input")";
const std::string guardBroken =
    R"("event":"guard_broken","case":"31x33","buffer":"out","byte":4096,"headline":"wrote past out")";
const std::string race =
    R"("event":"findings","case":"31x33","seed":7,"findings":[{"tool":"racecheck","kind":"race","message":"two threads, one cell","kernel":"k","block":[0,0,0],)"
    R"("thread":[1,0,0],"file":"work/day13.cu","line":2,"count":12,"other":{"block":[0,0,0],"thread":[2,0,0],"file":"work/day13.cu","line":3}}])";
const std::string note =
    R"("event":"findings","case":"31x33","seed":7,"findings":[{"tool":"memcheck","kind":"leak","message":"64 bytes","kernel":"","block":[0,0,0],"thread":[0,0,0],)"
    R"("file":"","line":0,"count":1,"other":null,"note":true}])";
/// 1,000 floats have to cross each way.
inline std::string copies(int toDevice, int toHost) {
  return fmt::format(
      R"("event":"copies","case":"31x33","to_device":{},"to_host":{},"needed_to_device":4000,"needed_to_host":4000)",
      toDevice, toHost);
}
/// Two arrays of five pages.
inline std::string pages(int kernelFaults, int hostFaults) {
  return fmt::format(
      R"("event":"pages","case":"31x33","arrays":[{{"name":"x","pages":5,"kernel_faults":{},"host_faults":0}},)"
      R"({{"name":"y","pages":5,"kernel_faults":{},"host_faults":{}}}])",
      kernelFaults, kernelFaults, hostFaults);
}
const std::string goodbye = R"("event":"goodbye","cases":8)";

/// Times in units of the copy's.
inline std::string timing(double naive, double solve) {
  return fmt::format(
      R"("event":"timing","case":"2003x3001","modelled":true,"copy_ms":0.228,"naive_ms":{:.6f},"solve_ms":{:.6f},"ratio_to_copy":{},"ratio_to_naive":{:.6f},)"
      R"("interval":[{},{}],"interval_to_naive":[{:.6f},{:.6f}],"bytes":48088024,"launches":[{{"kernel":"tiled","grid":[63,94,1],"block":[32,8,1],"modelled_ms":0.4,)"
      R"("global_load_requests":188282,"global_load_sectors":916064,"global_load_ideal_sectors":753120,"global_store_requests":189063,"global_store_sectors":916751,"global_store_ideal_sectors":753500,)"
      R"("shared_load_requests":189063,"shared_load_conflicts":5821940,"shared_store_requests":188282,"shared_store_conflicts":0}}])",
      0.228 * naive, 0.228 * solve, solve, naive / solve, solve, solve, naive / solve, naive / solve);
}

/// The same measured on a card, with an interval of the ratio to the copy and the card's fastest copy. `spread`: what
/// the interval of the ratio to the naive kernel has on either side.
inline std::string measuredTiming(double naive, double solve, double low, double high, double spread = 0) {
  return fmt::format(
      R"("event":"timing","case":"2003x3001","modelled":false,"copy_ms":1,"naive_ms":{},"solve_ms":{},"ratio_to_copy":{},"ratio_to_naive":{},)"
      R"("interval":[{},{}],"interval_to_naive":[{},{}],"ceiling_ms":0.7,"ceiling":"16-byte copy","quads":12,"dropped_quads":1,"clock_mhz":1980,"bytes":48088024)",
      naive, solve, solve, naive / solve, low, high, naive / solve - spread, naive / solve + spread);
}

}  // namespace recorded
