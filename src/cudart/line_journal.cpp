#include "cudart/line_journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>

#include "cudart/journal.h"
#include "cudart/json.h"

namespace gpusim::cudart {
namespace {

/// Compares a place and its chain of inlined calls.
template <class Item>
bool samePlace(const Item& a, const Item& b) {
  const auto same = [](const SourceLine& x, const SourceLine& y) { return x.line == y.line && x.file == y.file; };
  return same(a.where, b.where) &&
         std::equal(a.inlinedAt.begin(), a.inlinedAt.end(), b.inlinedAt.begin(), b.inlinedAt.end(), same);
}

void merge(LineCounters& into, const LineCounters& from) { into.counters += from.counters; }

int aboveIdeal(const AccessSample& sample) {
  return static_cast<int>(sample.worstUnits) - static_cast<int>(sample.worstIdeal);
}

void merge(AccessSample& into, const AccessSample& from) {
  AccessSample sum = aboveIdeal(from) > aboveIdeal(into) ? from : into;
  sum.requests = into.requests + from.requests;
  sum.units = into.units + from.units;
  sum.idealUnits = into.idealUnits + from.idealUnits;
  sum.lanes = into.lanes + from.lanes;
  into = std::move(sum);
}

void merge(BranchSample& into, const BranchSample& from) {
  const auto evenness = [](const BranchSample& sample) {
    return std::min(std::popcount(sample.taken), std::popcount(sample.most.mask & ~sample.taken));
  };
  const std::uint64_t splits = into.splits + from.splits;
  if (evenness(from) > evenness(into)) into = from;
  into.splits = splits;
}

bool alike(const LineCounters& a, const LineCounters& b) { return samePlace(a, b); }
bool alike(const BranchSample& a, const BranchSample& b) { return samePlace(a, b); }
bool alike(const AccessSample& a, const AccessSample& b) {
  const auto kind = [](const AccessSample& s) {
    return std::tuple(s.isShared, s.kind, s.bytes, s.elementBytes, s.isReal, s.narrowIndex);
  };
  return kind(a) == kind(b) && samePlace(a, b);
}

template <class Item>
void mergeAll(std::vector<Item>& into, const std::vector<Item>& from) {
  for (const Item& item : from) {
    const auto known = std::find_if(into.begin(), into.end(), [&](const Item& other) { return alike(item, other); });
    if (known == into.end())
      into.push_back(item);
    else
      merge(*known, item);
  }
}

template <class Item>
std::string placeFields(const Item& item) {
  std::string text = fmt::format("\"file\":{},\"line\":{}", json::quoted(item.where.file), item.where.line);
  if (item.inlinedAt.empty()) return text;
  text += ",\"inlined_at\":[";
  for (std::size_t k = 0; k < item.inlinedAt.size(); ++k)
    text += fmt::format("{}{{\"file\":{},\"line\":{}}}", k == 0 ? "" : ",", json::quoted(item.inlinedAt[k].file),
                        item.inlinedAt[k].line);
  return text + "]";
}

std::string warpFields(const WarpSample& warp) {
  return fmt::format("\"block\":{},\"thread\":{},\"exists\":{},\"mask\":{}", json::triple(warp.block),
                     json::triple(warp.thread), warp.exists, warp.mask);
}

std::string toJson(const LineCounters& line) {
  return fmt::format("{{{}{}}}", placeFields(line), counterFieldsJson(line.counters, true));
}

const char* kindName(AccessKind kind) {
  return kind == AccessKind::load ? "load" : kind == AccessKind::store ? "store" : "atomic";
}

std::string toJson(const AccessSample& sample) {
  std::string address;
  for (unsigned lane = 0; lane < sample.address.size(); ++lane) {
    address += lane == 0 ? "" : ",";
    address += (sample.worst.mask >> lane & 1) != 0 ? std::to_string(sample.address[lane]) : "null";
  }
  return fmt::format(
      "{{{},\"space\":\"{}\",\"kind\":\"{}\",\"bytes\":{},\"element_bytes\":{},\"real\":{},\"narrow_index\":{},"
      "\"requests\":{},\"units\":{},\"ideal_units\":{},\"lanes\":{},\"worst\":{{{},\"units\":{},\"ideal_units\":{},"
      "\"address\":[{}],"
      "\"allocation_bytes\":{}}}}}",
      placeFields(sample), sample.isShared ? "shared" : "global", kindName(sample.kind), sample.bytes,
      sample.elementBytes, sample.isReal, sample.narrowIndex, sample.requests, sample.units, sample.idealUnits,
      sample.lanes, warpFields(sample.worst), sample.worstUnits, sample.worstIdeal, address, sample.allocationBytes);
}

std::string toJson(const BranchSample& sample) {
  return fmt::format("{{{},\"splits\":{},\"most\":{{{},\"taken\":{}}}}}", placeFields(sample), sample.splits,
                     warpFields(sample.most), sample.taken);
}

template <class Item>
std::string arrayJson(const std::vector<Item>& items) {
  std::string text;
  for (const Item& item : items) text += (text.empty() ? "" : ",") + toJson(item);
  return "[" + text + "]";
}

}  // namespace

void LineJournal::add(const LaunchReport& report) {
  auto known = std::find_if(kernels_.begin(), kernels_.end(),
                            [&](const KernelLines& kernel) { return kernel.name == report.kernel; });
  if (known == kernels_.end()) {
    kernels_.emplace_back();
    known = kernels_.end() - 1;
    known->name = report.kernel;
  }
  known->config = report.config;
  ++known->launches;
  known->modelledSeconds += report.modelledSeconds;
  known->counters += report.counters;
  mergeAll(known->lines, report.lines);
  mergeAll(known->accesses, report.accesses);
  mergeAll(known->splits, report.splits);
}

std::string LineJournal::json() const {
  std::string text;
  for (const KernelLines& kernel : kernels_)
    text += fmt::format(
        "{}{{\"kernel\":{},\"launches\":{},\"grid\":{},\"block\":{},\"modelled_ms\":{}{},\"lines\":{},\"accesses\":{},"
        "\"splits\":{}}}",
        text.empty() ? "" : ",", json::quoted(kernel.name), kernel.launches, json::triple(kernel.config.grid),
        json::triple(kernel.config.block), json::number(kernel.modelledSeconds * 1e3),
        counterFieldsJson(kernel.counters, false), arrayJson(kernel.lines), arrayJson(kernel.accesses),
        arrayJson(kernel.splits));
  return "[" + text + "]";
}

}  // namespace gpusim::cudart
